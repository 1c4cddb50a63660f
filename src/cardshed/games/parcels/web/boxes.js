// @ts-check
/** The shelf of Parcels: boxes with twine, piled up by number, and the shapes they allow. */

import { h } from "cardshed/core/dom.js";

/** @typedef {import("cardshed/table/context.js").Context} Context */

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8];

/** How many there are of each number. @param {number[]} numbers */
export const countsOf = (numbers) => NUMBERS.map((number) => numbers.filter((other) => other === number).length);

/** The numbers of a zone's cards. @param {import("cardshed/table/selection.js").Card[]} cards */
export const numbersOf = (cards) => cards.map((card) => Number(card.face));

/**
 * The largest pile and the longest row of numbers, with where they begin.
 * @param {number[]} counts by number
 */
export function shapes(counts) {
  const set = Math.max(1, ...counts);
  let [run, from, at] = [1, 0, 0];
  counts.forEach((n, i) => {
    at = n ? at + 1 : 0;
    if (at > run) [run, from] = [at, i - at + 2];
  });
  return { set, run, tallest: set > 1 ? counts.indexOf(set) + 1 : 0, from };
}

/** A parcel as a small box. @param {number | string} number @param {any} [props] */
export const box = (number, props = {}) =>
  h("i", { ...props, class: ["box-small", props.class] }, h("b", null, String(number)));

/**
 * The shelf with its piles. A pile that may be taken is a button.
 * @param {Context} ctx @param {((number: number) => void) | null} take
 */
export function shelf(ctx, take) {
  const counts = countsOf(numbersOf(ctx.zone("storage")));
  const { set, run, tallest, from } = shapes(counts);
  return h(
    "div",
    { class: "shelf", role: "group", "aria-label": ctx.say(".page.shelf") },
    h(
      "div",
      { class: "piles" },
      NUMBERS.map((number) =>
        pile(number, counts[number - 1], ctx, take, {
          tall: number === tallest ? set : 0,
          inRun: run > 1 && number >= from && number < from + run,
          first: number === from,
          last: number === from + run - 1,
        }),
      ),
    ),
  );
}

/**
 * @param {number} number @param {number} n @param {Context} ctx @param {((number: number) => void) | null} take
 * @param {{ tall: number, inRun: boolean, first: boolean, last: boolean }} marks
 */
function pile(number, n, ctx, take, { tall, inRun, first, last }) {
  const inside = [
    h(
      "span",
      { class: "boxes", vars: { "--n": String(n) } },
      Array.from({ length: n }, (_, i) => box(number, { key: i })),
      tall ? h("em", { key: "tall", class: "tall" }, `×${tall}`) : null,
    ),
    h(
      "span",
      { class: ["edge", inRun && "in-run", inRun && first && "first", inRun && last && "last"] },
      String(number),
    ),
  ];
  const props = { key: number, class: ["stack", !n && "bare"], "data-value": number };
  if (!n) return h("div", { ...props, "aria-hidden": "true" }, inside);
  const said = ctx.say(".page.pile", { n, number });
  if (!take) return h("div", { ...props, role: "img", "aria-label": said }, inside);
  return h(
    "button",
    {
      ...props,
      key: `take ${number}`,
      type: "button",
      "aria-haspopup": "dialog",
      "aria-label": ctx.say(".page.pile.take", { what: said }),
      onclick: () => take(number),
    },
    inside,
  );
}

/** What may be sent together, in words and small shapes. @param {number} set @param {number} run @param {Context} ctx */
export function allowed(set, run, ctx) {
  return h(
    "ul",
    { class: "allowed" },
    h(
      "li",
      { key: "set", class: set < 2 && "none" },
      drawn(set, false),
      h("span", null, ctx.say(".page.sets", { n: set })),
    ),
    h(
      "li",
      { key: "run", class: run < 2 && "none" },
      drawn(run, true),
      h("span", null, ctx.say(".page.runs", { n: run })),
    ),
  );
}

const SIDE = 8; // of a box in a drawing

/** Boxes one on the other, or side by side as climbing numbers. @param {number} n @param {boolean} run */
function drawn(n, run) {
  const step = run ? 3 : SIDE;
  const [wide, high] = run ? [SIDE * n, SIDE + step * (n - 1)] : [SIDE, SIDE * n];
  const boxes = Array.from({ length: n }, (_, i) =>
    h("rect", { x: (run ? SIDE * i : 0) + 1, y: high - SIDE - step * i + 1, width: SIDE, height: SIDE, rx: 1.5 }),
  );
  return h(
    "svg",
    {
      class: "drawn-boxes",
      viewBox: `0 0 ${wide + 2} ${high + 2}`,
      width: wide + 2,
      height: high + 2,
      "aria-hidden": "true",
    },
    boxes,
  );
}
