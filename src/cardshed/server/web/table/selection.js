// @ts-check
/**
 * From cards that are picked to moves that are meant. A move consists of parts; each part either stands for something
 * that can be picked on the table, by its id, or goes without saying (a button, a meld's name).
 *
 * @typedef {{ text: string, kind: string, parts: string[], label: import("../core/say.js").Message, quiet: boolean }} Move
 * @typedef {{ name: string, face: string, spoken: import("../core/say.js").Message, [more: string]: any }} Card
 * @typedef {{ key: string, id: string, card: Card, zone: string, as?: string }} Pick one thing on the table; `as` is
 *   the very part it is to be, where it could be several
 * @typedef {(part: string) => string | null} IdOf
 */

/** Cards of a zone as things to pick: equal cards are told apart by their number. @param {Card[]} cards @param {string} zone @returns {Pick[]} */
export function picksOf(cards, zone) {
  /** @type {Record<string, number>} */
  const seen = {};
  return cards.map((card) => {
    seen[card.name] = (seen[card.name] ?? 0) + 1;
    return { key: `${zone} ${card.name} ${seen[card.name]}`, id: `${zone} ${card.name}`, card, zone };
  });
}

/** How often each occurs. @param {Iterable<string>} ids */
function counted(ids) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const id of ids) found.set(id, (found.get(id) ?? 0) + 1);
  return found;
}

/** What has to be picked for a move. @param {Move} move @param {IdOf} idOf @returns {string[]} */
export const wants = (move, idOf) => /** @type {string[]} */ (move.parts.map(idOf).filter((id) => id !== null));

/**
 * Whether all that is picked is part of a move.
 * @param {Move} move @param {Pick[]} picked @param {IdOf} idOf
 */
export function fits(move, picked, idOf) {
  const wanted = counted(wants(move, idOf));
  for (const [id, n] of counted(picked.map((pick) => pick.id))) if ((wanted.get(id) ?? 0) < n) return false;
  const parts = counted(move.parts);
  const as = counted(picked.flatMap((pick) => pick.as ?? []));
  for (const [part, n] of as) if ((parts.get(part) ?? 0) < n) return false;
  return true;
}

/**
 * What a selection comes to.
 * @param {Move[]} moves @param {Pick[]} picked @param {IdOf} idOf
 * @returns {{ whole: Move[], more: Move[], plain: Move[] }} moves that are just this, moves that need more cards, and
 *   moves that need none
 */
export function choices(moves, picked, idOf) {
  const loud = moves.filter((move) => !move.quiet);
  const plain = loud.filter((move) => !wants(move, idOf).length);
  if (!picked.length) return { whole: [], more: [], plain };
  const fitting = loud.filter((move) => wants(move, idOf).length && fits(move, picked, idOf));
  const whole = fitting.filter((move) => wants(move, idOf).length === picked.length);
  return { whole, more: fitting.filter((move) => !whole.includes(move)), plain };
}

/** The ids that some move needs. @param {Move[]} moves @param {IdOf} idOf @param {Pick[]} [picked] that it must hold */
export function playable(moves, idOf, picked = []) {
  const found = moves.filter((move) => !move.quiet && fits(move, picked, idOf));
  return new Set(found.flatMap((move) => wants(move, idOf)));
}

/**
 * The things on the table that make up a move: of equal ones those picked already, then the first.
 * @param {Move} move @param {Pick[]} all @param {Pick[]} picked @param {IdOf} idOf @returns {Pick[]}
 */
export function staged(move, all, picked, idOf) {
  const rest = [...picked, ...all.filter((pick) => !picked.some((other) => other.key === pick.key))];
  return move.parts.flatMap((part) => {
    const place = rest.findIndex((pick) => pick.id === idOf(part));
    return place < 0 ? [] : [{ ...rest.splice(place, 1)[0], as: undefined }];
  });
}

/**
 * A hand in its order: as it was put by hand, with new cards at the end, or sorted.
 * @param {Pick[]} hand @param {(card: Card) => number[]} by @param {string[] | null} [order] keys, as put by hand
 */
export function ordered(hand, by, order = null) {
  const sorted = hand
    .map((pick, i) => ({ pick, value: [...by(pick.card), i] }))
    .sort((a, b) => compare(a.value, b.value))
    .map(({ pick }) => pick);
  if (!order) return sorted;
  const place = (/** @type {Pick} */ pick) => (order.includes(pick.key) ? order.indexOf(pick.key) : order.length);
  return sorted.sort((a, b) => place(a) - place(b));
}

/** @param {number[]} a @param {number[]} b */
function compare(a, b) {
  const i = a.findIndex((x, k) => x !== b[k]);
  return i < 0 ? 0 : a[i] - b[i];
}
