// @ts-check
/** The emblem of a game: the drawing that lies in its folder, or cards with its first letter. */

import { DRAWN, h, once } from "../core/dom.js";

const VIEW = { viewBox: "0 0 220 132", "aria-hidden": "true", focusable: "false" };

/** An emblem as it is drawn here: its shapes and how they look, nothing that acts. @param {Element} node @returns {any} */
function shape(node) {
  const looks = Array.from(node.attributes, ({ name, value }) => [name, value]);
  const inside = Array.from(node.childNodes, (child) =>
    child instanceof Element ? shape(child) : (child.textContent ?? "").trim(),
  );
  const props = Object.fromEntries(looks.filter(([name]) => !/^(on|href|xmlns|style|id$)/.test(name)));
  return DRAWN.has(node.tagName) ? h(node.tagName, props, inside) : null;
}

const drawn = once((/** @type {string} */ text) => {
  const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return h("svg", { class: "emblem", ...VIEW }, Array.from(read.children, shape));
});

/** @param {string} title */
function foreign(title) {
  const at = (/** @type {number} */ angle) => `rotate(${angle} 110 150)`;
  const sheet = (/** @type {string} */ name) => [
    h("rect", { class: "e-cast", x: 1, y: 3, width: 50, height: 76, rx: 6 }),
    h("rect", { class: name, width: 50, height: 76, rx: 6 }),
  ];
  return h(
    "svg",
    { class: "emblem", ...VIEW },
    [-14, 0, 14].map((angle, i) =>
      h("g", { transform: `${at(angle)} translate(83 22) scale(1.1)` }, sheet(i < 2 ? "e-back" : "e-paper")),
    ),
    h("text", { class: "e-letter", transform: at(14), x: 110, y: 78, "text-anchor": "middle" }, Array.from(title)[0]),
  );
}

/** @param {{ title: string, emblem: string }} game */
export const emblem = ({ title, emblem }) => (emblem ? drawn(emblem) : foreign(title));
