// @ts-check
/** Segments: cards are dark displays, and what is picked can be shown as another digit for its price. */

import { h } from "cardshed/core/dom.js";
import { signed } from "cardshed/core/say.js";
import { lying } from "cardshed/table/cards.js";
import { choices } from "cardshed/table/selection.js";
import { barsOf, digit, price, purse } from "./display.js";

/**
 * @typedef {import("cardshed/table/context.js").Context} Context
 * @typedef {import("cardshed/table/selection.js").Card} Card
 * @typedef {import("cardshed/table/selection.js").Move} Move
 * @typedef {import("cardshed/table/selection.js").Pick} Pick
 */

const DIGITS = 10;
const TEN = Array.from({ length: DIGITS }, (_, d) => d);

/** @param {string} part such as 5, or 5>9 */
const shownBy = (part) => Number(part.at(-1));

/** @param {Move} move */
const isPass = (move) => move.kind === "pass";

/** @param {number} d @param {Context} ctx */
const bars = (d, ctx) => barsOf(d, ctx.view?.options.glyphs !== "no_tails");

/** The digit that a card of the hand shows, with what is picked now. @param {Pick} pick @param {Context} ctx @returns {number} */
function shownAs(pick, ctx) {
  const picked = ctx.picked.find((other) => other.key === pick.key);
  if (!picked) return pick.card.printed;
  if (picked.as !== undefined) return shownBy(picked.as);
  const move = meant(ctx);
  return move ? shownBy(move.parts[0]) : pick.card.printed;
}

/** The play that is meant: the only one, or else the cards as they are. @param {Context} ctx @returns {Move | undefined} */
function meant(ctx) {
  const { whole } = ctx.choices;
  return whole.length === 1 ? whole[0] : whole.find((move) => !priceOf(move, ctx));
}

/** @param {number} printed @param {number} shown */
const written = (printed, shown) => (printed === shown ? String(shown) : `${printed}>${shown}`);

/** What turning a card into a digit costs, undefined if it cannot. @param {Card} card @param {number} d @returns {number | undefined} */
const costOf = (card, d) =>
  card.printed === d ? 0 : card.changes.find((/** @type {any} */ change) => change.to === d)?.price;

/** What a play cost, by its cards. @param {Card[]} cards */
const paid = (cards) => cards.reduce((sum, card) => sum + card.changed.length, 0);

/** @param {Move} move @param {Context} ctx @returns {number} */
const priceOf = (move, ctx) => move.parts.reduce((sum, part) => sum + change(part, ctx), 0);

/** @param {string} part @param {Context} ctx */
function change(part, ctx) {
  const [was, now] = [bars(Number(part[0]), ctx), bars(shownBy(part), ctx)];
  return Math.abs(was.length - now.length);
}

/** The digits that all picked cards can show together, with their price. @param {Context} ctx */
function becomes(ctx) {
  const { picked } = ctx;
  if (!picked.length || ctx.me === null) return null;
  const free = picked.map((pick) => ({ ...pick, as: undefined }));
  const { whole } = choices(ctx.moves, free, ctx.idOf);
  const found = TEN.flatMap((d) => {
    const costs = picked.map((pick) => costOf(pick.card, d));
    const all = /** @type {number[]} */ (costs.filter((cost) => cost !== undefined));
    return all.length < costs.length ? [] : [{ d, cost: all.reduce((sum, cost) => sum + cost) }];
  });
  const plays = new Set(whole.map((move) => shownBy(move.parts[0])));
  return h(
    "div",
    { class: "becomes", key: "becomes", role: "group", "aria-label": ctx.say(".page.becomes") },
    h("span", { class: "quiet intro" }, ctx.say(".page.becomes")),
    found.length
      ? found.map(({ d, cost }) => option(d, cost, plays.has(d), ctx))
      : h("span", { class: "quiet" }, ctx.say(".page.nothing_in_common")),
  );
}

/** @param {number} d @param {number} cost @param {boolean} plays whether it can be played so now @param {Context} ctx */
function option(d, cost, plays, ctx) {
  const { picked } = ctx;
  const held = ctx.view.seats[/** @type {number} */ (ctx.me)].segments;
  const dear = cost > held;
  const chosen = picked.every((pick) => shownAs(pick, ctx) === d);
  const choose = () => {
    if (dear) return ctx.act.note(ctx.say(".why.too_dear", { n: cost, purse: held }));
    const undone = chosen && picked.some((pick) => pick.as !== undefined);
    ctx.ui.picked = picked.map((pick) => ({ ...pick, as: undone ? undefined : written(pick.card.printed, d) }));
    ctx.act.note(null);
  };
  const was = picked.length === 1 ? bars(picked[0].card.printed, ctx) : bars(d, ctx);
  const said = ctx.say(".page.as", { digit: d, price: ctx.say(".held", { n: cost }) });
  return h(
    "button",
    {
      key: d,
      class: ["become", !plays && "idle", dear && "dear"],
      type: "button",
      "aria-pressed": String(chosen),
      "aria-disabled": String(dear),
      "aria-label": plays ? ctx.say("page.card.playable", { card: said }) : said,
      onclick: choose,
    },
    digit(was, bars(d, ctx)),
    price(cost),
  );
}

/** @param {Move} move @param {Context} ctx */
function short(move, ctx) {
  if (isPass(move)) {
    const { n } = move.label.params;
    return h(
      "span",
      { class: "gain" },
      ctx.say("page.pass"),
      h("small", null, ctx.say(".page.gain", { n, limit: ctx.view.limit })),
    );
  }
  const cost = priceOf(move, ctx);
  const cards = move.text.replaceAll(">", "→");
  return h("span", { class: "shortly" }, cards, cost ? price(cost) : null);
}

/** The play in the middle, who made it and what it cost. @param {Context} ctx */
function middle(ctx) {
  const { cards, seat } = ctx.trick;
  if (!cards.length || seat === null) return h("div", { class: "unlit", "aria-hidden": "true" }, digit("", ""));
  const cost = paid(cards);
  return [
    h(
      "p",
      { class: "by" },
      cost
        ? ctx.say(".page.by.paid", { seat, price: ctx.say(".held", { n: cost }) })
        : ctx.say("page.played_by", { seat }),
    ),
    lying(cards, ctx, { trick: true }),
  ];
}

/** The points of each player, and what they are made of. @param {any} last @param {Context} ctx */
function scoring(last, ctx) {
  const seats = [...ctx.view.seats].sort((a, b) => last.points[b.seat] - last.points[a.seat]);
  const part = (/** @type {any} */ { points, sentence }, /** @type {number} */ i) =>
    h("p", { key: i }, ctx.say(sentence), h("b", null, signed(points)));
  return h(
    "ul",
    { class: "reckoning" },
    seats.map(({ seat }) =>
      h(
        "li",
        { key: seat, class: seat === ctx.me && "mine" },
        h("h3", null, ctx.names[seat], h("b", null, signed(last.points[seat]))),
        last.parts[seat].map(part),
      ),
    ),
  );
}

/** @type {import("cardshed/table/context.js").Look} */
export const look = {
  spread: true,
  sorts: [{ name: "value", by: (card) => [card.printed] }],
  idOf: (part) => (/^\d/.test(part) ? `hand ${part[0]}` : null),
  face(card, ctx, pick) {
    const now = pick ? shownAs(pick, ctx) : card.shown;
    const name = card.printed === now ? String(now) : `${card.printed} → ${now}`;
    return [digit(bars(card.printed, ctx), bars(now, ctx)), h("span", { class: "ix" }, name)];
  },
  cardClass: () => "display",
  spoken(pick, ctx) {
    const to = shownAs(pick, ctx);
    const { printed } = pick.card;
    return printed === to ? ctx.say(pick.card.spoken) : ctx.say(".card.changed", { digit: printed, to });
  },
  middle,
  seat: (told, ctx) =>
    h(
      "div",
      { class: "notes" },
      purse(told.segments, ctx.view.limit),
      told.out ? h("span", null, ctx.say(".page.out")) : null,
    ),
  bar: becomes,
  named: (moves, ctx) => (ctx.choices.whole.length ? [] : innerWidth < 640 ? moves.slice(0, 2) : moves),
  short,
  main(ctx) {
    const move = meant(ctx);
    if (!move) return null;
    return {
      said: [ctx.say("page.play"), " ", short(move, ctx)],
      spoken: ctx.say("page.play.move", { move: ctx.say(move.label) }),
      sure: true,
      act: () => ctx.act.play(move),
    };
  },
  tryText: (ctx) => ctx.picked.map((pick) => written(pick.card.printed, shownAs(pick, ctx))).join(" "),
  scoring,
};
