// @ts-check
/** Cards of the common deck on paper: a large index in a book serif, the suit drawn by us. */

import { h, once } from "../core/dom.js";

const PATHS = {
  S: "M12 2C9.6 6.6 3.2 9.3 3.2 14.4c0 2.9 2.1 4.7 4.5 4.7 1.4 0 2.6-.6 3.3-1.6-.2 2.1-.9 3.5-2.4 4.3h6.8c-1.5-.8-2.2-2.2-2.4-4.3.7 1 1.9 1.6 3.3 1.6 2.4 0 4.500-1.800 4.500-4.700C20.800 9.300 14.400 6.600 12 2z",
  H: "M12 21.200C5.200 15.700 2.600 12.400 2.600 8.700c0-2.900 2.100-5 4.800-5 1.900 0 3.600 1.100 4.600 2.900 1-1.800 2.700-2.900 4.600-2.900 2.700 0 4.800 2.100 4.800 5 0 3.700-2.600 7-9.400 12.500z",
  D: "M12 1.800 20.200 12 12 22.200 3.800 12z",
  C: "M12 2.400a4.300 4.300 0 0 0-3.400 6.900 4.300 4.300 0 1 0 2.500 7.100c-.2 2.400-1 4-2.500 5.200h6.800c-1.500-1.200-2.300-2.800-2.500-5.200a4.300 4.300 0 1 0 2.500-7.100A4.300 4.300 0 0 0 12 2.400z",
};

const STAR = "M12 2.500 14.800 9l7 .6-5.300 4.600 1.600 6.900L12 17.400l-6.100 3.700 1.600-6.900L2.200 9.600l7-.6z";

export const pip = once((/** @type {string} */ suit, name = "suit") =>
  h(
    "svg",
    { class: name, viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: PATHS[/** @type {"S"} */ (suit)] ?? STAR }),
  ),
);

/** Rank and suit of a card by its name, such as 10H; jokers are JR and JB. @param {string} name */
export function read(name) {
  return { rank: name.slice(0, -1), suit: name.slice(-1) };
}

/** @param {import("../table/selection.js").Card} card */
export function paper(card) {
  const joker = /^J[RB]$/.test(card.name);
  const { rank, suit } = read(card.name);
  return [
    h(
      "span",
      { class: "ix" },
      h("b", { class: rank.length > 1 && !joker && "wide" }, joker ? "★" : rank),
      joker ? null : pip(suit),
    ),
    h("span", { class: "big", "aria-hidden": "true" }, joker ? pip("star", "pip") : pip(suit, "pip")),
  ];
}

/** @param {import("../table/selection.js").Card} card */
export function suitClass(card) {
  if (card.name === "JR") return "paper suit-H joker";
  if (card.name === "JB") return "paper suit-S joker";
  return `paper suit-${read(card.name).suit}`;
}
