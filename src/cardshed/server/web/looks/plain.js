// @ts-check
/**
 * The look of any game: what its view tells, place by place. Cards of the common deck are shown as such; others bear
 * what the game writes on them. A place is called as the game's catalogue says, by `<game>.zone.<id>`.
 */

import { h } from "../core/dom.js";
import { knows } from "../core/say.js";
import { lying } from "../table/cards.js";
import { paper, read, suitClass } from "./suits.js";

/** @typedef {import("../table/selection.js").Card} Card */
/** @typedef {import("../table/context.js").Context} Context */

const SUITS = "SCDH";
const FEW = 3; // cards of a place that lie there as large as those in the hand

/** Whether it is one of the common deck, as its name and its face tell. @param {Card} card */
const common = ({ name, face }) => /^((10|[2-9JQKA])[SCDH]|J[RB])$/.test(name) && /[♠♣♦♥★]|^J/.test(face);

/** @type {import("../table/context.js").Look} */
export const look = {
  sorts: [
    { name: "value", by: () => [] },
    { name: "suit", by: (card) => [common(card) ? SUITS.indexOf(read(card.name).suit) : -1] },
  ],
  face: (card) =>
    common(card)
      ? paper(card)
      : [
          h("span", { class: "ix" }, h("b", { class: card.face.length > 1 && "wide" }, card.face)),
          h("span", { class: "any", "aria-hidden": "true" }, card.face),
        ],
  cardClass: (card) => (common(card) ? suitClass(card) : "paper"),
  middle(ctx) {
    const { notes = [] } = ctx.view;
    return [
      h(
        "div",
        { class: "places-of-any", key: "places" },
        shown(ctx).map((zone, i) => place(zone, i, ctx)),
      ),
      notes.length
        ? h("p", { class: "quiet", key: "notes" }, notes.map((/** @type {any} */ note) => ctx.say(note)).join(" · "))
        : null,
    ];
  },
};

/** @param {Context} ctx @returns {any[]} */
const shown = (ctx) =>
  (ctx.view?.zones ?? []).filter((/** @type {any} */ zone) => zone.id !== "hand" && zone.cards.length);

/** @param {any} zone @param {number} i @param {Context} ctx */
function place(zone, i, ctx) {
  const key = `${ctx.table.game}.zone.${zone.id}`;
  const name = knows(key) ? ctx.say(key) : zone.id;
  return h(
    "div",
    { class: "place-of-any", key: `${zone.id} ${zone.seat} ${i}` },
    h("span", { class: "quiet" }, zone.seat === null ? name : `${name} · ${ctx.names[zone.seat]}`),
    lying(zone.cards, ctx, { trick: zone.id === "trick", class: zone.cards.length > FEW ? "small" : "" }),
  );
}
