// @ts-check
/** Pyramid: paper cards in red and black, meld cards that turn over, the number to meet, sealed choices. */

import { h } from "../core/dom.js";
import { capital } from "../table/bar.js";
import { lying } from "../table/cards.js";
import { meldCards } from "./meldcards.js";
import { hand, mini, revealed, told, tradePicks, trading } from "./trading.js";
import { heap, sign } from "./triangles.js";

/** @typedef {import("../table/context.js").Context} Context */
/** @typedef {import("../table/selection.js").Card} Card */

// A move's parts, as in pyramid/codes.py.
const VALUES = 8;
const LOWEST = 3;
const PART_WILD = 16;
const PART_MELD = 18;
const PART_KEEP = 33;

const HIGHEST = 99; // wilds come last

/** @type {import("../table/context.js").Look} */
export const pyramid = {
  sorts: [
    { name: "value", by: (card) => [card.number ?? HIGHEST, card.part] },
    { name: "colour", by: (card) => [card.number === null ? 1 : 0, card.colour === "red" ? 0 : 1, card.part] },
  ],
  face(card) {
    const wild = card.number === null;
    return [
      h("span", { class: "ix" }, h("b", null, wild ? "W" : String(card.number)), sign(card.colour)),
      h("span", { class: "big", "aria-hidden": "true" }, wild ? heap(card.colour) : sign(card.colour, "pip")),
    ];
  },
  cardClass: (card) => `paper tri-${card.colour}${card.number === null ? " wild" : ""}`,
  picks: tradePicks,
  idOf(part, ctx) {
    if (part === PART_KEEP) return ctx.view.phase === "declare" ? "declare keep" : null;
    if (part >= PART_MELD) return null;
    if (part < PART_WILD) return `hand ${(part % VALUES) + LOWEST}${part < VALUES ? "R" : "B"}`;
    const from = ctx.view.phase === "declare" || ctx.view.phase === "add" ? "front" : "hand";
    return `${from} ${part === PART_WILD ? "WR" : "WB"}`;
  },
  middle: (ctx) => [meldCards(ctx), ctx.view.phase === "declare" || ctx.view.phase === "add" ? trading(ctx) : trick(ctx)],
  seat: extras,
  goText(move, ctx) {
    const said = ctx.say(move.label);
    if (ctx.view.phase === "declare") return ctx.say("pyramid.page.seal", { move: said });
    return ctx.view.phase === "shed" ? null : capital(said);
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
  return h(
    "div",
    { class: "contest" },
    h(
      "p",
      { class: "meet" },
      h("small", null, ctx.say(meld ? "pyramid.page.meet" : "pyramid.page.free")),
      h("b", null, String(target)),
      h("small", null, ctx.say("pyramid.page.or_more")),
    ),
    cards.length
      ? h("div", { class: "by" }, lying(cards, ctx, { trick: true }), seat === null ? null : h("small", { class: "quiet" }, ctx.names[seat]))
      : h("div", { class: "by" }, lying([], ctx, { trick: true }), told(ctx)),
  );
}

/** Wilds, choices and places, beside a seat; the seat's name tells them too. @param {any} seat @param {Context} ctx */
function extras(seat, ctx) {
  if (!seat) return null;
  const front = ctx.zone("front", seat.seat);
  const held = ctx.zone("wilds", seat.seat);
  const declaring = ctx.view.phase === "declare";
  const last = revealed(ctx).get(seat.seat);
  const keeps = seat.notes.some((/** @type {any} */ note) => note.key === "pyramid.keeps");
  const state = [
    declaring && seat.turn && h("span", { class: "waits" }, ctx.say("pyramid.page.thinks")),
    declaring && seat.declared && h("span", { class: "done" }, ctx.say("pyramid.page.chosen")),
    declaring && keeps && h("span", null, hand(true), ctx.say("pyramid.page.keeps")),
    !seat.declared && !keeps && last && h("span", null, hand(last === "keep"), ctx.say(last === "keep" ? "pyramid.page.kept" : `pyramid.page.traded.${last}`)),
    seat.place && h("span", { class: "place" }, ctx.say("pyramid.page.place", { place: seat.place })),
    seat.locked && h("span", null, ctx.say("pyramid.page.passed")),
  ].filter(Boolean);
  return h(
    "div",
    { class: "notes wilds", "aria-hidden": "true" },
    front.length ? h("span", { class: "front" }, h("span", { class: "word" }, ctx.say("pyramid.page.in_front")), front.map(mini)) : null,
    held.length && seat.seat !== ctx.me ? h("span", { class: "held" }, h("span", { class: "word" }, ctx.say("pyramid.page.in_hand")), held.map(mini)) : null,
    ctx.view.red_three === seat.seat && !seat.place ? h("span", { class: "held" }, h("span", { class: "word" }, ctx.say("pyramid.page.leads_with")), mini({ colour: "red", number: LOWEST })) : null,
    state,
  );
}

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
        h("span", { class: "steps", "aria-hidden": "true" }, Array.from({ length: last.points[seat] }, (_, k) => h("span", { key: k }, sign("red", "sign")))),
        h("span", null, ctx.say("pyramid.page.gets", { n: last.points[seat] })),
      ),
    ),
  );
}
