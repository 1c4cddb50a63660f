// @ts-check
/** The emblem of each game, drawn by us: its own material on the quiet table. */

import { h } from "../core/dom.js";
import { pip } from "../looks/suits.js";

/** A drawing of 220 by 132. @param {string} name @param {...any} inside */
const drawing = (name, ...inside) =>
  h("svg", { class: ["emblem", name], viewBox: "0 0 220 132", "aria-hidden": "true", focusable: "false" }, inside);

/** @param {string} transform @param {...any} inside */
const at = (transform, ...inside) => h("g", { transform }, inside);

/** @param {number} w @param {number} k height */
const sheet = (w, k, name = "e-paper") => [
  h("rect", { class: "e-cast", x: 1, y: 3, width: w, height: k, rx: 6 }),
  h("rect", { class: name, width: w, height: k, rx: 6 }),
];

/** A playing card of 50 by 70. @param {string} rank @param {string} suit */
const card = (rank, suit) =>
  h(
    "g",
    { class: `suit-${suit}` },
    sheet(50, 70),
    h("text", { class: "e-index", x: 12, y: 22, "text-anchor": "middle" }, rank),
    at("translate(5.5 26) scale(.54)", pip(suit).children),
    at("translate(23 40) scale(.95)", pip(suit).children),
  );

/** A numbered card of 38 by 44 with the triangle of its colour. @param {number} number @param {boolean} red */
const numbered = (number, red) =>
  h(
    "g",
    { class: red ? "suit-H" : "suit-S" },
    sheet(38, 44),
    h("text", { class: "e-index", x: 19, y: 22, "text-anchor": "middle" }, number),
    h("path", { class: red ? "e-full" : "e-open", d: "M19 27l7 11H12z" }),
  );

function pyramid() {
  const rows = [[3], [4, 4], [5, 5, 5]];
  return drawing(
    "of-pyramid",
    rows.map((row, k) =>
      row.map((number, i) =>
        at(`translate(${91 - k * 22 + i * 44} ${3 + k * 42})`, numbered(number, (i + k) % 2 === 0)),
      ),
    ),
  );
}

function thirteen() {
  const fan = [
    ["J", "S"],
    ["Q", "D"],
    ["K", "C"],
    ["A", "S"],
    ["2", "H"],
  ];
  return drawing(
    "of-thirteen",
    fan.map(([rank, suit], i) =>
      at(`rotate(${(i - 2) * 15} 110 190) translate(85 ${i === 4 ? 14 : 24}) scale(1.08)`, card(rank, suit)),
    ),
  );
}

/** A kraft box with twine and a label. @param {number} x @param {number} y @param {number} w @param {number} k @param {number} value */
const box = (x, y, w, k, value, name = "") =>
  at(
    `translate(${x} ${y})`,
    h("rect", { class: "e-cast", x: 1, y: 2, width: w, height: k, rx: 3 }),
    h("rect", { class: `e-kraft ${name}`, width: w, height: k, rx: 3 }),
    h("path", { class: "e-flap", d: `M0 3a3 3 0 0 1 3-3h${w - 6}a3 3 0 0 1 3 3v6H0z` }),
    h("path", { class: "e-twine", d: `M${w * 0.3} 0v${k}M0 ${k * 0.62}h${w}` }),
    h("path", {
      class: "e-twine",
      d: `M${w * 0.3} ${k * 0.62}c-8-9-13-3-2 0c-11 4-7 10 2 0zm0 0c8-9 13-3 2 0c11 4 7 10-2 0z`,
    }),
    h("rect", { class: "e-label", x: w * 0.56, y: k * 0.3, width: 16, height: 18, rx: 1.5 }),
    h("text", { class: "e-index", x: w * 0.56 + 8, y: k * 0.3 + 15, "text-anchor": "middle" }, value),
  );

function parcels() {
  return drawing(
    "of-parcels",
    h("rect", { class: "e-plank", x: 14, y: 118, width: 192, height: 7, rx: 2 }),
    h("path", { class: "e-plank", d: "M34 125h7v7h-7zM179 125h7v7h-7z" }),
    box(24, 72, 56, 46, 2),
    box(82, 72, 56, 46, 2, "e-pale"),
    box(140, 62, 58, 56, 5, "e-dark"),
    box(54, 24, 56, 48, 3, "e-dark"),
  );
}

const BARS = {
  a: "M6 2h16l-3 4H9z",
  b: "M24 4v16l-4-3V8z",
  c: "M24 24v16l-4-4v-9z",
  d: "M6 42h16l-3-4H9z",
  e: "M4 24v16l4-4v-9z",
  f: "M4 4v16l4-3V8z",
  g: "M8 19.5h12l3 2.500-3 2.500H8L5 22z",
};

/** @param {string} lit @param {string} [added] */
const digit = (lit, added = "") =>
  Object.entries(BARS).map(([bar, d]) =>
    h("path", { class: lit.includes(bar) ? "e-lit" : added.includes(bar) ? "e-added" : "e-unlit", d }),
  );

function segments() {
  return drawing(
    "of-segments",
    h("rect", { class: "e-cast", x: 17, y: 13, width: 188, height: 112, rx: 12 }),
    h("rect", { class: "e-display", x: 16, y: 9, width: 188, height: 112, rx: 12 }),
    h("rect", { class: "e-glass", x: 23, y: 16, width: 174, height: 98, rx: 7 }),
    at("translate(33 26) scale(1.75)", digit("acdfg")),
    h("path", { class: "e-added", d: "M97 62h17v-8l14 11-14 11v-8H97z" }),
    at("translate(137 26) scale(1.75)", digit("acdfg", "b")),
  );
}

function rummy() {
  const run = [
    ["3", "S"],
    ["4", "S"],
    ["5", "S"],
    ["6", "S"],
  ];
  const pile = ["C", "D", "H"];
  return drawing(
    "of-rummy",
    pile.map((suit, i) =>
      at(
        `translate(${92 + i * 24} ${2 + i * 3}) rotate(${i * 7 - 8} 25 35) scale(.92)`,
        card(["9", "K", "7"][i], suit),
      ),
    ),
    run.map(([rank, suit], i) => at(`translate(${18 + i * 34} ${54 - (i === 3 ? 7 : 0)})`, card(rank, suit))),
  );
}

/** @param {string} title */
function foreign(title) {
  return drawing(
    "of-any",
    [-14, 0, 14].map((angle, i) =>
      at(`rotate(${angle} 110 150) translate(83 22) scale(1.1)`, sheet(50, 76, i < 2 ? "e-back" : "e-paper")),
    ),
    h(
      "text",
      { class: "e-letter", transform: "rotate(14 110 150)", x: 110, y: 78, "text-anchor": "middle" },
      Array.from(title)[0],
    ),
  );
}

/** @type {Record<string, () => any>} */
const EMBLEMS = { parcels, pyramid, rummy, segments, thirteen };

/** @param {string} game @param {string} title */
export const emblem = (game, title) => EMBLEMS[game]?.() ?? foreign(title);
