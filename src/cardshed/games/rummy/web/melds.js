// @ts-check
/** Which melds cards can make, new ones or longer ones. It knows no house rules and owes nothing: the server judges. */

/**
 * @typedef {import("cardshed/table/selection.js").Card} Card
 * @typedef {{ kind: "set" | "run" | "wilds", cards: Card[], low: number, text: string, to?: any }} Lay cards as they would be
 *   laid, those of a run from its lowest rank on
 */

export const RANKS = "3 4 5 6 7 8 9 10 J Q K A".split(" ");
const ACE = RANKS.length - 1;
const SET = 4;
const WILDS = 6;

/** @param {Card} card */
export const rankOf = (card) => (card.wild ? ACE + 1 : RANKS.indexOf(card.name.slice(0, -1)));
/** @param {Card} card */
export const suitOf = (card) => "SCDH".indexOf(card.name.slice(-1));
/** @param {Card} card */
export const isWild = (card) => card.wild;

/** @param {Card[]} cards */
const names = (cards) => cards.map((card) => card.name).join(" ");
/** @param {Card[]} cards @param {(card: Card) => number} by */
const same = (cards, by) => new Set(cards.map(by)).size <= 1;
/** @param {Card[]} cards */
const sorted = (cards) => [...cards].sort((a, b) => rankOf(a) - rankOf(b));

/** All new melds that are just these cards. @param {Card[]} cards @param {number} [lowest] rank of the deck @returns {Lay[]} */
export function newMelds(cards, lowest = 0) {
  const naturals = sorted(cards.filter((card) => !isWild(card)));
  const wilds = cards.filter(isWild);
  if (cards.length < 3) return [];
  if (!naturals.length)
    return cards.length <= WILDS ? [{ kind: "wilds", cards, low: 0, text: `lay set ${names(cards)}` }] : [];
  /** @type {Lay[]} */
  const found = [];
  if (same(naturals, rankOf) && cards.length <= SET) {
    const all = [...naturals, ...wilds];
    found.push({ kind: "set", cards: all, low: rankOf(naturals[0]), text: `lay set ${names(all)}` });
  }
  return [...found, ...runs(naturals, wilds, lowest)];
}

/** @param {Card[]} naturals @param {Card[]} wilds @param {number} lowest @returns {Lay[]} */
function runs(naturals, wilds, lowest) {
  if (!same(naturals, suitOf) || new Set(naturals.map(rankOf)).size < naturals.length) return [];
  const [from, to] = [rankOf(naturals[0]), rankOf(naturals[naturals.length - 1])];
  const spare = wilds.length - (to - from + 1 - naturals.length);
  const found = [];
  for (let below = 0; below <= spare; below++) {
    const [low, high] = [from - below, to + spare - below];
    if (low < lowest || high > ACE) continue;
    const cards = filled(low, high, naturals, [...wilds]);
    found.push({ kind: /** @type {const} */ ("run"), cards, low, text: `lay run ${names(cards)}` });
  }
  return found;
}

/**
 * The cards from one rank to another, with wilds where a natural is missing.
 * @param {number} low @param {number} high @param {Card[]} naturals @param {Card[]} wilds taken from this list
 */
function filled(low, high, naturals, wilds) {
  const cards = [];
  for (let rank = low; rank <= high; rank++) {
    const card = naturals.find((one) => rankOf(one) === rank) ?? wilds.shift();
    if (card) cards.push(card);
  }
  return cards;
}

/** All ways to add these cards to a meld of the table. @param {any} meld its zone @param {Card[]} cards @param {number} [lowest] @returns {Lay[]} */
export function additions(meld, cards, lowest = 0) {
  const naturals = sorted(cards.filter((card) => !isWild(card)));
  const wilds = cards.filter(isWild);
  if (!cards.length) return [];
  const text = (/** @type {Card[]} */ all, end = "") => `lay ${names(all)} to ${meld.number}${end}`;
  if (meld.kind !== "run") {
    const most = meld.kind === "wilds" ? WILDS : SET;
    const fits =
      meld.kind === "wilds" ? !naturals.length : naturals.every((card) => rankOf(card) === placeOf(meld.cards[0]));
    return fits && meld.cards.length + cards.length <= most
      ? [{ kind: meld.kind, cards, low: 0, text: text(cards), to: meld }]
      : [];
  }
  const [low, high] = [placeOf(meld.cards[0]), placeOf(meld.cards[meld.cards.length - 1])];
  const suit = suitOf(meld.cards.find((/** @type {Card} */ card) => !isWild(card)));
  if (naturals.some((card) => suitOf(card) !== suit || (rankOf(card) >= low && rankOf(card) <= high))) return [];
  const ranks = naturals.map(rankOf);
  const [from, to] = [Math.min(low, ...ranks), Math.max(high, ...ranks)];
  const spare = wilds.length - (low - from + to - high - naturals.length);
  /** @type {Lay[]} */
  const found = [];
  for (let below = 0; below <= spare; below++) {
    const [start, end] = [from - below, to + spare - below];
    if (start < lowest || end > ACE) continue;
    const rest = [...wilds];
    const under = filled(start, low - 1, naturals, rest);
    const over = filled(high + 1, end, naturals, rest);
    const only = naturals.length ? "" : !over.length ? " low" : !under.length ? " high" : null;
    if (only !== null)
      found.push({
        kind: "run",
        cards: [...under, ...over],
        low: start,
        text: text([...under, ...over], only),
        to: meld,
      });
  }
  return found;
}

/** The rank of a card on the table, or that it stands for. @param {Card} card */
export const placeOf = (card) => (card.stands_for ? RANKS.indexOf(card.stands_for) : rankOf(card));

/** Whether these cards of a hand can be part of one meld with others of it. @param {Card[]} cards @param {Card[]} hand */
export function together(cards, hand) {
  const naturals = cards.filter((card) => !isWild(card));
  const wilds = hand.filter(isWild).length;
  if (!naturals.length) return true;
  const [rank, suit] = [rankOf(naturals[0]), suitOf(naturals[0])];
  if (same(naturals, rankOf) && cards.length <= SET && hand.filter((card) => rankOf(card) === rank).length + wilds >= 3)
    return true;
  const ranks = naturals.map(rankOf);
  if (!same(naturals, suitOf) || new Set(ranks).size < ranks.length) return false;
  const held = new Set(hand.filter((card) => !isWild(card) && suitOf(card) === suit).map(rankOf));
  const [from, to] = [Math.min(...ranks), Math.max(...ranks)];
  const missing = Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((one) => !held.has(one)).length;
  const near = [...held].filter((one) => one >= from - 2 && one <= to + 2).length;
  return missing <= wilds && near + wilds >= 3;
}
