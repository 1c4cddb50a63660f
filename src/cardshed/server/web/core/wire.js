// @ts-check
/** The client's half of `cardshed/wire.py`: from a state as it is sent to one in which all is described where it lies. */

/** The way in which states are told, as in wire.py. */
export const PROTOCOL = 2;

const USUAL = [0, 1]; // how parts follow from a text, if they are its words

/** @param {any} state as it was sent @returns {any} */
export function read({ protocol, word, cards, ...told }) {
  if (!told.view) return told;
  const whole = (/** @type {any} */ message) => ({
    ...message,
    ...(Object.keys(message).length > 1 ? {} : { params: {} }),
    key: message.key.startsWith(".") ? word + message.key : message.key,
  });
  const same = (/** @type {any} */ card) => card;
  const log = each(Object.fromEntries(Object.entries(told.log).map(([n, entry]) => [n, happened(entry)])), same, whole);
  const table = { n: 1 + Math.max(-1, ...Object.keys(log).map(Number)), ...told.table };
  const described = (/** @type {any} */ card) => {
    if (Array.isArray(card)) return card[0];
    const more = typeof card === "string" ? { name: card } : card;
    return { ...cards[more.name], ...more };
  };
  const { moves: groups, ...rest } = told.view;
  const view = withZones(each(rest, described, whole));
  const { params } = view.prompt;
  if (params.what?.log) params.what = log[params.what.log].labels[0];
  if (params.what && view.trick === "what") view.trick = params.what;
  /** @type {any[]} */
  const moves = [];
  if (view.acting.includes(view.seat))
    for (const [name, group] of Object.entries(groups))
      movesOf(name, /** @type {any} */ (group), cards).forEach(([at, move]) => (moves[at] = each(move, same, whole)));
  return { ...told, table, log, deals: each(told.deals, same, whole), view: { ...view, moves } };
}

/** An entry of the log; a move is told as a list. @param {any} entry */
function happened(entry) {
  if (!Array.isArray(entry)) return entry;
  const [kind, seat, at, by, labels] = entry;
  return { kind, seat, at, by, labels };
}

/**
 * What comes of it when something is done to all that lies in lists called `cards`, and to messages.
 * @param {any} told @param {(card: any) => any} card @param {(message: any) => any} message @returns {any}
 */
function each(told, card, message) {
  if (Array.isArray(told)) return told.map((inner) => each(inner, card, message));
  if (told === null || typeof told !== "object") return told;
  const found = Object.fromEntries(
    Object.entries(told).map(([key, inner]) => [
      key,
      key === "cards" && Array.isArray(inner) ? inner.map(card) : each(inner, card, message),
    ]),
  );
  return typeof found.key === "string" ? message(found) : found;
}

/** Notes tell by the number of a zone which cards they are about. @param {any} view */
function withZones(view) {
  const noted = (/** @type {any} */ note) => ({
    ...note,
    params: Object.fromEntries(
      Object.entries(note.params).map(([name, value]) => [
        name,
        value?.zone === undefined ? value : facesIn(value.zone),
      ]),
    ),
  });
  const facesIn = (/** @type {number} */ zone) =>
    view.zones[zone].cards.map((/** @type {any} */ card) => card.face).join(" ");
  const seats = view.seats.map((/** @type {any} */ seat) => ({ ...seat, notes: seat.notes.map(noted) }));
  return { ...view, notes: view.notes.map(noted), seats };
}

/**
 * The moves of a group, each with where it stands among all.
 * @param {string} name @param {any} group @param {Record<string, any>} cards @returns {[number, any][]}
 */
function movesOf(name, { at, moves, quiet = false, parts: how = USUAL, params = {}, by = [] }, cards) {
  const [, kind, key] = /** @type {RegExpExecArray} */ (/^(.*) (\S+) *$/.exec(name));
  return moves.map((/** @type {any} */ row, /** @type {number} */ i) => {
    const [text, ...more] = Array.isArray(row) ? row : [row];
    const words = text.split(" ");
    const parts = how ? partsOf(words, how) : more.shift();
    const label = { key, params: structuredClone(params) };
    for (const path of by) {
      const follows = typeof path.at(-1) === "number" ? path.at(-1) : null;
      const value = follows === null ? more.shift() : follows < 0 ? facesOf(parts, cards) : Number(words[follows]);
      put(label.params, follows === null ? path : path.slice(0, -1), value);
    }
    return [Array.isArray(at) ? at[i] : at + i, { text, kind, parts, label, quiet }];
  });
}

/** Some words are left out, some together are a part, and other parts come first. @param {string[]} words @param {any} how */
function partsOf(words, [skipped, together, ...parts]) {
  for (let i = skipped; i < words.length; i += together) parts.push(words.slice(i, i + together).join(" "));
  return parts;
}

/** @param {string[]} parts @param {Record<string, any>} cards */
const facesOf = (parts, cards) => parts.flatMap((part) => cards[part]?.face ?? []).join(" ");

/** @param {any} told @param {string[]} path @param {any} value */
function put(told, path, value) {
  const last = path.length - 1;
  path.forEach((key, i) => (i === last ? (told[key] = value) : (told = told[key])));
}
