// @ts-check
/** A digit of seven bars, as a display shows it: lit ones, ones that were added, ones that were blacked out. */

import { h, once } from "cardshed/core/dom.js";

const GLYPHS = ["abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg"];
const NO_TAILS = { 6: "cdefg", 9: "abcfg" };

/** The bars of a digit. @param {number} digit @param {boolean} [tails] whether 6 and 9 have theirs */
export const barsOf = (digit, tails = true) =>
  (tails ? undefined : NO_TAILS[/** @type {6} */ (digit)]) ?? GLYPHS[digit];

/** @type {Record<string, [number, number, boolean]>} left or top end of each bar, and whether it lies */
const PLACES = {
  a: [11, 10, true],
  b: [50, 11, false],
  c: [50, 51, false],
  d: [11, 90, true],
  e: [10, 51, false],
  f: [10, 11, false],
  g: [11, 50, true],
};
const LONG = 38;
const HALF = 5.5; // of its thickness

/** @param {string} bar @param {number} half @param {number} inset */
function outline(bar, half, inset) {
  const [x, y, lies] = PLACES[bar];
  const [from, to] = [inset, LONG - inset];
  const ends = [
    [from, 0],
    [from + half, -half],
    [to - half, -half],
    [to, 0],
    [to - half, half],
    [from + half, half],
  ];
  return ends.map(([along, across]) => (lies ? `${x + along},${y + across}` : `${x + across},${y + along}`)).join(" ");
}

/** @param {string} bar @param {string} was the bars printed @param {string} now the bars shown */
function drawn(bar, was, now) {
  if (!now.includes(bar)) {
    const cut = was.includes(bar);
    return h("polygon", {
      key: bar,
      class: cut ? "cut" : "off",
      points: outline(bar, cut ? HALF - 1 : HALF, cut ? 1.5 : 0),
    });
  }
  const added = !was.includes(bar);
  return h(
    "g",
    { key: bar, class: added ? "added" : "lit" },
    h("polygon", { points: outline(bar, HALF, 0) }),
    added ? h("polygon", { class: "core", points: outline(bar, 1.3, 7) }) : null,
  );
}

/** A digit by the bars that are printed, and by those that are shown. */
export const digit = once((/** @type {string} */ was, /** @type {string} */ now = was) =>
  h(
    "svg",
    { class: "digit", viewBox: "0 0 60 100", "aria-hidden": "true" },
    [..."abcdefg"].map((bar) => drawn(bar, was, now)),
  ),
);

/** Segments that are held, as small bars, with room for the rest. @param {number} held @param {number} limit */
export const purse = (held, limit) =>
  h(
    "span",
    { class: "purse", "aria-hidden": "true" },
    Array.from({ length: Math.max(held, limit) }, (_, i) => h("i", { key: i, class: i < held && "held" })),
    h("b", null, String(held)),
  );

/** A number of segments, as a price. @param {number} n */
export const price = (n) => h("span", { class: "price" }, String(n), h("i", null));
