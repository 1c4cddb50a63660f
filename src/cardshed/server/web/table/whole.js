// @ts-check
/** The whole of a table, put together from its parts. */

import { h } from "../core/dom.js";
import { say } from "../core/say.js";
import { bar } from "./bar.js";
import { hand } from "./hand.js";
import { opponents, plate } from "./seats.js";
import { tools, top } from "./tools.js";
import { banners, waiting } from "./waiting.js";

/** @typedef {import("./context.js").Context} Context */

/** As long as there is no table to show, or none any more. @param {any} ui @param {boolean} [closed] */
export function hall(ui, closed = false) {
  const gone = ui.line === "gone";
  return h(
    "main",
    { class: "hall", id: "main" },
    h("h1", null, say(closed ? "page.closed" : gone ? "page.no_table" : "page.joining")),
    closed || gone
      ? [
          h("p", null, closed ? say("page.closed.text") : (ui.why ?? "")),
          h("a", { class: "btn go", href: "/" }, say("page.home")),
        ]
      : null,
  );
}

/** The parts of a table, each of which can be drawn in a frame of its own. @type {Record<string, (ctx: Context) => any>} */
const PARTS = {
  top,
  band: (ctx) => (ctx.ui.coach ? ctx.ui.coach(ctx) : banners(ctx)),
  others: (ctx) => (ctx.view ? opponents(ctx) : null),
  middle: (ctx) => (ctx.view ? middle(ctx) : waiting(ctx)),
  own: (ctx) => (ctx.view ? own(ctx) : null),
};

export const ALL = Object.keys(PARTS);

/** @param {Context} ctx @param {string[]} names @returns {Record<string, any>} */
export const parts = (ctx, names) => Object.fromEntries(names.map((name) => [name, PARTS[name](ctx)]));

/** @param {Context} ctx @param {Record<string, any>} parts */
export const whole = (ctx, parts) => [parts.top, parts.band, felt(ctx, [parts.others, parts.middle, parts.own])];

/** The felt, which tells all styles below it how many sit there and what is to do. @param {Context} ctx @param {any} inside @param {string} [more] */
export function felt(ctx, inside, more = "") {
  return h(
    "main",
    {
      class: ["felt", more, `for-${ctx.table.players}`, ctx.others.length === 1 && "across"],
      id: "main",
      "data-phase": ctx.view?.phase,
    },
    inside,
  );
}

/** @param {Context} ctx */
export function middle(ctx) {
  return h(
    "section",
    { class: "middle", "aria-label": ctx.say("page.middle") },
    h("div", { class: "lies" }, ctx.look.middle(ctx)),
    h("p", { class: "ask" }, ctx.say(ctx.view.prompt)),
  );
}

/** @param {Context} ctx */
function own(ctx) {
  return h(
    "section",
    { class: "south", "aria-label": ctx.say("page.own") },
    h("p", { class: ["note", ctx.ui.note && "shown"], role: "status" }, ctx.ui.note ?? ""),
    ctx.me === null
      ? h("p", { class: "quiet looking" }, ctx.say(ctx.ended ? "page.over" : "page.looking_on"))
      : h("div", { class: "seatline" }, plate(ctx.me, ctx, true), tools(ctx)),
    bar(ctx),
    hand(ctx),
  );
}
