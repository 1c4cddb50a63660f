// @ts-check
/** The little Markdown that our rule texts are written in, as elements. */

import { h } from "./dom.js";

/** @param {string} text */
export function markdown(text) {
  const blocks = text.trim().split(/\n{2,}/);
  return blocks.map((block, i) => one(block, i));
}

/** @param {string} block @param {number} key */
function one(block, key) {
  const heading = /^(#{1,4}) (.*)$/.exec(block.split("\n")[0]);
  if (heading) {
    const rest = block.split("\n").slice(1).join("\n");
    const level = Math.min(4, heading[1].length + 1);
    return h("div", { key, class: "block" }, h(`h${level}`, null, inline(heading[2])), rest ? one(rest, 0) : null);
  }
  const lines = block.split("\n");
  if (lines.every((line) => line.startsWith("|"))) return table(lines, key);
  if (/^[-*] /.test(block)) return h("ul", { key }, items(lines, /^[-*] /));
  if (/^\d+\. /.test(block)) return h("ol", { key }, items(lines, /^\d+\. /));
  return h("p", { key }, inline(lines.join(" ")));
}

/** @param {string[]} lines @param {RegExp} mark */
function items(lines, mark) {
  /** @type {string[]} */
  const found = [];
  for (const line of lines) {
    if (mark.test(line)) found.push(line.replace(mark, ""));
    else found[found.length - 1] += ` ${line.trim()}`;
  }
  return found.map((text, i) => h("li", { key: i }, inline(text)));
}

/** @param {string[]} lines @param {number} key */
function table(lines, key) {
  const cells = (/** @type {string} */ line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
  const [head, , ...body] = lines;
  return h(
    "div",
    { class: "wide", key, tabindex: "0", role: "region" },
    h(
      "table",
      null,
      h("thead", null, h("tr", null, cells(head).map((cell, i) => h("th", { key: i, scope: "col" }, inline(cell))))),
      h("tbody", null, body.map((line, i) => h("tr", { key: i }, cells(line).map((cell, k) => h("td", { key: k }, inline(cell)))))),
    ),
  );
}

/** Bold, emphasis and code within a line. @param {string} text @returns {any[]} */
function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith("**")) return h("b", null, part.slice(2, -2));
    if (part.startsWith("`")) return h("code", null, part.slice(1, -1));
    if (/^\*[^*]/.test(part)) return h("em", null, part.slice(1, -1));
    return part.replace(/^\[([^\]]+)\]\([^)]+\)$/, "$1");
  });
}
