// @ts-check
/** What is drawn among the rules of Rummy. */

import { card, message, suited } from "cardshed/pages/examples.js";

/** @type {import("cardshed/pages/examples.js").Examples} */
export const examples = {
  read: (name) => (/^J[RB]$/.test(name) ? card(name, message(`.joker.${name}`), { wild: true }) : suited(name)),
  written: /\b((?:10|[2-9JQKA])[SCDH]|J[RB])\b/,
  figures: {
    melds: [
      { cards: "7C 7D 7H", name: ".page.example.set" },
      { cards: "3S 4S 5S", name: ".page.example.run" },
      { cards: "9C 2S JC", name: ".page.example.wild" },
      { cards: "2S JR JB", name: ".page.example.wilds" },
    ],
    drawing: [
      { cards: "8S 3H 7S KH", name: ".page.example.pile", set: true },
      { cards: "7S 7H 7D", name: ".page.example.use" },
    ],
  },
};
