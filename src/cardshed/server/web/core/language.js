// @ts-check
/** Which language is spoken: the one a person chose, or the browser's, or English. */

import { pref, prefer } from "./prefs.js";
import { say, use, wordsOf } from "./say.js";

/** Each by its own name. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", vi: "Tiếng Việt" };

/** @param {string} [chosen] @returns {string} */
export function language(chosen = pref("language")) {
  if (chosen in LANGUAGES) return chosen;
  return navigator.languages.map((one) => one.slice(0, 2).toLowerCase()).find((one) => one in LANGUAGES) ?? "en";
}

let asked = 0; // how many times a language was asked for

/** Learn the words, before anything is said; false if another language was asked for meanwhile. @param {string} [chosen] */
export async function speak(chosen) {
  const mine = ++asked;
  const spoken = language(chosen);
  const words = await wordsOf(spoken);
  if (mine !== asked) return false;
  use(words);
  document.documentElement.lang = spoken;
  const skip = document.querySelector(".skip");
  if (skip) skip.textContent = say("page.skip");
  return true;
}

/** Speak another language from now on. @param {string} chosen or `auto` */
export async function choose(chosen) {
  if (await speak(chosen)) prefer("language", chosen); // and all that is shown is drawn again
}
