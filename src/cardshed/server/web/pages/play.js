// @ts-check
/** Making a table and going there; a game that is still being prepared is waited for. */

import { makeTable, patiently } from "../core/api.js";
import { keepNonce, newNonce } from "../core/nonces.js";
import { pref } from "../core/prefs.js";
import { say } from "../core/say.js";
import { hashed } from "../core/sha256.js";

/** The own name as it is told to the server. */
export const ownName = () => pref("name") || say("page.guest");

/** @param {Record<string, any>} wanted as the server's `NewTable` */
export async function make(wanted) {
  const nonce = newNonce();
  const made = await patiently(() => makeTable({ ...wanted, hash: hashed(nonce) }));
  keepNonce(made.id, nonce);
  go(`/t/${made.id}`);
}

/** The browser's way back leads past an address that only makes a table. @param {string} address */
function go(address) {
  if (location.pathname.startsWith("/play/")) location.replace(address);
  else location.assign(address);
}

/** Make the usual table of a game, against bots, and go there. @param {string} game */
export const playNow = (game) => make({ game, name: ownName(), pace: pref("pace") });
