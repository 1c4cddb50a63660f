// @ts-check
/** The line at the top, and the small tools beside the own seat. */

import { h } from "../core/dom.js";
import { serverTime } from "../core/live.js";
import { either } from "../core/say.js";
import { icon, mark } from "../core/icons.js";

/** @typedef {import("./context.js").Context} Context */

const MENU = ["rules", "log", "scores", "invite", "shuffle", "settings"];

/** @param {Context} ctx */
export function top(ctx) {
  const { table } = ctx;
  const house = Object.keys(table.options).length;
  return h(
    "header",
    { class: "top" },
    h("a", { class: "home", href: "/", "aria-label": ctx.say("page.home") }, mark()),
    h("h1", null, table.title),
    h(
      "button",
      { class: "about", type: "button", onclick: () => ctx.act.open("rules") },
      ctx.view
        ? ctx.say(either(`${ctx.table.game}.page.deal`, "page.deal"), {
            number: ctx.view.deal + (ctx.view.over ? 0 : 1),
          })
        : ctx.say("page.waiting"),
      " · ",
      house ? ctx.say("page.options.house", { n: house }) : ctx.say("page.options.book_short"),
    ),
    h(
      "nav",
      { "aria-label": ctx.say("page.menu") },
      (ctx.ui.coach ? ["rules", "settings"] : MENU).map((name) => item(ctx, name)),
    ),
  );
}

/** @param {Context} ctx @param {string} name */
function item(ctx, name) {
  return h(
    "button",
    {
      key: name,
      class: ["item", `item-${name}`],
      type: "button",
      "aria-haspopup": "dialog",
      "aria-label": ctx.say(`page.menu.${name}`),
      onclick: () => ctx.act.open(name),
    },
    icon(name),
    h("span", null, ctx.say(`page.menu.${name}`)),
  );
}

/** @param {Context} ctx */
export function tools(ctx) {
  const left = seconds(ctx);
  return h(
    "div",
    { class: "tools" },
    left === null
      ? null
      : h(
          "span",
          { class: ["clock", left < 10 && "short"], role: "timer", "aria-label": ctx.say("page.clock", { n: left }) },
          `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`,
        ),
    tool(ctx, "hint", "H", () => ctx.act.hint(), !ctx.myTurn),
    ctx.ui.coach ? null : tool(ctx, "undo", "U", () => ctx.act.undo(), ctx.ended),
    tool(ctx, "sort", "S", () => ctx.act.sort(), false),
    ctx.view?.zones.some((/** @type {any} */ zone) => zone.id === "trick")
      ? tool(ctx, "trick", "T", () => ctx.act.open("trick"), false)
      : null,
    ctx.ui.coach ? null : tool(ctx, "phrases", "", () => ctx.act.open("phrases"), false),
  );
}

/** @param {Context} ctx @param {string} name @param {string} key @param {() => void} act @param {boolean} off */
function tool(ctx, name, key, act, off) {
  return h(
    "button",
    {
      key: name,
      class: ["tool", `tool-${name}`],
      type: "button",
      disabled: off,
      title: ctx.say(`page.tool.${name}`),
      "aria-label": ctx.say(`page.tool.${name}`),
      "aria-keyshortcuts": key || null,
      onclick: act,
    },
    icon(name),
  );
}

/** @param {Context} ctx */
function seconds(ctx) {
  const { deadline } = ctx.table;
  return deadline ? Math.max(0, Math.round(deadline - serverTime())) : null;
}
