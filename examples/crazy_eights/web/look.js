// @ts-check
/** Crazy Eights: the stock to draw from, the card to follow, and the suit that an eight has named. */

import { h } from "cardshed/core/dom.js";
import { paper, pip, read, suitClass } from "cardshed/looks/suits.js";
import { lying, still } from "cardshed/table/cards.js";

/** @typedef {import("cardshed/table/context.js").Context} Context */
/** @typedef {import("cardshed/table/selection.js").Move} Move */

const SUITS = "SCDH";
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** Eights last: they are kept for the end. @param {string} rank */
const height = (rank) => (rank === "8" ? RANKS.length : RANKS.indexOf(rank));

/** The suit that an eight names: the second word of "8H S". @param {Move} move */
const named = (move) => move.text.split(" ")[1];

/** @param {Context} ctx */
function stock(ctx) {
  const draw = ctx.moves.find((move) => move.text === "draw");
  const { stock } = ctx.view;
  return h(
    "button",
    {
      key: "stock",
      class: ["stock-of-eights", draw && "open", !stock && "empty"],
      type: "button",
      "aria-disabled": String(!draw),
      "aria-label": ctx.say(".stock", { n: stock }),
      onclick: () =>
        draw ? ctx.act.play(draw) : ctx.myTurn ? ctx.act.note(ctx.say(".why.draw")) : ctx.act.why("turn"),
    },
    h("b", null, String(stock)),
    draw ? h("small", null, ctx.say(".page.draw")) : null,
  );
}

/** @param {Context} ctx */
function suit(ctx) {
  const { suit } = ctx.view;
  const word = ctx.say(`card.suit.${suit}`);
  return h(
    "div",
    { key: "suit", class: `named-suit suit-${suit}`, role: "img", "aria-label": ctx.say(".page.suit", { suit: word }) },
    pip(suit, "pip"),
  );
}

/** What an eight that is picked can name: a button for each suit. @param {Context} ctx */
function suits(ctx) {
  const eights = ctx.choices.whole.filter(named);
  if (!eights.length) return null;
  return eights.map((move) =>
    h(
      "button",
      {
        key: move.text,
        class: `chip suit-choice suit-${named(move)}`,
        type: "button",
        "aria-label": ctx.say(".page.suit", { suit: ctx.say(`card.suit.${named(move)}`) }),
        onclick: () => ctx.act.play(move),
      },
      pip(named(move)),
    ),
  );
}

/** @type {import("cardshed/table/context.js").Look} */
export const look = {
  sorts: [
    { name: "suit", by: (card) => [SUITS.indexOf(read(card.name).suit), height(read(card.name).rank)] },
    { name: "value", by: (card) => [height(read(card.name).rank), SUITS.indexOf(read(card.name).suit)] },
  ],
  face: paper,
  cardClass: suitClass,
  middle(ctx) {
    const [top] = ctx.zone("top");
    return [
      h(
        "div",
        { key: "eights", class: "eights" },
        stock(ctx),
        top ? still(top, ctx, `top ${top.name}`) : null,
        suit(ctx),
      ),
      lying(ctx.zone("pile").slice(-8), ctx, { class: "small" }),
    ];
  },
  bar: suits,
  named: (moves) => moves.filter((move) => !named(move) && move.text !== "draw"),
};
