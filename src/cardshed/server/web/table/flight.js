// @ts-check
/** What moves when the state changes: plays come from their seat, a new hand is dealt, a trick goes to its winner. */

import { fly, placeOf } from "../core/motion.js";

/** @typedef {import("./context.js").Context} Context */

/** Where things are before the page is brought to the new state. @param {Element} root */
export function before(root) {
  /** @type {Map<string, DOMRect>} */
  const hand = new Map();
  for (const card of root.querySelectorAll("[data-pick]"))
    hand.set(/** @type {HTMLElement} */ (card).dataset.pick ?? "", card.getBoundingClientRect());
  return { hand, trick: new Set(Array.from(root.querySelectorAll(".trick > .card"))) };
}

/**
 * @param {Element} root @param {ReturnType<typeof before>} was @param {Context} ctx
 * @param {Context | null} old the context before
 */
export function after(root, was, ctx, old) {
  if (!old?.view || !ctx.view) return;
  const dealt = ctx.view.deal !== old.view.deal || (ctx.view.plies === 0 && old.view.plies > 0);
  const by = ctx.trick.seat;
  if (by !== null) {
    const seat = placeOf(`[data-seat="${by}"] .plate`, root);
    let i = 0;
    for (const card of root.querySelectorAll(".trick > .card")) {
      if (was.trick.has(card) && sameTrick(old, ctx)) continue;
      const name = /** @type {any} */ (ctx.trick.cards[i])?.name;
      const held = [...was.hand].find(([key]) => by === ctx.me && key.startsWith(`hand ${name} `));
      fly(card, held ? held[1] : seat, { after: 20 * i++ });
      if (held) was.hand.delete(held[0]);
    }
  }
  const middle = placeOf(".middle", root);
  let n = 0;
  for (const card of root.querySelectorAll(".hand [data-pick]")) {
    const key = /** @type {HTMLElement} */ (card).dataset.pick ?? "";
    const place = was.hand.get(key);
    if (dealt) fly(card, middle, { after: 12 * n++, fade: true });
    else if (place) fly(card, place);
    else fly(card, middle, { fade: true });
  }
}

/** @param {Context} old @param {Context} ctx */
function sameTrick(old, ctx) {
  return old.trick.seat === ctx.trick.seat && JSON.stringify(old.trick.cards) === JSON.stringify(ctx.trick.cards);
}
