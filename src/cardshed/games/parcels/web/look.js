// @ts-check
/** Parcels: kraft boxes with twine, a shelf in the middle that says what may be sent together. */

import { h } from "cardshed/core/dom.js";
import { lying } from "cardshed/table/cards.js";
import { allowed, box, countsOf, numbersOf, shelf } from "./boxes.js";
import { begin, passing, suggested, takes } from "./passing.js";

/** @typedef {import("cardshed/table/context.js").Context} Context */

/** @type {import("cardshed/table/context.js").Look} */
export const look = {
  sorts: [
    { name: "value", by: () => [] },
    { name: "falling", by: (card) => [-Number(card.name)] },
  ],
  face: (card) => [
    h("span", { class: "ix" }, h("b", null, card.face)),
    h("span", { class: "tag-paper", "aria-hidden": "true" }, card.face),
  ],
  cardClass: () => "kraft",
  middle,
  seat: extras,
  passing,
  suggested,
  scoring,
};

/** @param {Context} ctx */
function middle(ctx) {
  const { set, run } = ctx.view.allowed.params;
  const { seat, cards } = ctx.trick;
  const take = ctx.myTurn && takes(ctx).length ? (/** @type {number} */ number) => begin(number, ctx) : null;
  return h(
    "div",
    { class: "depot" },
    h("div", { class: "store" }, shelf(ctx, take), allowed(set, run, ctx)),
    h(
      "div",
      { class: "sent" },
      lying(cards, ctx, { trick: true }),
      h(
        "div",
        { class: "beside" },
        h("span", null, seat === null ? "" : ctx.names[seat]),
        h("span", { class: "quiet" }, ctx.say(".page.deck", { n: ctx.view.deck })),
        h("span", { class: "quiet" }, ctx.say(".page.discards", { n: ctx.zone("discards").length })),
      ),
    ),
  );
}

/** The score pile and what all know of the hand, beside a seat. @param {any} seat @param {Context} ctx */
function extras(seat, ctx) {
  if (!seat) return null;
  const score = ctx.zone("score", seat.seat);
  const known = seat.seat === ctx.me ? [] : ctx.zone("known", seat.seat);
  return h(
    "div",
    { class: "notes loads", "aria-hidden": "true" },
    score.length ? h("span", { class: "load" }, ctx.say(".page.took"), few(score)) : null,
    known.length ? h("span", { class: "load known" }, ctx.say(".page.known"), few(known)) : null,
    seat.locked ? h("span", null, ctx.say(".passed")) : null,
  );
}

/** Equal parcels together. @param {import("cardshed/table/selection.js").Card[]} cards */
function few(cards) {
  const counts = countsOf(numbersOf(cards));
  return counts.flatMap((n, i) => (n ? [h("span", { class: "few", key: i }, box(i + 1), n > 1 ? `×${n}` : null)] : []));
}

/** Who took what from the shelf, card by card, and the places. @param {any} last @param {Context} ctx */
function scoring(last, ctx) {
  return [
    h("p", null, ctx.say(last.sentence)),
    last.taken.length ? h("p", { class: "quiet" }, ctx.say(".page.scoring")) : null,
    h(
      "ol",
      { class: "taken" },
      last.taken.map((/** @type {any} */ step, /** @type {number} */ i) =>
        h(
          "li",
          { key: step.seat, class: step.seat === ctx.me && "mine", vars: { "--i": String(i) } },
          step.value ? box(step.value) : box("–", { class: "unknown" }),
          h("span", null, ctx.say(step.sentence)),
          h("span", { class: "cost" }, step.value ? ctx.say(".page.cost", { n: step.value }) : ctx.say(".page.free")),
        ),
      ),
    ),
  ];
}
