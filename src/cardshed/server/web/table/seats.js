// @ts-check
/** The people and bots around the table. */

import { h, once } from "../core/dom.js";
import { backs, lying } from "./cards.js";

/** @typedef {import("./context.js").Context} Context */

const PLACES = {
  1: ["top"],
  2: ["left", "right"],
  3: ["left", "top", "right"],
  4: ["left", "top", "top", "right"],
  5: ["left", "top", "top", "top", "right"],
};

/** @param {Context} ctx */
export function opponents(ctx) {
  const places = PLACES[/** @type {1} */ (ctx.others.length)] ?? ctx.others.map(() => "top");
  const at = (/** @type {string} */ place) =>
    h(
      "div",
      { key: place, class: ["seats", `at-${place}`] },
      ctx.others.filter((_, i) => places[i] === place).map((seat) => plate(seat, ctx)),
    );
  return [at("left"), at("top"), at("right")];
}

/** @param {number} seat @param {Context} ctx @param {boolean} [own] */
export function plate(seat, ctx, own = false) {
  const who = ctx.table.seats[seat];
  const told = ctx.view?.seats[seat];
  const turn = !!ctx.view?.acting.includes(seat);
  const phrase = ctx.ui.phrases?.[seat];
  return h(
    "div",
    {
      key: `seat ${seat}`,
      class: ["seat", turn && "turn", told?.locked && "locked", told?.out && "out", own && "own"],
      "data-seat": seat,
      vars: { "--hue": String(hue(ctx.names[seat])) },
      role: "group",
      "aria-label": spoken(seat, ctx),
    },
    own ? null : (openHand(seat, ctx) ?? backs(told?.cards ?? 0)),
    h(
      "div",
      { class: "plate", "aria-hidden": "true" },
      h("span", { class: "face" }, who.person ? initial(ctx.names[seat]) : robot()),
      h(
        "span",
        { class: "who" },
        h("b", null, ctx.names[seat], own && ctx.me === seat ? you(ctx) : presence(who, ctx), owns(who, ctx)),
        told && h("small", { class: "long" }, ctx.say("page.seat.cards", { n: told.cards }), ` · ${points(told, ctx)}`),
        told && h("small", { class: "short" }, ctx.say("page.seat.short", { cards: told.cards, points: told.points })),
      ),
      phrase
        ? h("span", { class: "phrase", key: "phrase" }, ctx.say({ key: `server.phrase.${phrase}`, params: {} }))
        : null,
    ),
    who.guest
      ? h("div", { class: "notes comes", "aria-hidden": "true" }, h("span", null, guestWords(who.guest, ctx)))
      : null,
    ctx.look.seat?.(told, ctx) ?? notes(told, ctx),
  );
}

/** The hand of another, where all hands are open. @param {number} seat @param {Context} ctx */
function openHand(seat, ctx) {
  const cards = ctx.zone("hand", seat);
  return cards.length ? lying(cards, ctx, { class: "small open-hand" }) : null;
}

/** @param {any} told @param {Context} ctx */
export function notes(told, ctx) {
  if (!told?.notes.length) return null;
  return h(
    "div",
    { class: "notes", "aria-hidden": "true" },
    told.notes.map((/** @type {any} */ note) => h("span", null, ctx.say(note))),
  );
}

/** @param {Context} ctx */
const you = (ctx) => h("span", { class: "tag" }, ctx.say("page.seat.me"));

/** @param {any} told @param {Context} ctx */
const points = (told, ctx) => ctx.say("page.seat.points", { n: told.points });

/** @param {any} who @param {Context} ctx */
function presence(who, ctx) {
  if (!who.person) return h("i", { class: "tag" }, botWords(who, ctx));
  if (who.away) return h("i", { class: "tag warn" }, ctx.say(`page.seat.${who.away}`));
  return who.here ? null : h("i", { class: "tag warn" }, ctx.say("page.seat.offline"));
}

/** Who owns the table, where several people sit. @param {any} who @param {Context} ctx */
const owns = (who, ctx) =>
  who.owner && ctx.people().length > 1 ? h("i", { class: "tag" }, ctx.say("page.seat.owner")) : null;

/** Who comes to a seat. @param {any} guest @param {Context} ctx @returns {string} */
export const guestWords = (guest, ctx) =>
  ctx.say(guest.promised ? "page.seat.promised" : "page.seat.knocks", { name: guest.name });

/** @param {any} who @param {Context} ctx */
export const botWords = (who, ctx) => ctx.say("page.seat.bot", { level: ctx.say(`page.level.${who.bot}`) });

/** A seat in one sentence. @param {number} seat @param {Context} ctx */
function spoken(seat, ctx) {
  const told = ctx.view?.seats[seat];
  if (!told) return ctx.names[seat];
  const said = [ctx.names[seat], ctx.say("page.seat.cards", { n: told.cards }), points(told, ctx)];
  if (ctx.view.acting.includes(seat)) said.push(ctx.say("page.seat.turn"));
  const { guest } = ctx.table.seats[seat];
  if (guest) said.push(guestWords(guest, ctx));
  return [...said, ...told.notes.map((/** @type {any} */ note) => ctx.say(note))].join(", ");
}

/** @param {string} name */
const initial = (name) => [...name][0]?.toUpperCase() ?? "?";

const robot = once(() =>
  h(
    "svg",
    { viewBox: "0 0 24 24", class: "robot" },
    h("path", {
      d: "M11 3h2v3h4a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3h4zM8.500 11a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3zm7 0a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3zM8 16h8v1.500H8z",
    }),
  ),
);

/** A colour that stays with a name. @param {string} name */
function hue(name) {
  let sum = 7;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 3600;
  return sum % 360;
}
