// @ts-check
/** Pyramid: paper cards in red and black, meld cards that turn over, the number to meet, sealed choices. */

import { h } from "cardshed/core/dom.js";
import { keyOf } from "cardshed/core/say.js";
import { capital } from "cardshed/table/bar.js";
import { lying } from "cardshed/table/cards.js";
import { meldCards } from "./meldcards.js";
import { hand, mini, revealed, told, tradePicks, trading } from "./trading.js";
import { heap, sign } from "./triangles.js";

/** @typedef {import("cardshed/table/context.js").Context} Context */
/** @typedef {import("cardshed/table/selection.js").Card} Card */

const LOWEST = 3;
const HIGHEST = 99; // wilds come last
const MANY = 4; // wilds that are shown one by one

/** @type {import("cardshed/table/context.js").Look} */
export const look = {
  sorts: [
    { name: "value", by: (card) => [card.number ?? HIGHEST] },
    { name: "colour", by: (card) => [card.number === null ? 1 : 0, card.colour === "red" ? 0 : 1] },
  ],
  face(card) {
    const wild = card.number === null;
    return [
      h(
        "span",
        { class: "ix" },
        h("b", { class: card.number === 10 && "two" }, wild ? "W" : String(card.number)),
        sign(card.colour),
      ),
      h("span", { class: "big", "aria-hidden": "true" }, wild ? heap(card.colour) : sign(card.colour, "pip")),
    ];
  },
  cardClass: (card) => `paper tri-${card.colour}${card.number === null ? " wild" : ""}`,
  picks: tradePicks,
  middle: (ctx) => [
    meldCards(ctx),
    ctx.view.phase === "declare" || ctx.view.phase === "add" ? trading(ctx) : trick(ctx),
  ],
  seat: extras,
  main(ctx) {
    const { phase } = ctx.view;
    const { whole } = ctx.choices;
    if (whole.length !== 1 || phase === "shed") return null;
    const { label, kind } = whole[0];
    const { cards } = label.params;
    const trade = kind === "keep" ? ctx.say(".page.keep") : ctx.say(".page.trade_with", { cards });
    return {
      said: phase === "declare" ? trade : capital(ctx.say(label)),
      sure: true,
      act: () => ctx.act.play(whole[0]),
    };
  },
  tryText(ctx) {
    const cards = ctx.picked.map((pick) => pick.card.name).join(" ");
    const { phase } = ctx.view;
    return phase === "add" || phase === "discard" ? `${phase} ${cards}` : cards;
  },
  scoring,
};

/** What lies there, and the number to meet. @param {Context} ctx */
function trick(ctx) {
  const { target, trick: meld, over } = ctx.view;
  if (over || target === null) return null;
  const { seat, cards } = ctx.trick;
  if (!meld)
    return h(
      "div",
      { class: "contest" },
      h("div", { class: "by" }, h("span", { class: "empty-place", "aria-hidden": "true" }, heap("black")), told(ctx)),
    );
  return h(
    "div",
    { class: "contest" },
    h(
      "p",
      { class: "meet" },
      h("small", null, ctx.say(".page.meet")),
      h("b", null, String(target)),
      h("small", null, ctx.say(".page.or_more")),
    ),
    h(
      "div",
      { class: "by" },
      lying(cards, ctx, { trick: true }),
      seat === null ? null : h("small", { class: "quiet" }, ctx.names[seat]),
    ),
  );
}

/** Wilds, choices and places, beside a seat; the seat's name tells them too. @param {any} seat @param {Context} ctx */
function extras(seat, ctx) {
  if (!seat) return null;
  const front = ctx.zone("front", seat.seat);
  const held = ctx.zone("wilds", seat.seat);
  const declaring = ctx.view.phase === "declare";
  const last = revealed(ctx).get(seat.seat);
  const keeps = seat.notes.some((/** @type {any} */ note) => keyOf(note) === ".keeps");
  const own = seat.seat === ctx.me;
  const turn = ctx.view.acting.includes(seat.seat);
  const state = [
    declaring && turn && !own && h("span", { class: "waits" }, ctx.say(".page.thinks")),
    declaring && seat.declared && !own && h("span", { class: "done" }, ctx.say(".page.chosen")),
    declaring && keeps && h("span", null, hand(true), ctx.say(".page.keeps")),
    !seat.declared &&
      !turn &&
      !keeps &&
      !own &&
      last &&
      h("span", null, hand(last === "keep"), ctx.say(last === "keep" ? ".page.kept" : `.page.traded.${last}`)),
    seat.place && h("span", { class: "place" }, ctx.say(".page.place", { place: seat.place })),
    seat.locked && h("span", null, ctx.say(".page.passed")),
  ].filter(Boolean);
  return h(
    "div",
    { class: "notes wilds", "aria-hidden": "true" },
    front.length
      ? h("span", { class: "before" }, h("span", { class: "word" }, ctx.say(".page.in_front")), wilds(front))
      : null,
    held.length && !own
      ? h("span", { class: "held" }, fan(), h("span", { class: "word" }, ctx.say(".page.in_hand")), wilds(held))
      : null,
    ctx.view.red_three === seat.seat && !own
      ? h(
          "span",
          { class: "held" },
          fan(),
          h("span", { class: "word" }, ctx.say(".page.holds")),
          mini({ colour: "red", number: LOWEST }),
        )
      : null,
    state,
  );
}

/** Wilds one by one, or counted where there are many. @param {Card[]} cards */
function wilds(cards) {
  if (cards.length <= MANY) return cards.map(mini);
  return ["red", "black"].flatMap((colour) => {
    const some = cards.filter((card) => card.colour === colour);
    return some.length
      ? [h("span", { class: "times", key: colour }, mini(some[0]), some.length > 1 ? `×${some.length}` : null)]
      : [];
  });
}

/** Cards held in a hand. */
const fan = () =>
  h(
    "svg",
    { class: "fan", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: "M2 9 9 5l3 12-3 2zM10 4h6l-1 13h-2zM17 5l5 4-5 9-2-1z" }),
  );

/** Who finished where, and what for. @param {any} last @param {Context} ctx */
function scoring(last, ctx) {
  const seats = ctx.view.seats.map((/** @type {any} */ seat) => seat.seat);
  const order = seats.sort((/** @type {number} */ a, /** @type {number} */ b) => last.points[b] - last.points[a]);
  return h(
    "ol",
    { class: "finish" },
    order.map((/** @type {number} */ seat, /** @type {number} */ i) =>
      h(
        "li",
        { key: seat, class: seat === ctx.me && "mine", vars: { "--i": String(i) } },
        h("span", { class: "rank", "aria-hidden": "true" }, String(i + 1)),
        h("b", null, ctx.names[seat]),
        h(
          "span",
          { class: "steps", "aria-hidden": "true" },
          Array.from({ length: last.points[seat] }, (_, k) => h("span", { key: k }, sign("red", "sign"))),
        ),
        h("span", null, ctx.say(".page.gets", { n: last.points[seat] })),
      ),
    ),
  );
}
