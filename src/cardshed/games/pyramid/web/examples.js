// @ts-check
/** What is drawn among the rules of Pyramid. */

import { card, message } from "cardshed/pages/examples.js";
import { sign } from "./triangles.js";

/** @param {string} name */
function read(name) {
  const colour = name.endsWith("R") ? "red" : "black";
  const said = message(`.colour.${colour}`);
  if (name.startsWith("W")) return card(name, message(".wild", { colour: said }), { colour, number: null });
  const number = Number(name.slice(0, -1));
  return card(name, message(".card", { colour: said, number }), { colour, number });
}

/** @type {import("cardshed/pages/examples.js").Examples} */
export const examples = {
  read,
  written: /\b((?:10|[3-9])[RB]|W[RB])\b/,
  little: ({ colour, number }) => ({
    class: colour === "red" ? "suit-H" : "suit-S",
    inside: [number === null ? "W" : String(number), sign(colour, "sign")],
  }),
  figures: {
    "the-meld-cards": [
      { cards: "5B 5B", name: ".page.example.pair" },
      { cards: "5R 6R", name: ".page.example.run" },
      { cards: "8R 8R 8B", name: ".page.example.triple" },
      { cards: "3R 4R 5R 6R", name: ".page.example.four" },
    ],
    wilds: [
      { cards: "9B 10B WB", name: ".page.example.wild" },
      { cards: "5B WB WB", name: ".page.example.wilds" },
    ],
  },
};
