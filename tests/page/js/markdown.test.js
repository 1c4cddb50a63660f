// @ts-check
/** Our rule texts become elements, and nothing of their marks is left over. */

import assert from "node:assert/strict";
import test from "node:test";

import { markdown } from "../../../src/cardshed/server/web/core/markdown.js";
import { cases } from "./cases.js";

/** All words of what is described, and all tags. @param {any} described @param {string[]} tags @returns {string} */
function words(described, tags = []) {
  if (described === null || typeof described === "string") return described ?? "";
  if (Array.isArray(described)) return described.map((one) => words(one, tags)).join(" ");
  tags.push(described.tag);
  return words(described.children, tags);
}

test("the marks of the little Markdown", () => {
  /** @type {string[]} */
  const tags = [];
  const text = "# A *b*\nc\n\n- **d** e\n  f\n- `g`\n\n| h | i |\n|--|--|\n| j | k |\n\n1. l\n2. [m](n)";
  const told = words(markdown(text), tags).replace(/\s+/g, " ").trim();
  assert.equal(told, "A b c d e f g h i j k l m");
  for (const tag of ["h2", "em", "p", "ul", "li", "b", "code", "table", "th", "td", "ol"])
    assert.ok(tags.includes(tag), tag);
});

test("the rules of every game", () => {
  for (const [game, text] of Object.entries(cases.rules)) {
    const told = words(markdown(text));
    assert.ok(told.length > 1000, game);
    assert.doesNotMatch(told, /\*\*|^#|\]\(|\|--/m, game);
  }
});
