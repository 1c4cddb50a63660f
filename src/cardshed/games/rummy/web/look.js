// @ts-check
/** Rummy: paper cards, the whole pile fanned, melds with who laid each card, and a button that gives nothing away. */

import { h } from "cardshed/core/dom.js";
import { pref } from "cardshed/core/prefs.js";
import { keyOf, signed } from "cardshed/core/say.js";
import { capital } from "cardshed/table/bar.js";
import { pickable, sideBySide } from "cardshed/table/cards.js";
import { picksOf } from "cardshed/table/selection.js";
import { meant, next, picked, plans, sorted, tryText, wait, waiting, waitsIn } from "./laying.js";
import { isWild, rankOf, suitOf } from "./melds.js";
import { paper, pip, suitClass } from "cardshed/looks/suits.js";

/**
 * @typedef {import("cardshed/table/context.js").Context} Context
 * @typedef {import("cardshed/table/selection.js").Card} Card
 * @typedef {import("cardshed/table/selection.js").Move} Move
 * @typedef {import("cardshed/table/selection.js").Pick} Pick
 */

// --- the middle ----------------------------------------------------------------------------------

/** @param {Context} ctx */
function middle(ctx) {
  const seats = ctx.me === null ? [0, 1] : [...ctx.others, ctx.me];
  return h(
    "div",
    { class: "rummy" },
    h(
      "div",
      { class: "sides" },
      seats.map((seat) => side(seat, ctx)),
    ),
    h("div", { class: "draws", vars: { "--pile": String(pilePicks(ctx).length) } }, stock(ctx), pile(ctx)),
  );
}

/** The melds that a player started. @param {number} seat @param {Context} ctx */
function side(seat, ctx) {
  const melds = meldPicks(ctx).filter((pick) => pick.card.meld.seat === seat);
  const title = seat === ctx.me ? ctx.say(".page.melds.you") : ctx.say(".page.melds", { seat });
  return h(
    "section",
    { class: ["side", !melds.length && "without"], key: seat, "aria-label": title },
    h("h3", null, mark(seat, ctx), h("span", null, title)),
    melds.length
      ? h(
          "div",
          { class: "melds" },
          melds.map((pick) => meldButton(pick, ctx)),
        )
      : h("p", { class: "quiet bare" }, ctx.say(".page.no_melds")),
  );
}

/** A sign for each side, filled for the own one. @param {number} seat @param {Context} ctx */
const mark = (seat, ctx) => h("i", { class: ["mark-of", seat === (ctx.me ?? 0) && "full"], "aria-hidden": "true" });

/** @param {Context} ctx @returns {Pick[]} */
const meldPicks = (ctx) =>
  ctx.zones("meld").map((meld) => {
    const id = meld.name;
    return {
      key: id,
      id,
      zone: "meld",
      card: { name: id, face: id, spoken: { key: id, params: {} }, meld },
    };
  });

/** @param {Pick} pick @param {Context} ctx */
function meldButton(pick, ctx) {
  const { meld } = pick.card;
  const chosen = ctx.isPicked(pick);
  const fits = ctx.myTurn && pref("marks") && sorted(ctx).hand.length > 0 && ctx.playable.has(pick.id);
  const cards = meld.cards.map((/** @type {Card} */ card) => {
    const name = card.stands_for
      ? ctx.say(".page.stands_for", { card: ctx.say(card.spoken), rank: card.stands_for })
      : ctx.say(card.spoken);
    return card.layer === meld.seat ? name : ctx.say(".page.laid_by", { card: name, seat: card.layer });
  });
  return h(
    "button",
    {
      key: pick.key,
      class: ["meld", "pickable", chosen && "sel", fits && "fits"],
      type: "button",
      "data-pick": pick.key,
      "aria-pressed": String(chosen),
      "aria-label": ctx.say(".page.meld", { number: meld.number, cards }),
      onclick: () => ctx.act.pick(pick),
    },
    meld.cards.map((/** @type {Card} */ card) => laid(card, ctx)),
  );
}

/** A card of a meld: what it is, what it stands for, whose points. @param {Card} card @param {Context} ctx */
function laid(card, ctx) {
  return h(
    "span",
    { key: card.name, class: ["card", suitClass(card), card.wild && "as-wild"] },
    index(card),
    card.stands_for ? h("span", { class: "stands" }, `=${card.stands_for}`) : null,
    h("span", { class: "foot" }, mark(card.layer, ctx), String(card.points)),
  );
}

/** @param {Card} card */
const index = (card) => paper(card)[0];

/** @param {Context} ctx */
function stock(ctx) {
  const draw = ctx.moves.find((move) => move.kind === "draw");
  const n = ctx.view.stock;
  const act = () => {
    if (draw) return ctx.act.play(draw);
    if (!ctx.myTurn) return ctx.act.why("turn");
    return ctx.act.note(ctx.say(n ? ".why.drawn_already" : ".why.stock_empty"));
  };
  return h(
    "button",
    {
      class: ["stock", draw && "open", !n && "empty"],
      type: "button",
      "aria-disabled": String(!draw),
      "aria-label": ctx.say(".page.stock", { n }),
      onclick: act,
    },
    h("b", null, String(n)),
    h("small", null, ctx.say(draw ? ".page.draw" : ".page.stock_short")),
  );
}

/** The pile, oldest first, in rows that stay readable. @param {Context} ctx */
function pile(ctx) {
  const cards = pilePicks(ctx);
  if (!cards.length) return h("p", { class: "pile quiet bare" }, ctx.say(".page.pile_empty"));
  const deepest = cards.findIndex((pick) => ctx.isPicked(pick));
  const most = innerWidth < 640 ? 12 : Math.floor((Math.min(innerWidth, 1060) - 130) / 31);
  const length = Math.ceil(cards.length / Math.ceil(cards.length / most));
  const rows = [];
  for (let i = 0; i < cards.length; i += length)
    rows.push(
      cards.slice(i, i + length).map((pick, k) => {
        return { pick, along: deepest >= 0 && i + k > deepest, depth: cards.length - i - k };
      }),
    );
  return h(
    "div",
    {
      class: "pile",
      role: "group",
      "aria-label": ctx.say(".page.pile", { n: cards.length }),
      "data-rows": rows.length,
    },
    rows.map((row, i) =>
      h(
        "div",
        { class: "pile-row", key: i, vars: sideBySide(row.length) },
        row.map(({ pick, along, depth }) => {
          const label = ctx.say(".page.pile_card", { card: ctx.say(pick.card.spoken), n: depth });
          return pickable(pick, ctx, { class: along ? "along" : "", label });
        }),
      ),
    ),
  );
}

/** @param {Context} ctx */
const pilePicks = (ctx) => picksOf(ctx.zone("pile"), "pile");

// --- the bar -------------------------------------------------------------------------------------

/** Always there and always the same, whether or not there is anything to call. @param {Context} ctx */
function left(ctx) {
  return h(
    "button",
    { class: "btn call", type: "button", "data-act": "rummy", onclick: () => call(ctx) },
    ctx.say(".page.call"),
  );
}

/** @param {Context} ctx @returns {Move[]} */
const calls = (ctx) => ctx.moves.filter((move) => move.kind === "rummy");

/** @param {Context} ctx */
function call(ctx) {
  const found = calls(ctx);
  if (found.length === 1) return ctx.act.play(found[0]);
  if (found.length) {
    ctx.ui.calling = ctx.view.plies;
    return ctx.act.note(ctx.say("page.why.which"));
  }
  if (ctx.view.options.rummy_call === "off") return ctx.act.note(ctx.say(".why.no_calls"));
  if (!ctx.myTurn || !ctx.view.window) return ctx.act.note(ctx.say(".why.window_closed"));
  return ctx.act.note(ctx.say(".page.no_call"));
}

/** What waits, what is meant where it could be several, and how to go on. @param {Context} ctx */
function bar(ctx) {
  if (ctx.ui.calling === ctx.view.plies)
    return calls(ctx).map((move) => chip(move.text, ctx.say(move.label), () => ctx.act.play(move)));
  const lays = ctx.myTurn && ctx.view.phase === "lay";
  const all = lays ? plans(ctx) : [];
  const now = meant(ctx);
  const options =
    all.length > 1
      ? all.map((plan) => chip(plan.text, capital(plan.said), () => choose(plan.text, ctx), plan.text === now?.text))
      : [];
  const another = () => now && wait(now, ctx);
  const more =
    lays && now?.lays && now.keys.length > 1
      ? h("button", { key: "more", class: "chip more", type: "button", onclick: another }, ctx.say(".page.another"))
      : null;
  const words = advice(ctx);
  const found = [
    ...waiting(ctx).map((plan, i) => pending(plan, i, ctx)),
    ...options,
    more,
    words ? h("span", { key: "words", class: "quiet words" }, words) : null,
  ];
  return found.some(Boolean) ? found : null;
}

/** @param {string} key @param {string} said @param {() => any} act @param {boolean} [chosen] */
const chip = (key, said, act, chosen) =>
  h(
    "button",
    { key, class: "chip", type: "button", "aria-pressed": chosen === undefined ? null : String(chosen), onclick: act },
    said,
  );

/** A meld that waits, to be taken back. @param {import("./laying.js").Plan} plan @param {number} i @param {Context} ctx */
function pending(plan, i, ctx) {
  const back = ctx.say(".page.take_back", { what: plan.said });
  return h(
    "button",
    { key: `pending ${i}`, class: "chip pending", type: "button", "aria-label": back, onclick: () => takeBack(i, ctx) },
    h("b", null, String(i + 1)),
    capital(plan.said),
    h("span", { "aria-hidden": "true" }, "×"),
  );
}

/** What has to be known about what is picked. @param {Context} ctx */
function advice(ctx) {
  const { hand, pile: taken, meld } = sorted(ctx);
  if (taken) return ctx.say(".page.takes", { card: taken.card.face });
  if (!ctx.myTurn || ctx.view.phase !== "lay") return null;
  if (meld) return hand.length ? null : ctx.say(".page.add_what");
  return hand.length === 2 ? ctx.say(".page.three") : null;
}

/** @param {string} text @param {Context} ctx */
function choose(text, ctx) {
  ctx.ui.meant = text;
  ctx.act.note(null);
}

/** @param {number} i @param {Context} ctx */
function takeBack(i, ctx) {
  ctx.ui.melds = waiting(ctx).filter((_, k) => k !== i);
  ctx.act.redraw();
}

/** @param {Context} ctx */
function main(ctx) {
  const held = waiting(ctx);
  const draw = ctx.moves.find((move) => move.kind === "draw");
  if (!ctx.picked.length && draw) return { said: ctx.say(".page.draw"), sure: true, act: () => ctx.act.play(draw) };
  const now = meant(ctx);
  if (ctx.picked.length && !now)
    return plans(ctx).length ? { said: ctx.say(".page.lay"), act: () => ctx.act.why("which") } : null;
  if (!held.length)
    return now
      ? {
          said: now.fresh ? ctx.say(".page.lay_it", { what: now.said }) : now.said,
          sure: true,
          act: () => ctx.act.move(now.text),
        }
      : null;
  const laid = held.length + (now?.lays ? 1 : 0);
  const thrown = now && !now.lays ? now : null;
  const said = ctx.say(".page.lay_all", { n: laid });
  const text = [...held, ...(now ? [now] : [])].map((plan) => plan.text).join(", ");
  return { said: thrown ? `${said} · ${thrown.said}` : said, sure: true, act: () => ctx.act.move(text) };
}

// --- seats and points ----------------------------------------------------------------------------

/** @param {any} told @param {Context} ctx */
function seat(told, ctx) {
  const known = told.seat === ctx.me ? null : told.notes.find((/** @type {any} */ note) => keyOf(note) === ".known");
  return h(
    "div",
    { class: "notes" },
    h("span", { class: "gained" }, mark(told.seat, ctx), ctx.say(".on_table", { points: told.on_table })),
    h("span", null, ctx.say(".page.goal", { goal: ctx.view.goal })),
    known ? h("span", { class: "known" }, ctx.say(known)) : null,
  );
}

/** @param {any} last @param {Context} ctx */
function scoring(last, ctx) {
  return [
    h(
      "p",
      null,
      last.went_out === null ? ctx.say(".page.nobody_out") : ctx.say(".page.went_out", { seat: last.went_out }),
    ),
    h(
      "ul",
      { class: "reckoning" },
      ctx.view.seats.map((/** @type {any} */ { seat }) => reckoned(seat, last, ctx)),
    ),
  ];
}

/** What a player laid and was left with, and what each card counts. @param {number} seat @param {any} last @param {Context} ctx */
function reckoned(seat, last, ctx) {
  const cards = (/** @type {any} */ zone) =>
    zone.cards.length
      ? h(
          "div",
          { class: "counted" },
          zone.cards.map((/** @type {Card} */ card) => counted(card, ctx)),
        )
      : null;
  const [laid, left] = [last.laid[seat], last.left_over[seat]];
  return h(
    "li",
    { key: seat },
    h("h3", null, mark(seat, ctx), ctx.names[seat], h("b", null, signed(last.points[seat]))),
    h("p", null, ctx.say(".page.counts.laid"), h("b", null, signed(sum(laid)))),
    cards(laid),
    h("p", null, ctx.say(".page.counts.left"), h("b", null, signed(sum(left)))),
    cards(left),
  );
}

/** @param {{ cards: any[] }} zone @returns {number} */
const sum = (zone) => zone.cards.reduce((points, card) => points + card.points, 0);

/** @param {any} card @param {Context} ctx */
function counted(card, ctx) {
  const points = signed(card.points);
  return h(
    "span",
    {
      key: card.name,
      class: ["card", suitClass(card), card.wild && "as-wild"],
      role: "img",
      "aria-label": `${ctx.say(card.spoken)} ${points}`,
    },
    index(card),
    h("span", { class: "foot" }, points),
  );
}

/** @type {import("cardshed/table/context.js").Look} */
export const look = {
  sorts: [
    { name: "suit", by: (card) => (isWild(card) ? [9] : [[0, 2, 3, 1][suitOf(card)], rankOf(card)]) },
    { name: "value", by: (card) => [rankOf(card)] },
  ],
  face(card, ctx, pick) {
    const waits = waitsIn(pick, ctx);
    const must = pick?.zone === "hand" && ctx.view?.must === card.name;
    return [
      paper(card),
      card.wild ? h("span", { class: "star", "aria-hidden": "true" }, pip("star", "wild-sign")) : null,
      waits
        ? h("span", { class: "flag waits-in", "aria-hidden": "true" }, String(waits))
        : must
          ? h("span", { class: "flag must", "aria-hidden": "true" }, "!")
          : null,
    ];
  },
  spoken(pick, ctx) {
    const card = ctx.say(pick.card.spoken);
    const waits = waitsIn(pick, ctx);
    if (waits) return ctx.say(".page.waits", { card, number: waits });
    if (ctx.view?.must === pick.card.name) return ctx.say(".page.must", { card });
    return pick.card.wild ? ctx.say(".page.wild", { card }) : card;
  },
  cardClass: (card, ctx, pick) =>
    [suitClass(card), card.wild && "starred", waitsIn(pick, ctx) && "set-aside"].filter(Boolean).join(" "),
  picks: (ctx) => [...pilePicks(ctx), ...meldPicks(ctx)],
  playable: next,
  picked,
  middle,
  seat,
  left,
  bar,
  main,
  named: (moves, ctx) => (ctx.picked.length ? [] : moves.filter((move) => move.kind === "end" || move.kind === "no")),
  tryText,
  suggested(move, ctx) {
    ctx.ui.meant = move.text;
    return false;
  },
  scoring,
};
