// @ts-check
/** The whole of a table, put together from its parts. */

import { h } from "../core/dom.js";
import { say } from "../core/say.js";
import { bar } from "./bar.js";
import { hand } from "./hand.js";
import { opponents, plate } from "./seats.js";
import { sheet } from "./sheets.js";
import { tools, top } from "./tools.js";
import { banners, waiting } from "./waiting.js";

/** @typedef {import("./context.js").Context} Context */

/** As long as there is no table to show. @param {any} ui */
export function hall(ui) {
  const gone = ui.line === "gone";
  return h(
    "main",
    { class: "hall", id: "main" },
    h("h1", null, say(gone ? "page.no_table" : "page.joining")),
    gone ? [h("p", null, ui.why ?? ""), h("a", { class: "btn go", href: "/" }, say("page.home"))] : null,
  );
}

/** @param {Context} ctx @param {Context} laid what the sheet over it is about, which may be ahead of the table */
export function whole(ctx, laid) {
  return [
    top(ctx),
    ctx.ui.coach ? ctx.ui.coach(ctx) : banners(ctx),
    felt(ctx, ctx.view ? [opponents(ctx), middle(ctx), own(ctx)] : waiting(ctx)),
    sheet(laid),
  ];
}

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
