// @ts-check
/** The score sheet, and how a round or the match came out. */

import { h } from "../core/dom.js";
import { printed, signed } from "../core/say.js";

/** @typedef {import("./context.js").Context} Context */

/** All deals that are over, with what each gave to whom. @param {Context} ctx */
export function scores(ctx) {
  if (!ctx.view) return ctx.say("page.not_begun");
  const deals = numbered(ctx);
  return [
    deals.length ? byDeal(deals, ctx) : standing(ctx),
    h(
      "ol",
      { class: "rounds", reversed: true },
      [...deals].reverse().map(({ number, sentence }) => h("li", { key: number }, sentence && ctx.say(sentence))),
    ),
    shuffleButton(ctx),
  ];
}

/** The deals that are over, oldest first. @param {Context} ctx @returns {{ number: number, points: number[], sentence: any }[]} */
function numbered(ctx) {
  return Object.entries(ctx.state.deals)
    .map(([number, deal]) => ({ number: Number(number), ...deal }))
    .sort((a, b) => a.number - b.number);
}

/** @param {ReturnType<typeof numbered>} deals @param {Context} ctx */
function byDeal(deals, ctx) {
  const seats = /** @type {any[]} */ (ctx.view.seats);
  const mine = (/** @type {number} */ seat) => seat === ctx.me && "mine";
  const gained = (/** @type {number} */ i, /** @type {number} */ seat) =>
    deals[i].points[seat] - (deals[i - 1]?.points[seat] ?? 0);
  return h(
    "div",
    { class: "wide" },
    h(
      "table",
      { class: "scores by-deal" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("td"),
          seats.map(({ seat }) => h("th", { key: seat, scope: "col", class: mine(seat) }, ctx.names[seat])),
        ),
      ),
      h(
        "tbody",
        null,
        deals.map(({ number }, i) =>
          h(
            "tr",
            { key: number },
            h("th", { scope: "row" }, String(number)),
            seats.map(({ seat }) => h("td", { key: seat, class: mine(seat) }, signed(gained(i, seat)))),
          ),
        ),
      ),
      h(
        "tfoot",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "row" }, ctx.say("page.total")),
          seats.map(({ seat, points }) => h("td", { key: seat, class: mine(seat) }, printed(points))),
        ),
      ),
    ),
  );
}

/** Who has how many points, the best first. @param {Context} ctx */
function standing(ctx) {
  const best = ctx.view.points; // more is better, also where points hurt
  const seats = [...ctx.view.seats].sort((a, b) => best[b.seat] - best[a.seat]);
  const head = ["page.player", "page.total"].map((key) => h("th", { key, scope: "col" }, ctx.say(key)));
  const line = (/** @type {any} */ seat) =>
    h(
      "tr",
      { key: seat.seat, class: seat.seat === ctx.me && "mine" },
      h("th", { scope: "row" }, ctx.names[seat.seat]),
      h("td", null, printed(seat.points)),
    );
  return h("table", { class: "scores" }, h("thead", null, h("tr", null, head)), h("tbody", null, seats.map(line)));
}

/** How a round came out, card by card where the game counts cards, and the match if it is over. @param {Context} ctx */
export function round(ctx) {
  const last = ctx.view?.last_deal;
  const counted = last && ctx.look.scoring?.(last, ctx);
  const first = Object.keys(ctx.state.deals).length === 1; // then the round's points are all there are
  return [
    won(ctx) ? h("p", { class: "won" }, ctx.say("page.won")) : null,
    ctx.ended ? h("p", { class: "result" }, ctx.say(ctx.view.prompt)) : null,
    counted ?? (last ? h("p", null, ctx.say(last.sentence)) : null),
    counted && first ? null : standing(ctx),
    h("div", { class: "choice" }, ctx.ended ? afterwards(ctx) : goOn(ctx)),
  ];
}

/** Whether the match is won by who looks. @param {Context} ctx */
function won(ctx) {
  const { payoff } = ctx.view;
  return ctx.ended && ctx.me !== null && payoff && payoff[ctx.me] === Math.max(...payoff);
}

/** @param {Context} ctx */
const goOn = (ctx) =>
  h(
    "button",
    { class: "btn go", type: "button", "data-act": "go-on", onclick: () => ctx.act.open(null) },
    ctx.say("page.go_on"),
  );

/** @param {Context} ctx */
function afterwards(ctx) {
  return [
    ctx.mayRematch
      ? h("button", { class: "btn go", type: "button", onclick: () => ctx.act.rematch() }, ctx.say("page.rematch"))
      : null,
    h("a", { class: "btn", href: `/m/${ctx.table.id}` }, ctx.say("page.replay.look")),
    h("a", { class: "btn", href: `/api/tables/${ctx.table.id}/record`, download: true }, ctx.say("page.record")),
    shuffleButton(ctx),
    h("a", { class: "btn", href: "/" }, ctx.say("page.home")),
  ];
}

/** @param {Context} ctx */
const shuffleButton = (ctx) =>
  h("button", { class: "btn", type: "button", onclick: () => ctx.act.open("shuffle") }, ctx.say("page.sheet.shuffle"));
