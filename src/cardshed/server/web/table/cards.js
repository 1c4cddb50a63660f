// @ts-check
/** Cards on the table and in the hand: real buttons with spoken names where they can be picked. */

import { h } from "../core/dom.js";
import { pref } from "../core/prefs.js";
import { picksOf } from "./selection.js";

/**
 * @typedef {import("./context.js").Context} Context
 * @typedef {import("./selection.js").Card} Card
 * @typedef {import("./selection.js").Pick} Pick
 */

/** Cards that lie there to be looked at. @param {Card[]} cards @param {Context} ctx @param {{ trick?: boolean, class?: string }} [how] */
export function lying(cards, ctx, { trick = false, class: more = "" } = {}) {
  return h(
    "div",
    { class: ["lying", more, trick && "trick"], vars: sideBySide(cards.length) },
    picksOf(cards, trick ? "trick" : "lying").map((pick) => still(pick.card, ctx, pick.key)),
  );
}

/** How many lie side by side, for the style of a row. @param {number} n */
export const sideBySide = (n) => ({ "--n": String(n), "--steps": String(n - 1) });

/** @param {Card} card @param {Context} ctx @param {string} key @param {string} [more] */
export function still(card, ctx, key, more = "") {
  const { look } = ctx;
  const kind = ["card", look.cardClass?.(card, ctx), more];
  return h("div", { key, class: kind, role: "img", "aria-label": ctx.say(card.spoken) }, look.face(card, ctx));
}

/**
 * A card, or another thing, to be picked.
 * @param {Pick} pick @param {Context} ctx @param {{ class?: string, face?: any, label?: string }} [how]
 */
export function pickable(pick, ctx, { class: more = "", face = undefined, label = undefined } = {}) {
  const { look } = ctx;
  const picked = ctx.isPicked(pick);
  const marks = pref("marks") && ctx.myTurn;
  const can = picked || (ctx.myTurn && ctx.playable.has(pick.id));
  const spoken = label ?? look.spoken?.(pick, ctx) ?? ctx.say(pick.card.spoken);
  return h(
    "button",
    {
      key: pick.key,
      class: ["card", look.cardClass?.(pick.card, ctx, pick), more, picked && "sel", marks && !can && "dim"],
      type: "button",
      "data-pick": pick.key,
      "aria-pressed": String(picked),
      "aria-label": marks && can && !picked ? ctx.say("page.card.playable", { card: spoken }) : spoken,
      onclick: () => ctx.act.pick(pick),
    },
    face ?? look.face(pick.card, ctx, pick),
  );
}

/** The back of so many cards, small. @param {number} n */
export function backs(n) {
  const shown = Math.min(n, 13);
  return h(
    "span",
    { class: "backs", "aria-hidden": "true" },
    Array.from({ length: shown }, (_, i) => h("i", { key: i })),
  );
}
