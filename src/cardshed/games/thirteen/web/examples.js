// @ts-check
/** What is drawn among the rules of Thirteen. */

/** @type {import("cardshed/pages/examples.js").Examples} */
export const examples = {
  written: /((?:10|[2-9JQKA])[♠♣♦♥])/,
  figures: {
    combinations: [
      { cards: "6S 6H", name: ".page.example.pair" },
      { cards: "8S 8C 8H", name: ".page.example.triple" },
      { cards: "10H JC QD", name: ".page.example.run" },
      { cards: "3S 3C 3D 3H", name: ".page.example.four" },
      { cards: "4D 4H 5D 5H 6D 6H", name: ".page.example.pairs" },
    ],
    "what-beats-what": [
      { cards: "6C 6D", name: ".page.example.beaten" },
      { cards: "6S 6H", name: ".page.example.beats" },
      { cards: "7S 7C 7D", name: ".page.example.not", wrong: true },
    ],
  },
};
