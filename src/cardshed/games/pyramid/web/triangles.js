// @ts-check
/** Pyramid's drawings: a filled triangle is red, an open one is black, so that the colour has a second sign. */

import { h, once } from "cardshed/core/dom.js";
import { keyOf } from "cardshed/core/say.js";

/** @typedef {"red" | "black"} Colour */

/** @param {number} x left @param {number} y top @param {number} side @param {Colour} colour */
export function triangle(x, y, side, colour) {
  const high = side * 0.9;
  const open = colour === "black";
  const thick = side * 0.15;
  const inset = open ? thick / 2 : 0;
  const points = [
    [x + side / 2, y + inset * 1.9],
    [x + side - inset * 1.5, y + high - inset],
    [x + inset * 1.5, y + high - inset],
  ];
  const path = `M${points.map((point) => point.map((n) => n.toFixed(2)).join(" ")).join("L")}z`;
  return h("path", { class: ["tri", colour], d: path, "stroke-width": open ? thick.toFixed(2) : null });
}

/** A colour as a small sign. */
export const sign = once((/** @type {Colour} */ colour, name = "suit") =>
  h("svg", { class: name, viewBox: "0 0 24 22", "aria-hidden": "true" }, triangle(0, 0, 24, colour)),
);

/** A pyramid of three: the sign of a wild. */
export const heap = once((/** @type {Colour} */ colour, name = "pip") =>
  h(
    "svg",
    { class: name, viewBox: "0 0 24 22", "aria-hidden": "true" },
    triangle(6.3, 0, 11.4, colour),
    triangle(0.3, 11.2, 11.4, colour),
    triangle(12.3, 11.2, 11.4, colour),
  ),
);

const WIDE = 14; // of a small card, and how far runs climb
const HIGH = 20;
const STEP = 4.5;

/**
 * The shape of a meld as small cards: level for a set, climbing for a run. The last card is half of the other colour
 * where it may be of it.
 * @param {{ colour: Colour, shape: string, size: number, special: any }} meld
 */
export const shape = ({ colour, shape: kind, size, special }) =>
  cards(colour, kind === "run", size, special && keyOf(special) === ".power.guest");

const cards = once(
  (
    /** @type {Colour} */ colour,
    /** @type {boolean} */ run,
    /** @type {number} */ size,
    /** @type {boolean} */ guest,
  ) => {
    const gap = WIDE + (run ? 1 : 2);
    const width = WIDE + gap * (size - 1);
    const climb = run ? STEP * (size - 1) : 0;
    const other = colour === "red" ? "black" : "red";
    const leaves = Array.from({ length: size }, (_, i) => {
      const [x, y] = [1 + gap * i, 1 + climb - (run ? STEP * i : 0)];
      return h(
        "g",
        null,
        h("rect", { class: "leaf", x, y, width: WIDE, height: HIGH, rx: 2.5 }),
        guest && i === size - 1
          ? [triangle(x + 1.5, y + 2, 7.5, colour), triangle(x + 5, y + 10.5, 7.5, other)]
          : triangle(x + 2, y + 5.5, 10, colour),
      );
    });
    return h(
      "svg",
      { class: "shape", viewBox: `0 0 ${width + 2} ${HIGH + climb + 2}`, "data-climbs": run, "aria-hidden": "true" },
      leaves,
    );
  },
);
