// @ts-check
/** A table against bots, in one step. */

import * as api from "../core/api.js";
import { pref } from "../core/prefs.js";
import { say } from "../core/say.js";

/** Make the usual table of a game, and go there. @param {string} game */
export async function playNow(game) {
  const made = await api.makeTable({ game, name: pref("name") || say("page.guest"), pace: pref("pace") });
  location.replace(`/t/${made.id}`);
}
