// @ts-check
/** The band above a table at which something is learnt: what is said, and the way on. */

import { h } from "../core/dom.js";

/**
 * @typedef {{ said: any, act?: () => void, href?: string, main?: boolean }} Way
 * @typedef {{ title: string, text: any, told?: string, done: number, tone?: "right" | "wrong", ways: Way[] }} Coach
 */

/** @param {Coach} coach @param {import("../table/context.js").Context} ctx */
export function band({ title, text, told = "", done, tone, ways }, ctx) {
  return h(
    "section",
    { class: ["coach", tone], "aria-label": ctx.say("page.learn.guide") },
    h("div", { class: "so-far", vars: { "--done": String(done) }, "aria-hidden": "true" }),
    h("p", { class: "heading quiet" }, title),
    h("div", { class: "words", role: "status" }, text, told ? h("p", { class: "told" }, told) : null),
    h("div", { class: "ways" }, ways.map(way)),
  );
}

/** @param {Way} way @param {number} i */
function way({ said, act, href, main }, i) {
  const kind = ["btn", main && "go"];
  if (href) return h("a", { key: `${i} ${said}`, class: kind, href, "data-act": main ? "coach" : null }, said);
  return h(
    "button",
    { key: `${i} ${said}`, class: kind, type: "button", "data-act": main ? "coach" : null, onclick: act },
    said,
  );
}

/** A sentence in which **words** stand out. @param {string} text */
export const bold = (text) =>
  h(
    "p",
    null,
    text.split("**").map((part, i) => (i % 2 ? h("strong", null, part) : part)),
  );
