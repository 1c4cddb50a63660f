// @ts-check
/** What is drawn among the rules of Segments. */

import { card, message } from "cardshed/pages/examples.js";

/** A digit, or one that was turned into another: 5>9. @param {string} name */
function read(name) {
  const [printed, shown = printed] = name.split(">").map(Number);
  const spoken =
    printed === shown ? message(".card", { digit: printed }) : message(".card.changed", { digit: printed, to: shown });
  return card(name, spoken, { printed, shown, lit: "", changed: "", changes: [] });
}

/** @type {import("cardshed/pages/examples.js").Examples} */
export const examples = {
  read,
  figures: {
    "using-segments": [
      { cards: "5>9", name: ".page.example.blue" },
      { cards: "8>3", name: ".page.example.black" },
      { cards: "1>7 3>7 7", name: ".page.example.three" },
    ],
  },
  // the digits are drawn where the text has them in letters: all of them first, then those without tails
  fence: (number, drawn) =>
    number === 0
      ? [..."0123456789"].map((name) => drawn(name, { glyphs: "standard" }))
      : ["6", "9"].map((name) => drawn(name, { glyphs: "no_tails" })),
};
