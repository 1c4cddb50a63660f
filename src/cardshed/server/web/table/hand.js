// @ts-check
/** The own hand: in rows that fit, in the order its owner likes. */

import { h } from "../core/dom.js";
import { pickable, sideBySide } from "./cards.js";

/** @typedef {import("./context.js").Context} Context */

/** @param {Context} ctx */
export function hand(ctx) {
  if (ctx.me === null) return null;
  const cards = ctx.hand;
  const most = rowLength(cards.length, !!ctx.look.spread);
  const rows = [];
  for (let i = 0; i < cards.length; i += most) rows.push(cards.slice(i, i + most));
  return h(
    "div",
    {
      class: ["hand", ctx.look.spread && "spread", !ctx.myTurn && "resting"],
      role: "group",
      "aria-label": ctx.say("page.hand", { n: cards.length }),
      "data-rows": rows.length,
    },
    rows.map((row, i) =>
      h(
        "div",
        { class: "row", key: i, vars: sideBySide(row.length) },
        ctx.ui.dealing ? null : row.map((pick) => pickable(pick, ctx)),
      ),
    ),
  );
}

/** Cards in a row, so that all rows are about as long. @param {number} n @param {boolean} spread */
function rowLength(n, spread) {
  const narrow = innerWidth < 640;
  const most = spread ? (narrow ? 8 : 16) : narrow ? 13 : 26;
  return Math.max(1, Math.ceil(n / Math.max(1, Math.ceil(n / most))));
}
