// @ts-check
/** Before the match: who sits where, free seats, the invitation. And what has to be known at once, above the table. */

import { h } from "../core/dom.js";
import { pref } from "../core/prefs.js";
import { invitation } from "./invitation.js";
import { botWords } from "./seats.js";

/** @typedef {import("./context.js").Context} Context */

/** @param {Context} ctx */
export function waiting(ctx) {
  return h(
    "section",
    { class: "waiting" },
    h("h2", null, ctx.say("page.waiting.title")),
    nameField(ctx),
    h(
      "ul",
      { class: "places" },
      ctx.table.seats.map((/** @type {any} */ seat) => place(seat, ctx)),
    ),
    ctx.me === null
      ? null
      : h(
          "button",
          { class: "btn go", type: "button", onclick: () => ctx.act.command("start") },
          ctx.say("page.start"),
        ),
    h("div", { class: "invite" }, invitation(ctx)),
  );
}

/** @param {Context} ctx */
function nameField(ctx) {
  if (ctx.me !== null) return null;
  return h(
    "label",
    { class: "field" },
    h("span", null, ctx.say("page.name")),
    h("input", {
      id: "name",
      maxlength: "24",
      autocomplete: "nickname",
      value: pref("name") || "",
      placeholder: ctx.say("page.guest"),
    }),
  );
}

/** @param {any} seat @param {Context} ctx */
function place(seat, ctx) {
  const sit = () => ctx.act.sit(seat.seat, /** @type {any} */ (document.getElementById("name"))?.value.trim() ?? "");
  return h(
    "li",
    { key: seat.seat, class: seat.free && "free" },
    h(
      "b",
      null,
      seat.seat === ctx.me ? ctx.say("page.seat.you", { name: ctx.names[seat.seat] }) : ctx.names[seat.seat],
    ),
    h(
      "span",
      { class: "quiet" },
      seat.free
        ? ctx.say("page.seat.free")
        : seat.person
          ? ctx.say(seat.here ? "page.seat.here" : "page.seat.offline")
          : botWords(seat, ctx),
    ),
    seat.free && ctx.me === null
      ? h("button", { class: "btn", type: "button", onclick: sit }, ctx.say("page.sit"))
      : null,
  );
}

/** @param {Context} ctx */
export function banners(ctx) {
  const { line } = ctx.ui;
  const asked = ctx.table.undo;
  const free = ctx.table.seats.find((/** @type {any} */ seat) => seat.free);
  return h(
    "div",
    { class: "banners" },
    line === "lost"
      ? h("p", { key: "lost", class: "banner warn", role: "status" }, ctx.say("page.reconnecting"))
      : null,
    line === "gone"
      ? h("p", { key: "gone", class: "banner warn", role: "status" }, ctx.ui.why ?? ctx.say("page.no_table"))
      : null,
    ctx.away
      ? h(
          "p",
          { key: "away", class: "banner" },
          ctx.say("page.away"),
          h(
            "button",
            { class: "btn", type: "button", onclick: () => ctx.act.command("back") },
            ctx.say("page.take_back"),
          ),
        )
      : null,
    asked && ctx.me !== null && asked.waiting.includes(ctx.me)
      ? h(
          "p",
          { key: "undo", class: "banner" },
          ctx.say("page.undo.asks", { seat: asked.seat }),
          answer(ctx, true),
          answer(ctx, false),
        )
      : null,
    asked && asked.seat === ctx.me ? h("p", { key: "asked", class: "banner" }, ctx.say("page.undo.asked")) : null,
    ctx.me === null && free && ctx.view && !ctx.ended
      ? h(
          "p",
          { key: "free", class: "banner" },
          ctx.say("page.free_seat"),
          h(
            "button",
            { class: "btn", type: "button", onclick: () => ctx.act.sit(free.seat, pref("name")) },
            ctx.say("page.sit"),
          ),
        )
      : null,
    ctx.table.rematch
      ? h(
          "p",
          { key: "rematch", class: "banner" },
          ctx.say("page.rematch.there"),
          h("a", { class: "btn go", href: `/t/${ctx.table.rematch}` }, ctx.say("page.rematch.go")),
        )
      : null,
  );
}

/** @param {Context} ctx @param {boolean} yes */
const answer = (ctx, yes) =>
  h(
    "button",
    { class: "btn", type: "button", onclick: () => ctx.act.command("answer", { yes, after: ctx.table.n }) },
    ctx.say(yes ? "page.allow" : "page.refuse"),
  );
