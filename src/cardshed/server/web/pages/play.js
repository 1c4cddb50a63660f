// @ts-check
/** Making a table and going there; a game that is still being prepared is waited for. */

import { makeTable } from "../core/api.js";
import { pref } from "../core/prefs.js";
import { say } from "../core/say.js";

const PATIENCE = 2000; // milliseconds until a game that is being prepared is tried again

/** The own name as it is told to the server. */
export const ownName = () => pref("name") || say("page.guest");

/** @param {Record<string, any>} wanted as the server's `NewTable` */
export async function make(wanted) {
  for (;;) {
    try {
      const made = await makeTable(wanted);
      go(`/t/${made.id}`);
      return;
    } catch (/** @type {any} */ why) {
      if (why.key !== "server.refused.compiling") throw why;
      await new Promise((done) => setTimeout(done, PATIENCE));
    }
  }
}

/** The browser's way back leads past an address that only makes a table. @param {string} address */
function go(address) {
  if (location.pathname.startsWith("/play/")) location.replace(address);
  else location.assign(address);
}

/** Make the usual table of a game, against bots, and go there. @param {string} game */
export const playNow = (game) => make({ game, name: ownName(), pace: pref("pace") });
