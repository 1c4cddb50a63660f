// @ts-check
/** The trading of Pyramid: a thumb up or down, sealed until all have chosen, and what came out. */

import { h, once } from "cardshed/core/dom.js";
import { keyOf } from "cardshed/core/say.js";
import { pickable } from "cardshed/table/cards.js";
import { entries } from "cardshed/table/news.js";
import { picksOf } from "cardshed/table/selection.js";
import { sign } from "./triangles.js";

/** @typedef {import("cardshed/table/context.js").Context} Context */
/** @typedef {import("cardshed/table/selection.js").Pick} Pick */

/** @type {Pick} */
const KEEP = {
  key: "declare keep",
  id: "declare keep",
  zone: "declare",
  card: { name: "keep", face: "", spoken: { key: ".label.keep", params: {} } },
};

/** The own wilds in front, and the wish to keep. @param {Context} ctx @returns {Pick[]} */
export function tradePicks(ctx) {
  const { phase } = ctx.view;
  if (ctx.me === null || (phase !== "declare" && phase !== "add")) return [];
  const front = picksOf(ctx.zone("front", ctx.me), "front");
  return phase === "declare" ? [KEEP, ...front] : front;
}

/** @param {Context} ctx */
export function trading(ctx) {
  const mine = ctx.myTurn && ctx.moves.length > 0;
  if (ctx.view.phase === "add") return h("div", { class: "trading" }, told(ctx), mine ? adding(ctx) : null);
  return h("div", { class: "trading" }, told(ctx), mine ? choosing(ctx) : ctx.view.own_choice ? chosen(ctx) : null);
}

/** @param {Context} ctx */
function choosing(ctx) {
  const wilds = tradePicks(ctx).filter((pick) => pick.zone === "front");
  const first = (/** @type {string} */ name) => wilds.find((pick) => pick.card.name === name);
  const ways = [KEEP, first("WR"), first("WB")].filter((pick) => pick !== undefined);
  return h(
    "div",
    { class: "thumbs", role: "group", "aria-label": ctx.say(".page.choose") },
    ways.map((pick) => {
      const keep = pick.zone === "declare";
      const on = ctx.picked.some((other) => other.id === pick.id);
      return h(
        "button",
        {
          key: pick.key,
          class: ["thumb", on && "sel"],
          type: "button",
          "data-pick": pick.key,
          "aria-pressed": String(on),
          onclick: () => ctx.act.stage(on ? [] : [pick]),
        },
        hand(keep),
        h("b", null, ctx.say(keep ? ".page.keep" : ".page.trade")),
        h(
          "small",
          null,
          keep ? ctx.say(".page.keep.what") : [mini(pick.card), ctx.say(`.page.with.${pick.card.colour}`)],
        ),
      );
    }),
  );
}

/** @param {Context} ctx */
function adding(ctx) {
  const wilds = tradePicks(ctx);
  return h(
    "div",
    { class: "lying adding", role: "group", "aria-label": ctx.say(".page.front") },
    wilds.map((pick) => pickable(pick, ctx)),
  );
}

/** @param {Context} ctx */
function chosen(ctx) {
  const [what, wild] = ctx.view.own_choice.split(" ");
  const colour = wild === "WR" ? "red" : "black";
  return h(
    "div",
    { class: "sealed" },
    h(
      "svg",
      { viewBox: "0 0 48 34", "aria-hidden": "true" },
      h("rect", { class: "cover", x: 1, y: 1, width: 46, height: 32, rx: 3 }),
      h("path", { class: "flap", d: "M2 3 24 19 46 3" }),
      h("circle", { class: "wax", cx: 24, cy: 18, r: 6 }),
    ),
    h(
      "p",
      null,
      ctx.say(".page.sealed"),
      " ",
      h("b", null, what === "keep" ? ctx.say(".page.keep") : ctx.say(`.page.trade.${colour}`)),
    ),
  );
}

/** What was revealed last, in a sentence, as long as nothing was played after it. @param {Context} ctx */
export function told(ctx) {
  const found = [...revealed(ctx)];
  if (!found.length) return null;
  const seats = found.flatMap(([seat, choice]) => (choice === "keep" ? [] : [seat])).sort((a, b) => a - b);
  return h("p", { class: "quiet told" }, wentRound(seats, ctx));
}

/** Whose hand went to whom. @param {number[]} seats of those who traded @param {Context} ctx */
function wentRound(seats, ctx) {
  if (seats.length < 2) return ctx.say(seats.length ? ".page.traded.alone" : ".page.traded.none", { seats });
  const mine = ctx.me === null ? -1 : seats.indexOf(ctx.me);
  if (mine < 0) return ctx.say(".page.traded.several", { seats });
  const at = (/** @type {number} */ place) => seats[(place + seats.length) % seats.length];
  return ctx.say(".page.traded.mine", { seat: at(mine - 1), taker: ctx.names[at(mine + 1)] });
}

/**
 * The choices that were revealed last, by seat: keep, red or black.
 * @param {Context} ctx @returns {Map<number, string>}
 */
export function revealed(ctx) {
  /** @type {Map<number, string>} */
  const found = new Map();
  if (ctx.view.trick || !["declare", "add", "shed"].includes(ctx.view.phase)) return found;
  const sealed = new Set(
    ctx.view.seats.filter((/** @type {any} */ seat) => seat.declared).map((/** @type {any} */ seat) => seat.seat),
  );
  for (const { entry } of entries(ctx.state.log).reverse()) {
    if (entry.kind !== "move" || entry.undone) continue;
    if (sealed.delete(entry.seat)) continue;
    const label = entry.labels?.[0] ?? { key: "", params: {} };
    const key = keyOf(label);
    if (key.startsWith(".label.add")) continue;
    const choice =
      key === ".label.keep" ? "keep" : key === ".label.trade" ? (label.params.cards === "W▲" ? "red" : "black") : null;
    if (!choice || found.has(entry.seat)) break;
    found.set(entry.seat, choice);
  }
  return found;
}

/** A wild, small. @param {any} card */
export const mini = (card) =>
  h(
    "i",
    { class: ["mini", card.colour], "aria-hidden": "true" },
    h("b", null, card.number === null ? "W" : String(card.number)),
    sign(card.colour, "sign"),
  );

const THUMB =
  "M8 21V10l4.3-8c1.7 0 2.9 1.3 2.7 3l-.5 4H20c1.4 0 2.4 1.3 2.1 2.6l-1.6 7c-.3 1.4-1.5 2.4-2.9 2.4zM2 10h4v11H2z";

/** A thumb, up or down. */
export const hand = once((/** @type {boolean} */ up, name = "hand-sign") =>
  h("svg", { class: [name, !up && "down"], viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: THUMB })),
);
