// @ts-check
/** What moves when the state changes: plays come from their seat, a new hand is dealt, a trick goes to its winner. */

import { fly, leave, placeOf } from "../core/motion.js";

/** @typedef {import("./context.js").Context} Context */

/** Where things are before the page is brought to the new state. @param {Element} root */
export function before(root) {
  /** @type {Map<string, DOMRect>} */
  const hand = new Map();
  for (const card of root.querySelectorAll("[data-pick]"))
    hand.set(/** @type {HTMLElement} */ (card).dataset.pick ?? "", card.getBoundingClientRect());
  const trick = Array.from(root.querySelectorAll(".trick > .card"), (card) => ({
    element: /** @type {HTMLElement} */ (card),
    from: card.getBoundingClientRect(),
  }));
  return { hand, trick };
}

/** Have the page laid out now, so that the frame that shows it need not do this as well. @param {Element} root */
export const laidOut = (root) => void placeOf(".middle", root);

/**
 * @param {Element} root @param {ReturnType<typeof before>} was @param {Context} ctx
 * @param {Context | null} old the context before
 */
export function after(root, was, ctx, old) {
  if (!old?.view || !ctx.view) return;
  fly([...played(root, was, ctx, old), ...held(root, was, ctx, old)]);
  if (old.trick.cards.length && !ctx.trick.cards.length) leave(was.trick, plate(root, winner(old, ctx)));
}

/** Cards that were played come from the seat that played them, the own ones from the hand. @param {Element} root @param {ReturnType<typeof before>} was @param {Context} ctx @param {Context} old */
function played(root, was, ctx, old) {
  const by = ctx.trick.seat;
  if (by === null || sameTrick(old, ctx)) return [];
  const seat = plate(root, by);
  return Array.from(root.querySelectorAll(".trick > .card"), (element, i) => {
    const name = ctx.trick.cards[i]?.name;
    const key = by === ctx.me && [...was.hand.keys()].find((one) => one.startsWith(`hand ${name} `));
    const from = (key && was.hand.get(key)) || seat;
    if (key) was.hand.delete(key);
    return { element, from, after: 20 * i };
  });
}

/** Cards in the hand close up; new ones come from the middle. @param {Element} root @param {ReturnType<typeof before>} was @param {Context} ctx @param {Context} old */
function held(root, was, ctx, old) {
  const anew = dealt(ctx, old);
  const middle = placeOf(".middle", root);
  return Array.from(root.querySelectorAll(".hand [data-pick]"), (element, i) => {
    const from = was.hand.get(/** @type {HTMLElement} */ (element).dataset.pick ?? "");
    if (anew) return { element, from: middle, after: 12 * i, fade: true };
    return { element, from: from ?? middle, fade: !from };
  });
}

/** Whether cards were dealt between two contexts. @param {Context} ctx @param {Context} old */
export const dealt = (ctx, old) => ctx.view.deal !== old.view.deal || (ctx.view.plies === 0 && old.view.plies > 0);

/** Who has won a trick that is gone: whoever leads now, or else played last. @param {Context} old @param {Context} ctx */
const winner = (old, ctx) => ctx.view.acting[0] ?? old.trick.seat;

/** @param {Element} root @param {number | null} seat */
const plate = (root, seat) => placeOf(`[data-seat="${seat}"] .plate`, root);

/** @param {Context} old @param {Context} ctx */
function sameTrick(old, ctx) {
  return old.trick.seat === ctx.trick.seat && JSON.stringify(old.trick.cards) === JSON.stringify(ctx.trick.cards);
}
