// @ts-check
/**
 * The look of a game comes from its folder: `web/look.js` with `web/look.css`, and what is drawn among its rules with
 * `web/examples.js`. For a game that has none the server sends the plain one (see server/page.py).
 */

import { sayOf } from "../core/say.js";
import { look as plain } from "./plain.js";

/** @typedef {import("../table/context.js").Look} Look */
/** @typedef {import("../pages/examples.js").Examples} Examples */

/** Those that are at hand. @type {Record<string, Look>} */
export const looks = {};

/** @type {Record<string, Examples>} */
export const examples = {};

/** Those of games, of which only the one that is shown holds. @type {Record<string, HTMLLinkElement>} */
const styles = {};

/** Have the look of a game at hand; what it says by keys that begin with a dot is said by this game. @param {string} game */
export async function lookFor(game) {
  sayOf(game);
  for (const [name, link] of Object.entries(styles)) if (link.sheet) link.sheet.disabled = name !== game;
  if (game in looks) return;
  try {
    const [{ look }] = await Promise.all([import(`/games/${game}/look.js`), style(game)]);
    looks[game] = look;
  } catch (problem) {
    console.error(problem); // it is shown plainly
  }
}

/** The same with the drawings for its rules. @param {string} game */
export async function examplesFor(game) {
  const [found] = await Promise.all([import(`/games/${game}/examples.js`).catch(console.error), lookFor(game)]);
  examples[game] = found?.examples ?? {};
}

/** A look that fails is given up for the plain one; false if that was done before. @param {string} game @param {any} problem */
export function giveUp(game, problem) {
  console.error(problem);
  const had = looks[game] !== plain;
  looks[game] = plain;
  return had;
}

/** @param {string} game */
export const lookOf = (game) => looks[game] ?? plain;

/** @param {string} game @returns {Examples} */
export const examplesOf = (game) => examples[game] ?? {};

/** Resolved once a style is there, or cannot be had. @param {string} game */
function style(game) {
  return new Promise((done) => {
    styles[game] = document.createElement("link");
    Object.assign(styles[game], { rel: "stylesheet", href: `/games/${game}/look.css`, onload: done, onerror: done });
    document.head.append(styles[game]);
  });
}
