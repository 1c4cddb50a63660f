// @ts-check
/** Thirteen on the page: paper cards, the combination in the middle, those who are locked out stand aside. */

import assert from "node:assert/strict";
import test from "node:test";

import { all, classes, heard, one, seen } from "./dom.js";
import { at, canBeMade, cardsOf, lie, moments, needed, sameHand, sameSeats, sortedBy, words } from "./table.js";

/** @typedef {import("./table.js").Card} Card */

const GAME = "thirteen";
const RANKS = "3 4 5 6 7 8 9 10 J Q K A 2".split(" ");

test("the own hand is there, card by card, and what can be played is marked", () => {
  for (const { table } of moments(GAME)) {
    sameHand(table, (card) => needed(table).has(card.name));
  }
});

test("the combination to beat lies in the middle, with who played it", () => {
  for (const { moment, table } of moments(GAME)) {
    const { seat, cards } = table.at.trick;
    lie(table, table.middle, cards);
    const by = seat === null ? "" : words(table, "page.played_by", { seat });
    assert.equal(all(table.middle, ".quiet").map(seen).join(), by, moment);
  }
});

test("seats say how many cards and points they have, and who is locked out", () => {
  for (const { table } of moments(GAME)) {
    sameSeats(table);
    for (const told of table.view.seats) {
      const seat = table.seat(told.seat);
      assert.equal(classes(seat).includes("locked"), told.locked);
      assert.equal(seen(seat).includes(words(table, "thirteen.passed")), told.locked);
    }
  }
  assert.ok(at(GAME, "locked").view.seats.some((/** @type {any} */ seat) => seat.locked));
});

test("every move is made by picking its cards", () => {
  const kinds = canBeMade(GAME, (move) =>
    move.kind === "pass" ? [] : move.text.split(" ").map((name) => `hand ${name}`),
  );
  for (const kind of ["single", "pair", "run", "pass"]) assert.ok(kinds.has(kind), kind);
});

test("a card shows its rank and its suit", () => {
  const SIGNS = { "♠": "S", "♣": "C", "♦": "D", "♥": "H" };
  /** @type {Record<string, Set<string>>} by suit, how it is drawn */
  const drawn = { S: new Set(), C: new Set(), D: new Set(), H: new Set() };
  for (const { table } of moments(GAME, ["own", "other"]))
    for (const shown of all(table.page, ".hand .card")) {
      const name = shown.props["data-pick"].split(" ")[1];
      const { face } = /** @type {Card} */ (cardsOf(table, "hand", table.at.me).find((card) => card.name === name));
      const suit = SIGNS[/** @type {"♠"} */ (face.slice(-1))];
      assert.equal(seen(one(shown, ".ix")), face.slice(0, -1));
      assert.ok(classes(shown).includes(`suit-${suit}`), heard(shown));
      for (const pip of all(shown, "svg path")) drawn[suit].add(pip.props.d);
      assert.equal(all(shown, "svg").length, 2); // in the corner and large
    }
  const signs = Object.values(drawn).map((all) => [...all]);
  assert.deepEqual(
    signs.map((all) => all.length),
    [1, 1, 1, 1],
  );
  assert.equal(new Set(signs.flat()).size, 4);
});

test("the hand is sorted by value, or by suit and then by value", () => {
  const table = at(GAME, "deal");
  const worth = (/** @type {Card} */ { name }) => 4 * RANKS.indexOf(name.slice(0, -1)) + "SCDH".indexOf(name.slice(-1));
  const values = sortedBy(table, "value").map(worth);
  assert.deepEqual(
    values,
    [...values].sort((a, b) => a - b),
  );
  const cards = sortedBy(table, "suit");
  const suits = cards.map((card) => card.name.slice(-1));
  assert.equal(suits.filter((suit, i) => suit !== suits[i - 1]).length, new Set(suits).size);
  for (const [i, card] of cards.entries())
    if (i && suits[i] === suits[i - 1]) assert.ok(worth(card) > worth(cards[i - 1]));
});
