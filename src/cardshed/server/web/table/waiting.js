// @ts-check
/** Before the match: who sits where, free seats, the invitation. And what has to be known at once, above the table. */

import { h } from "../core/dom.js";
import { pref } from "../core/prefs.js";
import { invitation } from "./invitation.js";
import { botWords } from "./seats.js";

/** @typedef {import("./context.js").Context} Context */

/** @param {Context} ctx */
export function waiting(ctx) {
  const shuffled = !!ctx.table.shuffle.asked;
  return h(
    "section",
    { class: "waiting" },
    h("h2", { role: "status" }, ctx.say(shuffled ? "page.waiting.shuffle" : "page.waiting.title")),
    shuffled ? null : nameField(ctx),
    h(
      "ul",
      { class: "places" },
      ctx.table.seats.map((/** @type {any} */ seat) => place(seat, ctx)),
    ),
    shuffled ? null : [start(ctx), h("div", { class: "invite" }, invitation(ctx))],
  );
}

/** Beginning before all are there: the owner of the table just does it, others when all who sit want to. @param {Context} ctx */
function start(ctx) {
  if (ctx.table.owner) return button(ctx, "page.start", "start", {}, "go");
  if (ctx.me === null) return null;
  if (!ctx.table.seats[ctx.me].ready) return button(ctx, "page.start.vote", "start", {}, "go");
  const seats = ctx.people((seat) => !seat.ready);
  return h(
    "div",
    { class: "choice" },
    h("p", { class: "quiet" }, ctx.say("page.start.waits", { seats })),
    button(ctx, "page.start.wait", "start", { yes: false }),
  );
}

/** What sends a command. @param {Context} ctx @param {string} key @param {string} type @param {any} [body] @param {string} [look] */
export const button = (ctx, key, type, body = {}, look = "") =>
  h("button", { key, class: ["btn", look], type: "button", onclick: () => ctx.act.command(type, body) }, ctx.say(key));

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
    h("span", { class: "quiet" }, placeWords(seat, ctx)),
    seat.free && ctx.me === null && !ctx.table.shuffle.asked
      ? h("button", { class: "btn", type: "button", onclick: sit }, ctx.say("page.sit"))
      : null,
  );
}

/** @param {any} seat @param {Context} ctx */
function placeWords(seat, ctx) {
  if (!seat.person) return seat.free ? ctx.say("page.seat.free") : botWords(seat, ctx);
  const said = [seat.owner && "owner", seat.here ? "here" : "offline", seat.ready && "ready"].filter(Boolean);
  return said.map((word) => ctx.say(`page.seat.${word}`)).join(" · ");
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
    ctx.ui.note && !ctx.view ? h("p", { key: "note", class: "banner warn", role: "status" }, ctx.ui.note) : null,
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
    ctx.guest ? asking(ctx.guest, ctx) : null,
    ctx.ended ? null : ctx.table.seats.map((/** @type {any} */ seat) => seat.guest && comes(seat, ctx)),
    ctx.me === null && !ctx.guest && free && ctx.view && !ctx.ended
      ? h(
          "p",
          { key: "free", class: "banner" },
          ctx.say("page.free_seat"),
          h(
            "button",
            { class: "btn", type: "button", onclick: () => ctx.act.sit(null, pref("name")) },
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

/** What somebody is told who came late. @param {NonNullable<Context["guest"]>} guest @param {Context} ctx */
function asking(guest, ctx) {
  const kept = ctx.ended ? "rematch" : guest.promised ? "promised" : "asked";
  const rematch = () => ctx.act.rematch();
  return h(
    "p",
    { key: "guest", class: "banner", role: "status" },
    ctx.say(`page.guest.${kept}`),
    ctx.mayRematch && !ctx.table.rematch
      ? h("button", { class: "btn go", type: "button", onclick: rematch }, ctx.say("page.rematch"))
      : null,
    button(ctx, "page.guest.withdraw", "leave"),
  );
}

/** What those are told who sit there, or own the table, when somebody asks for a seat. @param {any} seat @param {Context} ctx */
function comes(seat, ctx) {
  const { guest, seat: number } = seat;
  const owned = ctx.table.seats.some((/** @type {any} */ other) => other.owner);
  const decides = ctx.table.owner || (ctx.me !== null && !owned);
  const refuse = decides ? button(ctx, "page.guest.refuse", "admit", { seat: number, yes: false }) : null;
  const missing = ctx.people(({ seat: other }) => !guest.agreed.includes(other));
  const agreed = ctx.me !== null && guest.agreed.includes(ctx.me);
  if (number === ctx.table.guest || (!decides && (ctx.me === null || !guest.promised))) return null;
  if (!guest.promised)
    return h(
      "p",
      { key: `guest ${number}`, class: "banner", role: "status" },
      ctx.say("page.guest.knocks", { name: guest.name }),
      button(ctx, "page.guest.admit", "admit", { seat: number, yes: true }, "go"),
      refuse,
    );
  return h(
    "p",
    { key: `guest ${number}`, class: "banner" },
    h("span", null, ctx.say("page.guest.comes", { name: guest.name })),
    guest.agreed.length
      ? h(
          "span",
          { class: "quiet" },
          ctx.say("page.guest.agreed", { seats: guest.agreed, missing: seatsOf(missing, ctx) }),
        )
      : null,
    ctx.me === null || agreed ? null : button(ctx, "page.guest.now", "agree", { seat: number }),
    refuse,
  );
}

/** @param {number[]} seats @param {Context} ctx */
const seatsOf = (seats, ctx) => seats.map((seat) => ctx.names[seat]).join(", ");

/** @param {Context} ctx @param {boolean} yes */
const answer = (ctx, yes) =>
  h(
    "button",
    { class: "btn", type: "button", onclick: () => ctx.act.command("answer", { yes, after: ctx.table.n }) },
    ctx.say(yes ? "page.allow" : "page.refuse"),
  );
