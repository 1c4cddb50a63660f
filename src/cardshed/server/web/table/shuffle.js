// @ts-check
/** The shuffle's proof, worked out by the page itself: the text of `cardshed/tables/fair.py` and its hash. */

import { sha256 } from "../core/sha256.js";

/**
 * @param {any} table @param {number} rules the version of the game's rules
 * @returns {{ sum: string, right: boolean } | null} null until salt and seed are told
 */
export function check(table, rules) {
  const { commitment, salt, seed } = table.shuffle;
  if (!commitment || !salt || !seed) return null;
  const house = Object.keys(table.options)
    .sort()
    .map((name) => `${name}=${table.options[name]}`)
    .join(" ");
  const text = ["cardshed shuffle 1", salt, seed, `${table.game} ${rules}`, String(table.players), house].join("\n");
  const sum = sha256(new TextEncoder().encode(text));
  return { sum, right: sum === commitment };
}
