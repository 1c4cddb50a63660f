// @ts-check
/** What moves a replay along: steps, rounds, whose eyes, and what was done. */

import { h } from "../core/dom.js";
import { icon, mark } from "../core/icons.js";
import { either } from "../core/say.js";
import { capital } from "../table/bar.js";

/** @typedef {import("../table/context.js").Context} Context */
/** @typedef {import("./screen.js").ReplayScreen} Replay */

const OPEN = "open"; // hands

/** What the buttons show, drawn in a square of 24. */
const SIGNS = {
  first: "M5 5h2.5v14H5zM19 5v14L8.5 12z",
  back: "M16.5 5v14L6 12z",
  play: "M7 4.5 19.5 12 7 19.5z",
  stop: "M6.5 5h4v14h-4zM13.5 5h4v14h-4z",
  on: "M7.5 5v14L18 12z",
  last: "M16.5 5H19v14h-2.5zM5 5v14l10.5-7z",
};

/** @param {Context} ctx @param {Replay} replay */
export function header(ctx, replay) {
  const { id } = replay;
  return h(
    "header",
    { class: "top" },
    h("a", { class: "home", href: "/", "aria-label": ctx.say("page.home") }, mark()),
    h("h1", null, ctx.table.title),
    h("span", { class: "about" }, dealOf(ctx.view.deal + (ctx.ended ? 0 : 1), ctx)),
    h(
      "nav",
      { "aria-label": ctx.say("page.menu") },
      h(
        "button",
        { class: "item", type: "button", "aria-label": ctx.say("page.replay.share"), onclick: () => replay.copy() },
        icon("link"),
        h("span", null, ctx.say(ctx.ui.copied ? "page.copied" : "page.replay.share")),
      ),
      h(
        "a",
        { class: "item", href: `/api/tables/${id}/record`, download: true, "aria-label": ctx.say("page.record") },
        icon("download"),
        h("span", null, ctx.say("page.record")),
      ),
      h(
        "a",
        { class: "item", href: `/t/${id}`, "aria-label": ctx.say("page.replay.table") },
        icon("trick"),
        h("span", null, ctx.say("page.replay.table")),
      ),
    ),
  );
}

/** @param {number} number @param {Context} ctx */
const dealOf = (number, ctx) => ctx.say(either(`${ctx.table.game}.page.deal`, "page.deal"), { number });

/** @param {Context} ctx @param {Replay} replay */
export function controls(ctx, replay) {
  const { at, last } = replay;
  return h(
    "div",
    { class: "bar replay", role: "group", "aria-label": ctx.say("page.replay") },
    h("p", { class: "done", role: "status" }, done(ctx, replay)),
    h(
      "div",
      { class: "steps-row" },
      button("first", "page.replay.first", () => replay.go(0), at === 0, ctx),
      button("back", "page.replay.back", () => replay.go(at - 1), at === 0, ctx),
      button(
        replay.playing ? "stop" : "play",
        replay.playing ? "page.replay.stop" : "page.replay.play",
        () => replay.toggle(),
        false,
        ctx,
      ),
      button("on", "page.replay.on", () => replay.go(at + 1), at === last, ctx),
      button("last", "page.replay.last", () => replay.go(last), at === last, ctx),
      h("input", {
        type: "range",
        min: 0,
        max: last,
        value: String(at),
        "aria-label": ctx.say("page.replay.move"),
        oninput: (/** @type {any} */ event) => replay.go(Number(event.target.value)),
      }),
      rounds(ctx, replay),
      eyes(ctx, replay),
    ),
  );
}

/** The move that led here, in a sentence. @param {Context} ctx @param {Replay} replay */
function done(ctx, { at, last, steps }) {
  if (!at) return ctx.say("page.replay.begin");
  const { seat, label } = steps[at - 1];
  const what = ctx.say("page.log.move", { seat, what: ctx.say(label) });
  return ctx.say("page.replay.done", { at, last, what: capital(what) });
}

/** @param {keyof typeof SIGNS} sign @param {string} key @param {() => void} act @param {boolean} off @param {Context} ctx */
const button = (sign, key, act, off, ctx) =>
  h(
    "button",
    {
      key,
      class: "icon step",
      type: "button",
      "data-step": sign,
      "aria-label": ctx.say(key),
      disabled: off,
      onclick: act,
    },
    h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: SIGNS[sign] })),
  );

/** @param {Context} ctx @param {Replay} replay */
function rounds(ctx, replay) {
  const begun = replay.deals.filter((at) => at < replay.last);
  if (begun.length < 2) return null;
  const now = begun.findLast((at) => at <= replay.at) ?? 0;
  return h(
    "select",
    {
      key: "rounds",
      "aria-label": ctx.say("page.replay.round"),
      value: String(now),
      onchange: (/** @type {any} */ event) => replay.go(Number(event.target.value)),
    },
    begun.map((at, i) => h("option", { key: at, value: String(at) }, dealOf(i + 1, ctx))),
  );
}

/** @param {Context} ctx @param {Replay} replay */
function eyes(ctx, replay) {
  return h(
    "select",
    {
      key: "eyes",
      "aria-label": ctx.say("page.replay.eyes"),
      value: replay.seat === null ? OPEN : String(replay.seat),
      onchange: (/** @type {any} */ event) =>
        replay.see(event.target.value === OPEN ? null : Number(event.target.value)),
    },
    h("option", { key: OPEN, value: OPEN }, ctx.say("page.replay.open")),
    ctx.names.map((_, seat) => h("option", { key: seat, value: String(seat) }, ctx.say("page.replay.as", { seat }))),
  );
}
