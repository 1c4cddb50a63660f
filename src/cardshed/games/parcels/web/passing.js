// @ts-check
/** The pass of Parcels, step by step: what to take, what to give, and what comes of it. */

import { h, one } from "cardshed/core/dom.js";
import { capital } from "cardshed/table/bar.js";
import { allowed, box, countsOf, numbersOf, shapes } from "./boxes.js";

/** @typedef {import("cardshed/table/context.js").Context} Context */
/** @typedef {import("cardshed/table/selection.js").Move} Move */
/** @typedef {{ plies: number, take: number | null, give: number | null }} Wish what was chosen so far; 0 gives nothing */

/** @param {Move} move @returns {{ take: number, give: number }} */
function readPass(move) {
  const [take, give] = (move.text.match(/\d+/g) ?? []).map(Number);
  return { take: take ?? 0, give: give ?? 0 };
}

/** The passes that take something. @param {Context} ctx */
export const takes = (ctx) => ctx.moves.filter((move) => move.kind === "pass" && readPass(move).take);

/** @param {Context} ctx @returns {Wish} */
function wish(ctx) {
  const now = ctx.ui.passWish;
  return now?.plies === ctx.view.plies ? now : { plies: ctx.view.plies, take: null, give: null };
}

/** @param {Context} ctx @param {Partial<Wish>} more */
function choose(ctx, more) {
  ctx.ui.passWish = { ...wish(ctx), ...more };
  ctx.act.redraw();
  one(".sheet-pass .confirm")?.scrollIntoView({ block: "nearest" });
}

/** Begin a pass with a pile of the shelf. @param {number} take @param {Context} ctx */
export function begin(take, ctx) {
  ctx.ui.passWish = { plies: ctx.view.plies, take, give: null };
  ctx.act.open("pass");
}

/** Begin a pass that was suggested, with both of its steps chosen; other moves are none of ours. @param {Move} move @param {Context} ctx */
export function suggested(move, ctx) {
  if (move.kind !== "pass" || !readPass(move).take) return false;
  ctx.ui.passWish = { plies: ctx.view.plies, ...readPass(move) };
  ctx.act.open("pass");
  return true;
}

/** @param {Context} ctx */
export function passing(ctx) {
  const passes = takes(ctx);
  if (!passes.length) return h("p", { class: "quiet" }, ctx.say("page.why.pass"));
  const { take, give } = wish(ctx);
  const counts = countsOf(numbersOf(ctx.zone("storage")));
  const values = [...new Set(passes.map((move) => readPass(move).take))];
  const gives = passes
    .map(readPass)
    .filter((pass) => pass.take === take && pass.give)
    .map((pass) => pass.give);
  const move = passes.find((one) => readPass(one).take === take && readPass(one).give === give);
  return h(
    "ol",
    { class: "pass-steps" },
    step(
      "take",
      true,
      ctx,
      values.map((value) =>
        way(
          {
            key: value,
            "data-take": value,
            "aria-label": ctx.say(".page.pile", { n: counts[value - 1], number: value }),
          },
          take === value,
          () => choose(ctx, { take: value, give: give === value ? null : give }),
          [box(value), h("small", null, `× ${counts[value - 1]}`)],
        ),
      ),
    ),
    step("give", take !== null, ctx, [
      way({ key: 0, "data-give": 0 }, give === 0, () => choose(ctx, { give: 0 }), ctx.say(".page.nothing")),
      gives.map((value) =>
        way(
          { key: value, "data-give": value, "aria-label": ctx.say(".card", { value }) },
          give === value,
          () => choose(ctx, { give: value }),
          box(value),
        ),
      ),
    ]),
    step("preview", !!move, ctx, move ? preview(move, ctx) : null),
  );
}

/** @param {string} name @param {boolean} open @param {Context} ctx @param {any} inside */
function step(name, open, ctx, inside) {
  return h(
    "li",
    { key: name, class: ["pass-step", !open && "later"] },
    h("h3", null, ctx.say(`.page.step.${name}`)),
    open ? h("div", { class: ["ways", name] }, inside) : null,
  );
}

/** @param {any} props @param {boolean} on @param {() => void} act @param {any} inside */
function way(props, on, act, inside) {
  return h(
    "button",
    { ...props, class: ["way", on && "sel"], type: "button", "aria-pressed": String(on), onclick: act },
    inside,
  );
}

/** What a pass comes to, as far as it can be known. @param {Move} move @param {Context} ctx */
function preview(move, ctx) {
  const { take, give } = readPass(move);
  const stored = numbersOf(ctx.zone("storage"));
  const taken = stored.filter((number) => number === take).length;
  const hand = numbersOf(ctx.zone("hand", ctx.me));
  const kept = without(hand, give);
  const staying = [...stored.filter((number) => number !== take), ...(give ? [give] : [])].sort((a, b) => a - b);
  const left = ctx.view.deck + (ctx.view.options.deck_empty === "reshuffle" ? ctx.zone("discards").length : 0);
  const drawn = Math.min(taken - (give ? 1 : 0), left);
  const after = [
    ...kept.map((number) => ({ number, fresh: false })),
    ...Array.from({ length: taken }, () => ({ number: take, fresh: true })),
  ].sort((a, b) => a.number - b.number);
  const { set, run } = shapes(countsOf(staying));
  return [
    line(
      "hand",
      ctx.say(".page.hand_after", { n: after.length }),
      after.map(({ number, fresh }, i) => box(number, { key: i, class: fresh && "fresh" })),
    ),
    line("shelf", ctx.say(".page.shelf_after", { n: staying.length + drawn }), [
      staying.map((number, i) =>
        box(number, { key: i, class: number === give && staying.indexOf(number) === i && "fresh" }),
      ),
      Array.from({ length: drawn }, (_, i) => box("?", { key: `drawn ${i}`, class: "unknown" })),
    ]),
    h("p", { key: "refill" }, drawn ? ctx.say(".page.refill", { n: drawn }) : ctx.say(".page.no_refill")),
    h(
      "div",
      { key: "sure", class: "sure" },
      h("span", { class: "quiet" }, ctx.say(drawn ? ".page.at_least" : ".page.then")),
      allowed(set, run, ctx),
    ),
    h(
      "button",
      { key: "go", class: "btn go confirm", type: "button", onclick: () => ctx.act.play(move) },
      capital(ctx.say(move.label)),
    ),
  ];
}

/** @param {string} key @param {string} title @param {any} boxes */
const line = (key, title, boxes) =>
  h("div", { key, class: "after" }, h("span", { class: "quiet" }, title), h("span", { class: "boxes-row" }, boxes));

/** A list with one of a number taken out. @param {number[]} numbers @param {number} one */
function without(numbers, one) {
  const at = numbers.indexOf(one);
  return at < 0 ? numbers : [...numbers.slice(0, at), ...numbers.slice(at + 1)];
}
