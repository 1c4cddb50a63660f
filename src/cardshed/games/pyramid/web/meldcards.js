// @ts-check
/** Pyramid's meld cards: a row of tiles that turn over when their meld is played. */

import { h } from "cardshed/core/dom.js";
import { pref } from "cardshed/core/prefs.js";
import { staged } from "cardshed/table/selection.js";
import { shape } from "./triangles.js";

/** @typedef {import("cardshed/table/context.js").Context} Context */

const TEN = 10; // no run goes beyond

/** @param {Context} ctx */
export function meldCards(ctx) {
  const tiles = ctx.view.meld_cards;
  return h(
    "ul",
    { class: ["tiles", tiles.length > 8 && "many"], "aria-label": ctx.say(".page.tiles") },
    tiles.map((/** @type {any} */ meld) => h("li", { key: meld.name }, tile(meld, ctx))),
  );
}

/** @param {any} meld @param {Context} ctx */
function tile(meld, ctx) {
  const plays = ctx.myTurn ? ctx.moves.filter((move) => move.kind === meld.name && !move.quiet) : [];
  const can = plays.length > 0 && pref("marks");
  const high = meld.shape === "run" && ctx.view.trick && ctx.view.target + meld.size - 1 > TEN;
  const act = () => (plays.length ? ctx.act.stage(next(plays, ctx)) : ctx.act.note(inWords(meld, !!high, ctx)));
  return h(
    "button",
    {
      class: ["tile", meld.colour, meld.used && "used", can && "can", high && !meld.used && "high"],
      type: "button",
      "aria-label": inWords(meld, !!high, ctx) + (can ? ` ${ctx.say(".page.tile.can")}` : ""),
      onclick: act,
    },
    h(
      "span",
      { class: "obverse" },
      h("span", { class: "drawn" }, shape(meld)),
      h("b", null, ctx.say(`.page.tile.${meld.shape}.${meld.size}`)),
      meld.special ? h("small", null, power(meld, ctx)) : null,
    ),
    h(
      "span",
      { class: "reverse" },
      h("span", { class: "drawn" }, shape(meld)),
      h("b", null, ctx.say(`.page.tile.${meld.shape}.${meld.size}`)),
      h("small", null, ctx.say(".page.tile.used")),
    ),
  );
}

/** The plays of a meld one after the other, as its tile is pressed. @param {import("cardshed/table/selection.js").Move[]} plays @param {Context} ctx */
function next(plays, ctx) {
  const now = ctx.picked
    .map((pick) => pick.card.name)
    .sort()
    .join(" ");
  const all = plays.map((move) => staged(move, ctx.picks, [], ctx.idOf));
  const at = all.findIndex(
    (picks) =>
      picks
        .map((pick) => pick.card.name)
        .sort()
        .join(" ") === now,
  );
  return all[(at + 1) % all.length];
}

/** @param {any} meld @param {Context} ctx */
function power(meld, ctx) {
  const what = meld.special.key.split(".")[2];
  return what === "guest" ? ctx.say(`.page.power.guest.${meld.colour}`) : ctx.say(`.page.power.${what}`);
}

/** @param {any} meld @param {boolean} high @param {Context} ctx */
function inWords(meld, high, ctx) {
  const name = ctx.say(meld.spoken);
  const said = meld.special
    ? ctx.say(".page.tile.special", { name, what: ctx.say(meld.special) })
    : ctx.say(".page.tile.plain", { name });
  if (meld.used) return `${said} ${ctx.say(".page.tile.gone")}`;
  return high ? `${said} ${ctx.say(".page.tile.high", { number: ctx.view.target })}` : said;
}
