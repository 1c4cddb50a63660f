// @ts-check
/** Rummy's turn: from what is picked to what is done with it, and melds that wait to be laid in one go. */

import { playable } from "cardshed/table/selection.js";
import { additions, newMelds, RANKS, together } from "./melds.js";

/**
 * @typedef {import("cardshed/table/context.js").Context} Context
 * @typedef {import("cardshed/table/selection.js").Pick} Pick
 * @typedef {import("cardshed/table/selection.js").Move} Move
 * @typedef {import("./melds.js").Lay} Lay
 * @typedef {{ text: string, said: string, keys: string[], lays: boolean, fresh: boolean }} Plan something that can be done with what is picked
 */

/** @param {Context} ctx */
const lowest = (ctx) => RANKS.length - ctx.view.options.ranks;

/** What is picked, by where it lies. @param {Context} ctx */
export function sorted(ctx) {
  const of = (/** @type {string} */ zone) => ctx.picked.filter((pick) => pick.zone === zone);
  return { hand: of("hand"), pile: of("pile")[0], meld: of("meld")[0]?.card.meld };
}

/** Melds that wait to be laid together. @param {Context} ctx @returns {Plan[]} */
export function waiting(ctx) {
  const held = new Set(ctx.hand.map((pick) => pick.key));
  const lays = ctx.myTurn && ctx.view.phase === "lay";
  return lays
    ? (ctx.ui.melds ?? []).filter(
        (/** @type {any} */ plan) =>
          plan.deal === ctx.view.deal && plan.keys.every((/** @type {string} */ key) => held.has(key)),
      )
    : [];
}

/** The number of the waiting meld that a card is in, 0 if in none. @param {Pick | undefined} pick @param {Context} ctx */
export const waitsIn = (pick, ctx) =>
  pick?.zone === "hand" ? waiting(ctx).findIndex((plan) => plan.keys.includes(pick.key)) + 1 : 0;

/** All that can be done with what is picked. @param {Context} ctx @returns {Plan[]} */
export function plans(ctx) {
  const { hand, pile, meld } = sorted(ctx);
  const keys = hand.map((pick) => pick.key);
  const whole = () =>
    ctx.choices.whole.map((move) => ({
      text: move.text,
      said: said(move, ctx),
      keys,
      lays: move.kind !== "discard",
      fresh: false,
    }));
  if (pile || ctx.view?.phase !== "lay" || hand.length === 1) return whole();
  const cards = hand.map((pick) => pick.card);
  const lays = meld ? additions(meld, cards, lowest(ctx)) : allowed(newMelds(cards, lowest(ctx)), ctx);
  return lays.map((lay) => ({ text: lay.text, said: inWords(lay, ctx), keys, lays: true, fresh: !meld }));
}

/** Of the melds that three cards can be, those that may be laid now; if none may, all, and the server says why. @param {Lay[]} lays @param {Context} ctx */
function allowed(lays, ctx) {
  if (waiting(ctx).length) return lays;
  const now = lays.flatMap((lay) => {
    const run = `run ${lay.cards.map((card) => card.name).join(" ")}`;
    const move = ctx.choices.whole.find((one) => (lay.kind === "run" ? one.text === run : one.kind === "set"));
    return move ? [{ ...lay, text: move.text }] : [];
  });
  return now.length ? now : lays;
}

/** The plan that is meant, if that is plain. @param {Context} ctx */
export function meant(ctx) {
  const all = plans(ctx);
  return all.length === 1 ? all[0] : all.find((plan) => plan.text === ctx.ui.meant);
}

/** @param {Move} move @param {Context} ctx */
function said(move, ctx) {
  const { n, card } = move.label.params;
  if (move.kind === "take") return ctx.say(".page.take", { n });
  if (move.kind === "discard") return ctx.say(".page.discard", { card });
  if (move.kind !== "add") return ctx.say(move.label);
  const end = / (low|high)$/.exec(move.text)?.[1];
  return end ? ctx.say(`.page.add.${end}`, { card }) : ctx.say(".page.add", { card });
}

/** @param {Lay} lay @param {Context} ctx */
function inWords(lay, ctx) {
  const cards = lay.cards.map((card) => card.face).join(" ");
  if (lay.to) {
    const end = / (low|high)$/.exec(lay.text)?.[1];
    return end ? ctx.say(`.page.add.${end}`, { card: cards }) : ctx.say(".page.add", { card: cards });
  }
  if (lay.kind === "wilds") return ctx.say(".page.new.wilds");
  if (lay.kind === "set") return ctx.say(".page.new.set", { rank: RANKS[lay.low] });
  const suit = lay.cards.find((card) => !card.wild)?.face.slice(-1);
  return ctx.say(".page.new.run", { from: RANKS[lay.low], to: RANKS[lay.low + lay.cards.length - 1], suit });
}

/** What is picked after a tap: one meld or one depth of the pile at a time; a card that waits comes back. @param {Pick} pick @param {Context} ctx @returns {Pick[]} */
export function picked(pick, ctx) {
  const was = ctx.picked;
  ctx.ui.meant = null;
  const number = waitsIn(pick, ctx);
  if (number) {
    ctx.ui.melds = waiting(ctx).filter((_, i) => i !== number - 1);
    return was;
  }
  if (was.some((other) => other.key === pick.key)) return was.filter((other) => other.key !== pick.key);
  if (pick.zone === "pile") return [pick];
  return [...was.filter((other) => other.zone === "hand" || (other.zone === "meld" && pick.zone === "hand")), pick];
}

/** Let a meld wait while others are picked. @param {Plan} plan @param {Context} ctx */
export function wait(plan, ctx) {
  ctx.ui.melds = [...waiting(ctx), { ...plan, deal: ctx.view.deal }];
  ctx.ui.picked = [];
  ctx.act.note(null);
}

/** What may be picked next. @param {Context} ctx @returns {Set<string>} */
export function next(ctx) {
  const { hand, meld } = sorted(ctx);
  const any = playable(ctx.moves, ctx.idOf);
  if (ctx.view?.phase !== "lay" || (!hand.length && !meld)) return any;
  const bound = ctx.view.must !== null || ctx.view.owed > 0;
  const cards = hand.map((pick) => pick.card);
  const held = ctx.hand.map((pick) => pick.card);
  const goes = (/** @type {Pick} */ pick) =>
    meld ? additions(meld, [...cards, pick.card], lowest(ctx)).length > 0 : together([...cards, pick.card], held);
  const more = ctx.hand.filter((pick) => (!bound || any.has(pick.id)) && goes(pick));
  const onto = ctx.picks.filter(
    (pick) => pick.zone === "meld" && any.has(pick.id) && additions(pick.card.meld, cards, lowest(ctx)).length,
  );
  return new Set([...more, ...onto].map((pick) => pick.id));
}

/** What is picked as a text for the server, which says what is wrong with it. @param {Context} ctx */
export function tryText(ctx) {
  const { hand, pile, meld } = sorted(ctx);
  const names = hand.map((pick) => pick.card.name).join(" ");
  if (pile) return `take ${pile.card.name}`;
  if (meld) return `lay ${names} to ${meld.number}`;
  return hand.length === 1 ? `discard ${names}` : `lay ${names}`;
}
