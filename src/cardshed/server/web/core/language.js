// @ts-check
/** Which language is spoken: the one a person chose, or the browser's, or English. */

import { pref, prefer } from "./prefs.js";
import { learn, say } from "./say.js";

/** Each by its own name. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", vi: "Tiếng Việt" };

/** @param {string} [chosen] @returns {string} */
export function language(chosen = pref("language")) {
  if (chosen in LANGUAGES) return chosen;
  return navigator.languages.map((one) => one.slice(0, 2).toLowerCase()).find((one) => one in LANGUAGES) ?? "en";
}

/** Learn the words, before anything is said. @param {string} [chosen] */
export async function speak(chosen) {
  const spoken = language(chosen);
  await learn(spoken);
  document.documentElement.lang = spoken;
  const skip = document.querySelector(".skip");
  if (skip) skip.textContent = say("page.skip");
}

/** Speak another language from now on. @param {string} chosen or `auto` */
export async function choose(chosen) {
  await speak(chosen);
  prefer("language", chosen); // and all that is shown is drawn again
}
