// @ts-check
/** The link to a table, to be copied or scanned. */

import { h } from "../core/dom.js";

/** @typedef {import("./context.js").Context} Context */

/** @param {Context} ctx */
export function invitation(ctx) {
  const link = `${location.origin}/t/${ctx.table.id}`;
  return [
    h("p", null, ctx.say("page.invite.text")),
    h(
      "div",
      { class: "copy" },
      h("input", {
        readonly: true,
        value: link,
        "aria-label": ctx.say("page.invite.link"),
        onclick: (/** @type {any} */ event) => event.target.select(),
      }),
      h(
        "button",
        { class: "btn", type: "button", onclick: () => ctx.act.copy(link) },
        ctx.say(ctx.ui.copied ? "page.copied" : "page.copy"),
      ),
    ),
    h("img", {
      class: "qr",
      src: `/api/tables/${ctx.table.id}/qr.svg`,
      alt: ctx.say("page.invite.qr"),
      width: "220",
      height: "220",
    }),
  ];
}
