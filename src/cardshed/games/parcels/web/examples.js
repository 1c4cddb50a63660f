// @ts-check
/** What is drawn among the rules of Parcels. */

import { card, message } from "cardshed/pages/examples.js";

/** @type {import("cardshed/pages/examples.js").Examples} */
export const examples = {
  read: (name) => card(name, message(".card", { value: Number(name) })),
  figures: {
    "what-storage-allows": [
      { cards: "2 2 2 5 6", name: ".page.example.storage", set: true },
      { cards: "1 1 1", name: ".page.example.set" },
      { cards: "3 4", name: ".page.example.run" },
      { cards: "3 4 5", name: ".page.example.not", wrong: true },
    ],
    "what-beats-what": [
      { cards: "8", name: ".page.example.single" },
      { cards: "1 1", name: ".page.example.more" },
      { cards: "4 5", name: ".page.example.higher" },
    ],
  },
};
