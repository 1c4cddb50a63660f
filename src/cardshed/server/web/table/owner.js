// @ts-check
/** Who is at the table, and what its owner may do about it. */

import { h } from "../core/dom.js";
import { button } from "./waiting.js";

/** @typedef {import("./context.js").Context} Context */

/** All people at the table, where there are several. @param {Context} ctx */
export function people(ctx) {
  const there = ctx.table.seats.filter((/** @type {any} */ seat) => seat.person || seat.guest);
  const comes = ctx.table.owner && ctx.table.seats.some((/** @type {any} */ seat) => seat.free);
  if (there.length < 2 && !comes) return null;
  return h(
    "section",
    { class: "device people" },
    h("h3", null, ctx.say("page.people")),
    h(
      "ul",
      { class: "places" },
      there.map((/** @type {any} */ seat) => one(seat, ctx)),
    ),
    ctx.table.owner && !ctx.ended
      ? h(
          "button",
          { class: "btn danger", type: "button", onclick: () => ctx.act.open("close") },
          ctx.say("page.owner.close"),
        )
      : null,
  );
}

/** @param {any} seat @param {Context} ctx */
function one(seat, ctx) {
  const said = [seat.seat === ctx.me && "me", seat.owner && "owner", seat.guest && "guest", seat.muted && "muted"];
  const name = seat.guest?.name ?? ctx.names[seat.seat];
  return h(
    "li",
    { key: seat.seat },
    h("b", null, name),
    h("span", { class: "quiet" }, said.flatMap((word) => (word ? [ctx.say(`page.seat.${word}`)] : [])).join(" · ")),
    ctx.table.owner && seat.seat !== ctx.me && seat.seat !== ctx.table.guest
      ? h(
          "button",
          {
            class: "btn",
            type: "button",
            "aria-label": `${ctx.say("page.owner.manage")}: ${name}`,
            onclick: () => ctx.act.about(seat.seat),
          },
          ctx.say("page.owner.manage"),
        )
      : null,
  );
}

/** What the owner of the table may do about somebody. @param {Context} ctx */
export function person(ctx) {
  const seat = ctx.ui.about;
  const { person, guest, muted } = ctx.table.seats[seat];
  if (!person && !guest) return h("p", null, ctx.say("page.owner.gone"));
  return [
    h(
      "div",
      { class: "choice" },
      button(ctx, muted ? "page.owner.unmute" : "page.owner.mute", "mute", { seat, yes: !muted }),
      guest || ctx.ended ? null : button(ctx, "page.owner.handover", "handover", { seat }),
    ),
    ctx.ended
      ? null
      : [
          h("p", { class: "quiet" }, ctx.say("page.owner.remove.text")),
          h(
            "div",
            { class: "choice" },
            button(ctx, "page.owner.remove", "remove", { seat, bar: false }, "danger"),
            button(ctx, "page.owner.bar", "remove", { seat, bar: true }, "danger"),
          ),
        ],
  ];
}

/** @param {Context} ctx */
export const closing = (ctx) => [
  h("p", null, ctx.say("page.owner.close.text")),
  h("div", { class: "choice" }, button(ctx, "page.owner.close.sure", "close", {}, "danger")),
];
