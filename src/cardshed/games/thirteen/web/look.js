// @ts-check
/** Thirteen: paper cards, the combination in the middle, those who are locked out stand aside. */

import { h } from "cardshed/core/dom.js";
import { lying } from "cardshed/table/cards.js";
import { paper, read, suitClass } from "cardshed/looks/suits.js";

/** @type {import("cardshed/table/context.js").Look} */
export const look = {
  sorts: [
    { name: "value", by: () => [] },
    { name: "suit", by: (card) => ["SCDH".indexOf(read(card.name).suit)] },
  ],
  face: paper,
  cardClass: suitClass,
  middle: (ctx) => [
    ctx.trick.seat === null ? null : h("span", { class: "quiet" }, ctx.say("page.played_by", { seat: ctx.trick.seat })),
    lying(ctx.trick.cards, ctx, { trick: true }),
  ],
};
