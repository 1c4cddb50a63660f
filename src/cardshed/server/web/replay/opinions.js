// @ts-check
/** What moves are worth, as bars. */

import { h } from "../core/dom.js";

/**
 * @param {{ move: any, value: number }[]} all the best first
 * @param {string} chosen the text of the move that stands out
 * @param {import("../table/context.js").Context} ctx
 */
export function opinions(all, chosen, ctx) {
  return h(
    "ol",
    { class: "opinions" },
    all.map(({ move, value }) =>
      h(
        "li",
        { key: move.text, class: move.text === chosen && "chosen" },
        h("span", { class: "what" }, ctx.say(move.label)),
        h("span", { class: "meter", vars: { "--share": String(value) } }),
        h("small", null, ctx.say("page.hint.value", { percent: Math.round(100 * value) })),
      ),
    ),
  );
}
