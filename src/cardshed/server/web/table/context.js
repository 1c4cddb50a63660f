// @ts-check
/** What all parts of a table need to know: the state as it was told, what is picked, and the words for it. */

import { pref } from "../core/prefs.js";
import { botName, say } from "../core/say.js";
import { lookOf } from "../looks/index.js";
import { choices, ordered, picksOf, playable } from "./selection.js";

/**
 * @typedef {import("./selection.js").Pick} Pick
 * @typedef {import("./selection.js").Move} Move
 * @typedef {import("./selection.js").Card} Card
 * @typedef {import("../core/live.js").State} State
 *
 * @typedef {{
 *   sorts: { name: string, by: (card: Card) => number[] }[],
 *   face: (card: Card, ctx: Context, pick?: Pick) => any,
 *   spoken?: (pick: Pick, ctx: Context) => string,
 *   cardClass?: (card: Card, ctx: Context, pick?: Pick) => string,
 *   spread?: boolean,
 *   picks?: (ctx: Context) => Pick[],
 *   idOf?: (part: string, ctx: Context) => string | null,
 *   middle: (ctx: Context) => any,
 *   seat?: (seat: any, ctx: Context) => any,
 *   bar?: (ctx: Context) => any,
 *   named?: (moves: Move[], ctx: Context) => Move[],
 *   short?: (move: Move, ctx: Context) => any,
 *   left?: (ctx: Context) => any,
 *   main?: (ctx: Context) => { said: any, spoken?: string, sure?: boolean, act: () => any } | null,
 *   passing?: (ctx: Context) => any,
 *   suggested?: (move: Move, ctx: Context) => boolean,
 *   tryText?: (ctx: Context) => string,
 *   scoring?: (last: any, ctx: Context) => any,
 *   playable?: (ctx: Context) => Set<string>,
 *   picked?: (pick: Pick, ctx: Context) => Pick[] | null,
 * }} Look how a game is shown; what is left out is shown as for any game
 */

export class Context {
  /**
   * @param {State} state
   * @param {any} ui what is picked and open
   * @param {any} act what can be done: pick, play, send, open
   */
  constructor(state, ui, act) {
    this.state = state;
    this.table = state.table;
    this.view = state.view;
    this.ui = ui;
    this.act = act;
    /** @type {Look} */
    this.look = lookOf(state.table.game);
    /** @type {number | null} */
    this.me = state.table.you;
    this.names = namesOf(state.table);
    this.ended = state.table.stage === "over";
    /** @type {Map<string, any>} */
    this.known = new Map();
  }

  /** What is worked out once for all that is drawn. @template T @param {string} name @param {() => T} work @returns {T} */
  once(name, work) {
    if (!this.known.has(name)) this.known.set(name, work());
    return this.known.get(name);
  }

  /** @param {any} message @param {Record<string, any>} [params] */
  say(message, params = {}) {
    return say(message, params, this.names);
  }

  /** @param {string} id @param {number | null} [seat] @returns {Card[]} */
  zone(id, seat = null) {
    const found = this.view?.zones.find((/** @type {any} */ zone) => zone.id === id && zone.seat === seat);
    return found?.cards ?? [];
  }

  /** @param {string} id @returns {any[]} */
  zones(id) {
    return this.view?.zones.filter((/** @type {any} */ zone) => zone.id === id) ?? [];
  }

  /** The cards in the middle, whoever played them. @returns {{ seat: number | null, cards: Card[] }} */
  get trick() {
    return this.zones("trick")[0] ?? { seat: null, cards: [] };
  }

  /** @returns {Pick[]} the own hand in its order */
  get hand() {
    return this.once("hand", () => {
      if (this.me === null || !this.view) return [];
      const { sorts } = this.look;
      const kept = pref("sort")[this.table.game];
      const order = kept === "own" ? (pref("order")[this.table.id] ?? []) : null;
      const by = (sorts.find((sort) => sort.name === kept) ?? sorts[0]).by;
      return ordered(picksOf(this.zone("hand", this.me), "hand"), by, order);
    });
  }

  /** @returns {Pick[]} all that can be picked */
  get picks() {
    return this.once("picks", () => (this.view ? [...this.hand, ...(this.look.picks?.(this) ?? [])] : []));
  }

  /** @returns {Move[]} */
  get moves() {
    return this.away ? [] : (this.view?.moves ?? []);
  }

  get myTurn() {
    return this.me !== null && !this.away && !this.ui.past && !!this.view?.acting.includes(this.me);
  }

  /** Who asks for a seat, if that is who looks. @returns {{ name: string, promised: boolean, agreed: number[] } | null} */
  get guest() {
    const { guest, seats } = this.table;
    return guest === null ? null : seats[guest].guest;
  }

  /** Whether who looks may ask for a rematch. */
  get mayRematch() {
    return this.ended && (this.me !== null || !!this.guest?.promised);
  }

  /** The seats of people who do something, or do not yet. @param {(seat: any) => boolean} wanted @returns {number[]} */
  people(wanted = () => true) {
    const found = this.table.seats.filter((/** @type {any} */ seat) => seat.person && wanted(seat));
    return found.map((/** @type {any} */ seat) => seat.seat);
  }

  /** Whether a bot plays for the own seat. */
  get away() {
    return this.me !== null && !!this.table.seats[this.me].away;
  }

  /** @returns {import("./selection.js").IdOf} */
  get idOf() {
    const { idOf } = this.look;
    if (idOf) return (part) => idOf(part, this);
    const ids = this.once("ids", () => new Map(this.picks.map((pick) => [pick.card.name, pick.id])));
    return (part) => ids.get(part) ?? null;
  }

  /** What is picked, as far as it is still there. @returns {Pick[]} */
  get picked() {
    return this.once("picked", () => {
      const all = new Map(this.picks.map((pick) => [pick.key, pick]));
      return this.ui.picked.flatMap((/** @type {Pick} */ pick) => {
        const there = all.get(pick.key);
        return there ? [{ ...there, as: pick.as }] : [];
      });
    });
  }

  get choices() {
    return this.once("choices", () => {
      const found = choices(this.moves, this.picked, this.idOf);
      const followed = found.whole.filter((move) => move.text === this.ui.followed?.text);
      return followed.length ? { ...found, whole: followed } : found;
    });
  }

  /** @returns {Set<string>} */
  get playable() {
    return this.once("playable", () => this.look.playable?.(this) ?? playable(this.moves, this.idOf, this.picked));
  }

  /** @param {Pick} pick */
  isPicked(pick) {
    return this.ui.picked.some((/** @type {Pick} */ other) => other.key === pick.key);
  }

  /** Opponents in the order of play, as seen from here. */
  get others() {
    const n = this.table.players;
    const from = this.me ?? 0;
    const all = Array.from({ length: n }, (_, i) => (from + i) % n);
    return this.me === null ? all : all.slice(1);
  }
}

/** Those of one name, as in a record that somebody brought, are told apart by a number. @param {any} table @returns {string[]} */
export function namesOf(table) {
  /** @type {string[]} */
  const names = table.seats.map(nameOf);
  return names.map((name, seat) => {
    const before = names.slice(0, seat).filter((other) => other === name).length;
    return before ? `${name} ${before + 1}` : name;
  });
}

/** @param {any} seat */
function nameOf(seat) {
  if (seat.name) return seat.name;
  return seat.bot ? botName(seat.seat) : say("seat", { number: seat.seat + 1 });
}
