// @ts-check
/** What happened, in sentences: for the log, and for those who listen. */

import { h } from "../core/dom.js";
import { capital } from "./bar.js";

/** @typedef {import("./context.js").Context} Context */

/** @param {any} entry @param {Context} ctx @returns {string} */
export function sentence(entry, ctx) {
  const { kind, seat } = entry;
  if (kind === "move") {
    if (!entry.labels) return ctx.say("page.log.sealed", { seat });
    const what = entry.labels.map((/** @type {any} */ label) => ctx.say(label)).join(", ");
    return ctx.say(entry.by === "timer" ? "page.log.late" : "page.log.move", { seat, what });
  }
  if (kind === "say") return ctx.say("page.log.say", { seat, what: ctx.say(entry.labels[0]) });
  if (kind === "answer") return ctx.say(entry.yes ? "page.log.agreed" : "page.log.refused", { seat });
  if (kind === "knock" && entry.promised) return ctx.say("page.log.promised", { seat, name: entry.name });
  if (kind === "mute" && !entry.yes) return ctx.say("page.log.unmute", { seat });
  if (kind === "away") return ctx.say("page.log.away", { seat });
  return ctx.say(`page.log.${kind}`, { seat, name: entry.name ?? "" });
}

/** The entries of a log, oldest first. @param {Record<string, any>} log @returns {{ n: number, entry: any }[]} */
export function entries(log) {
  return Object.keys(log)
    .map(Number)
    .sort((a, b) => a - b)
    .map((n) => ({ n, entry: log[n] }));
}

/** @param {Context} ctx */
export function logList(ctx) {
  const all = entries(ctx.state.log).reverse();
  return h(
    "ol",
    { class: "log", reversed: true },
    all.map(({ n, entry }) =>
      h(
        "li",
        { key: n, class: [entry.undone && "undone", entry.seat === ctx.me && "mine"] },
        capital(sentence(entry, ctx)),
      ),
    ),
  );
}
