// @ts-check
/** Tables of real matches on a screen that draws nothing: what the looks describe, and what pressing it comes to. */

import assert from "node:assert/strict";

import { all, classes, heard, one, press } from "./dom.js";
import { cases, frozen } from "./cases.js";

import { h } from "../../../src/cardshed/server/web/core/dom.js";
import { prefer } from "../../../src/cardshed/server/web/core/prefs.js";
import { say, sayOf, use } from "../../../src/cardshed/server/web/core/say.js";
import { looks } from "../../../src/cardshed/server/web/looks/index.js";
import { capital } from "../../../src/cardshed/server/web/table/bar.js";
import { Context } from "../../../src/cardshed/server/web/table/context.js";
import { TableScreen } from "../../../src/cardshed/server/web/table/screen.js";
import { sheet } from "../../../src/cardshed/server/web/table/sheets.js";
import { parts } from "../../../src/cardshed/server/web/table/whole.js";

/** @typedef {import("../../../src/cardshed/server/web/core/live.js").State} State */
/** @typedef {import("../../../src/cardshed/server/web/table/selection.js").Card} Card */
/** @typedef {import("../../../src/cardshed/server/web/table/selection.js").Move} Move */

use(cases.catalogue);
for (const game of Object.keys(cases.tables)) {
  looks[game] = (await import(`../../../src/cardshed/games/${game}/web/look.js`)).look;
}
frozen(cases.tables);

/** Somebody at a table: what they see, and what they sent to the server. */
export class Seated extends TableScreen {
  /** @param {State} state */
  constructor(state) {
    super(/** @type {any} */ (null), state.table.id);
    sayOf(state.table.game);
    clearInterval(this.clock);
    for (const stop of this.stop) stop();
    /** @type {string[]} */
    this.sent = [];
    /** @type {any} */
    this.drawn = null;
    this.state = state;
    this.draw();
  }

  listen() {
    const ask = async (/** @type {string} */ _, /** @type {any} */ body) => this.sent.push(body.text);
    return { ask, close: () => undefined };
  }

  draw() {
    if (this.state) this.ctx = new Context(this.state, this.ui, this.acts);
    this.drawn = null; // until somebody looks
  }

  get at() {
    return /** @type {Context} */ (this.ctx);
  }

  get view() {
    return this.at.view;
  }

  /** @returns {any} the seats, the middle, what is the own, and what lies over it */
  get page() {
    const { at } = this;
    return (this.drawn ??= h("div", null, Object.values(parts(at, ["others", "middle", "own"])), sheet(at)));
  }

  /** @returns {any} */
  get middle() {
    return one(this.page, ".lies");
  }

  /** What is said of a seat, and what lies there. @param {number} seat */
  seat(seat) {
    return one(this.page, `.seat[data-seat="${seat}"]`);
  }

  /** Press what a selector finds. @param {string} selector */
  click(selector) {
    press(one(this.page, selector));
    return this;
  }

  /** Pick a thing that is not picked, such as `hand 3S`: of equal ones any. @param {string} thing */
  take(thing) {
    const there = all(this.page, '[data-pick][aria-pressed="false"]').filter((button) =>
      `${button.props["data-pick"]} `.startsWith(`${thing} `),
    );
    assert.ok(there.length, `there is no ${thing} to pick`);
    press(there[0]);
    return this;
  }

  /** Press the button that says this. @param {string} words */
  choose(words) {
    const found = all(this.page, "button").filter((button) => heard(button) === words);
    assert.equal(found.length, 1, `${found.length} buttons say ${words}`);
    press(found[0]);
    return this;
  }
}

/** The moments of a game, as those see them who are told. @param {string} game @param {("own" | "other" | "onlooker")[]} [who] */
export function* moments(game, who = ["own", "other", "onlooker"]) {
  for (const [moment, told] of Object.entries(cases.tables[game]))
    for (const one of who) yield { moment: `${moment}, ${one}`, table: new Seated(told[one]) };
}

/** A moment as the seat sees it that it is about. @param {string} game @param {string} moment @param {string} [who] */
export const at = (game, moment, who = "own") => new Seated(cases.tables[game][moment][who]);

/** @param {Seated} table @param {string} zone @param {number | null} [seat] @returns {Card[]} */
export const cardsOf = (table, zone, seat = null) => table.at.zone(zone, seat);

/** What is said, with the names of the table. @param {Seated} table @param {any} message @param {any} [params] @returns {string} */
export function words(table, message, params) {
  const said = say(message, params, table.at.names);
  assert.notEqual(said, message.key ?? message, "there is no such sentence");
  return said;
}

/** The names of what the moves consist of that may be pointed out. @param {Seated} table @returns {Set<string>} */
export const needed = (table) =>
  new Set(table.view.moves.flatMap((/** @type {Move} */ move) => (move.quiet ? [] : move.parts)));

/** @param {string[]} list */
const sorted = (list) => [...list].sort();

/**
 * All cards of the own hand are there once, by their names; those that some move needs, and no others, are called
 * playable and are not dim.
 * @param {Seated} table @param {(card: Card) => boolean} playable @param {(card: Card) => string} [spoken]
 */
export function sameHand(table, playable, spoken = (card) => words(table, card.spoken)) {
  const { page, at } = table;
  const shown = all(page, ".hand [data-pick]");
  if (at.me === null) return assert.deepEqual(shown, []);
  const can = (/** @type {Card} */ card) => at.myTurn && playable(card);
  const told = (/** @type {Card} */ card) =>
    can(card) ? say("page.card.playable", { card: spoken(card) }) : spoken(card);
  const held = cardsOf(table, "hand", at.me);
  assert.deepEqual(sorted(shown.map(heard)), sorted(held.map(told)));
  const dim = shown.filter((card) => classes(card).includes("dim"));
  assert.equal(dim.length, at.myTurn ? held.filter((card) => !can(card)).length : 0);
  assert.equal(new Set(shown.map((card) => card.props["data-pick"])).size, held.length);
  assert.equal(one(page, ".hand").props["aria-label"], say("page.hand", { n: held.length }));
}

/** Cards that lie there to be looked at are just these, by their names. @param {Seated} table @param {any} tree @param {Card[]} cards */
export function lie(table, tree, cards) {
  const shown = all(tree, ".lying .card").map(heard);
  assert.deepEqual(
    shown,
    cards.map((card) => words(table, card.spoken)),
  );
}

/** Each seat says how many cards and points it has, and shows as many backs. @param {Seated} table */
export function sameSeats(table) {
  for (const told of table.view.seats) {
    const seat = table.seat(told.seat);
    const said = heard(seat).split(", ");
    assert.equal(said[0], table.at.names[told.seat]);
    assert.equal(said[1], say("page.seat.cards", { n: told.cards }));
    assert.equal(said[2], say("page.seat.points", { n: told.points }));
    for (const note of told.notes) assert.ok(heard(seat).includes(words(table, note)), note.key);
    if (told.seat !== table.at.me) assert.equal(all(seat, ".backs i").length, Math.min(told.cards, 13));
  }
}

/** Some of a long list, from all over it. @template T @param {T[]} list @param {number} most @returns {T[]} */
export const spread = (list, most) => list.filter((_, i) => i % Math.ceil(list.length / most) === 0);

/**
 * Moves can be made: whoever picks what a move is made of, and presses Play or what says the move, sends just this.
 * @param {string} game @param {(move: Move) => string[]} things what is picked for a move
 * @param {{ only?: (move: Move) => boolean, most?: number, made?: (table: Seated, move: Move) => void, same?: (text: string) => string }} [how] which
 *   moves, at most so many at each moment, and what is done after its things are picked
 */
export function canBeMade(game, things, { only = () => true, most = 30, made = finish, same = String } = {}) {
  const kinds = new Set();
  for (const { moment, table } of moments(game, ["own"])) {
    if (!table.at.myTurn) continue;
    const moves = table.at.moves.filter((move) => !move.quiet && only(move));
    for (const move of spread(moves, most)) {
      const again = new Seated(/** @type {State} */ (table.state));
      for (const thing of things(move)) again.take(thing);
      made(again, move);
      assert.deepEqual(again.sent.map(same), [same(move.text)], moment);
      kinds.add(move.kind);
    }
  }
  return kinds;
}

/** What is picked is played, or the button pressed that says the move. @param {Seated} table @param {Move} move */
export function finish(table, move) {
  const said = capital(words(table, move.label));
  const chips = all(table.page, ".between button").filter((button) => heard(button) === said);
  if (all(table.page, '[data-act="play"].sure').length) table.click('[data-act="play"]');
  else if (chips.length) press(chips[0]);
  else table.click('[data-act="pass"]');
}

/** With the hand sorted in a way, its cards in their order. @param {Seated} table @param {string} way @returns {Card[]} */
export function sortedBy(table, way) {
  prefer("sort", { [table.at.table.game]: way });
  table.draw();
  const held = table.at.hand.map((pick) => pick.card);
  const shown = all(table.page, ".hand [data-pick]").map((card) => card.props["data-pick"].split(" ")[1]);
  assert.deepEqual(
    shown,
    held.map((card) => card.name),
  );
  prefer("sort", {});
  table.draw();
  return held;
}
