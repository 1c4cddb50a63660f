// @ts-check
/** The bar above the hand: Pass on the left, Play on the right, what fits in between. Buttons never move. */

import { h } from "../core/dom.js";
import { pref } from "../core/prefs.js";
import { staged } from "./selection.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./selection.js").Move} Move */

const MOST = 4; // plays that are offered by name

/** @param {Context} ctx */
export function bar(ctx) {
  if (ctx.me === null) return null;
  if (ctx.ended) return over(ctx);
  return h(
    "div",
    { class: "bar", role: "group", "aria-label": ctx.say("page.bar") },
    ctx.look.left?.(ctx) ?? pass(ctx),
    between(ctx),
    play(ctx),
  );
}

/** @param {Context} ctx */
function over(ctx) {
  return h(
    "div",
    { class: "bar", role: "group", "aria-label": ctx.say("page.bar") },
    h("button", { class: "btn", type: "button", onclick: () => ctx.act.open("round") }, ctx.say("page.result")),
    h("div", { class: "between" }, h("span", { class: "quiet" }, ctx.say("page.over"))),
    h("button", { class: "btn go", type: "button", onclick: () => ctx.act.rematch() }, ctx.say("page.rematch")),
  );
}

/** @param {Context} ctx */
function pass(ctx) {
  const passes = ctx.moves.filter((move) => move.kind === "pass");
  const only = passes.length === 1 ? passes[0] : null;
  const off = !ctx.myTurn || !passes.length || ctx.ui.busy;
  const act = () => (only ? ctx.act.play(only) : ctx.act.open("pass"));
  return h(
    "button",
    {
      class: "btn pass",
      type: "button",
      "data-act": "pass",
      "aria-disabled": String(off),
      "aria-label": only && ctx.look.short ? capital(ctx.say(only.label)) : null,
      onclick: () => (off ? ctx.act.why("pass") : act()),
    },
    only ? words(only, ctx) : ctx.say("page.pass"),
    h("kbd", { "aria-hidden": "true" }, "P"),
  );
}

/** @param {Context} ctx */
function between(ctx) {
  const { whole, more, plain } = ctx.choices;
  const others = plain.filter((move) => move.kind !== "pass");
  const several = whole.length > 1 ? whole : [];
  const named = ctx.picked.length ? (several.length ? several : whole.length ? [] : more) : others;
  const offered = ctx.look.named?.(named, ctx) ?? named;
  const chips = offered.slice(0, MOST).map((move) => {
    const stage = !several.includes(move) && !others.includes(move);
    const act = () => (stage ? ctx.act.stage(staged(move, ctx.picks, ctx.picked, ctx.idOf)) : ctx.act.play(move));
    return h(
      "button",
      {
        key: move.text,
        class: "chip",
        type: "button",
        "aria-label": ctx.look.short ? capital(ctx.say(move.label)) : null,
        onclick: act,
      },
      words(move, ctx),
    );
  });
  const rest = offered.length - chips.length;
  const own = ctx.look.bar?.(ctx);
  return h(
    "div",
    { class: "between" },
    own ?? null,
    chips,
    rest > 0 ? h("span", { class: "quiet", key: "rest" }, ctx.say("page.more_plays", { n: rest })) : null,
    !own && !chips.length ? h("span", { class: "quiet", key: "state" }, state(ctx)) : null,
  );
}

/** @param {Context} ctx */
function state(ctx) {
  if (ctx.away) return ctx.say("page.away");
  if (ctx.ui.past) return "";
  if (!ctx.myTurn) {
    const waiting = ctx.view?.acting ?? [];
    return waiting.length ? ctx.say("page.waits_for", { seats: waiting }) : "";
  }
  if (!ctx.picked.length) return ctx.say(onlyPass(ctx) ? "page.only_pass" : "page.your_turn");
  return ctx.choices.whole.length ? "" : ctx.say("page.no_fit");
}

/** @param {Context} ctx */
const onlyPass = (ctx) => pref("marks") && ctx.moves.every((move) => move.kind === "pass");

/** @param {Context} ctx */
function play(ctx) {
  const { whole } = ctx.choices;
  const only = whole.length === 1 ? whole[0] : null;
  const own = ctx.look.main?.(ctx);
  const off = !ctx.myTurn || (!own && !ctx.picked.length) || ctx.ui.busy;
  const act = () =>
    own ? own.act() : only ? ctx.act.play(only) : whole.length > 1 ? ctx.act.why("which") : ctx.act.attempt();
  const said = only ? ctx.say("page.play.move", { move: ctx.say(only.label) }) : ctx.say("page.play");
  return h(
    "button",
    {
      class: ["btn", "play", (own ? own.sure : only) && "go sure"],
      type: "button",
      "data-act": "play",
      "aria-disabled": String(off),
      "aria-label": own?.spoken,
      onclick: () => (off ? ctx.act.why("play") : act()),
    },
    h("span", null, own?.said ?? said),
    h("kbd", { "aria-hidden": "true" }, "↵"),
  );
}

/** A move on a button. @param {Move} move @param {Context} ctx */
const words = (move, ctx) => ctx.look.short?.(move, ctx) ?? capital(ctx.say(move.label));

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
