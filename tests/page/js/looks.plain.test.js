// @ts-check
/** A game without a look of its own: every place of its view, by its name, with its cards. */

import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { all, classes, one, seen } from "./dom.js";
import { cardsOf, finish, lie, moments, needed, sameHand, sameSeats, Seated, sortedBy, words } from "./table.js";

import { use } from "../../../src/cardshed/server/web/core/say.js";
import { giveUp, lookOf, looks } from "../../../src/cardshed/server/web/looks/index.js";
import { look as plain } from "../../../src/cardshed/server/web/looks/plain.js";

const GAMES = Object.keys(cases.tables);

/** The tables of all games, as if they were of a game that nobody knows. */
function* unknown() {
  for (const game of GAMES)
    for (const { moment, table } of moments(game)) {
      const { state } = table;
      const told = /** @type {any} */ ({ ...state, table: { ...state?.table, game: "patience" } });
      yield { game, moment: `${game}, ${moment}`, table: new Seated(told) };
    }
}

test("games of ours have looks of their own, and all others the plain one", () => {
  for (const game of GAMES) assert.notEqual(lookOf(game), plain);
  assert.equal(new Set(GAMES.map(lookOf)).size, GAMES.length);
  for (const game of ["patience", "mygame", ""]) assert.equal(lookOf(game), plain);
});

test("every place that has cards is there with its name, its owner and each of its cards", () => {
  use({ ...cases.catalogue, "patience.zone.trick": "In the middle" });
  for (const { moment, table } of unknown()) {
    const zones = table.view.zones.filter((/** @type {any} */ zone) => zone.id !== "hand" && zone.cards.length);
    const places = all(table.middle, ".place-of-any");
    assert.equal(places.length, zones.length, moment);
    for (const [i, { id, seat, cards }] of zones.entries()) {
      const name = id === "trick" ? "In the middle" : id;
      assert.equal(seen(one(places[i], ".quiet")), seat === null ? name : `${name} · ${table.at.names[seat]}`);
      lie(table, places[i], cards);
      const lying = classes(one(places[i], ".lying"));
      assert.equal(lying.includes("small"), cards.length > 3);
      assert.equal(lying.includes("trick"), id === "trick");
    }
  }
  use(cases.catalogue);
});

test("what everybody should know of the table is said below", () => {
  let said = 0;
  for (const { moment, table } of unknown()) {
    const notes = table.view.notes.map((/** @type {any} */ note) => words(table, note));
    const shown = table.middle.children.filter((/** @type {any} */ child) => child.key === "notes").map(seen);
    assert.deepEqual(shown, notes.length ? [notes.join(" · ")] : [], moment);
    said += notes.length;
  }
  assert.ok(said);
});

test("the own hand is there, and seats say how many cards and points they have", () => {
  for (const { game, table } of unknown()) {
    sameSeats(table);
    if (game === "thirteen" || game === "parcels") sameHand(table, (card) => needed(table).has(card.name));
  }
});

test("cards of the common deck are on paper with their suit, others bear what the game writes on them", () => {
  const found = new Set();
  for (const { game, table } of unknown())
    for (const zone of table.view.zones)
      for (const card of zone.cards) {
        const face = /** @type {any[]} */ (plain.face(card, table.at));
        const common = game === "thirteen" || game === "rummy";
        const suit = common && !card.name.startsWith("J") ? ` suit-${card.name.slice(-1)}` : "";
        const style = plain.cardClass?.(card, table.at) ?? "";
        assert.ok(style.startsWith(`paper${suit}`), style);
        assert.equal(all(face, "svg").length > 0, common, `${game} ${card.face}`);
        if (!common) assert.deepEqual(face.map(seen), [card.face, card.face]);
        else if (!/^J[RB]$/.test(card.name)) assert.equal(seen(face[0]), card.name.slice(0, -1));
        else assert.equal(seen(face[0]), "★");
        found.add(`${game} ${style}`);
      }
  for (const one of ["thirteen paper suit-H", "rummy paper suit-H joker", "rummy paper suit-S joker", "parcels paper"])
    assert.ok(found.has(one), one);
});

test("a move is made by picking its cards", () => {
  let made = 0;
  for (const { game, table } of unknown()) {
    if (game !== "thirteen" || !table.at.myTurn) continue;
    const move = table.at.moves.find((one) => one.kind === "pair") ?? table.at.moves[0];
    if (move.kind !== "pass") for (const name of move.text.split(" ")) table.take(`hand ${name}`);
    finish(table, move);
    assert.deepEqual(table.sent, [move.text]);
    made++;
  }
  assert.ok(made);
});

test("the hand is sorted by value or by suit", () => {
  for (const { game, table } of unknown()) {
    if (table.at.me === null || !["thirteen", "parcels"].includes(game)) continue;
    const told = cardsOf(table, "hand", table.at.me); // which a game tells from the lowest on
    assert.deepEqual(sortedBy(table, "value"), told);
    const suits = sortedBy(table, "suit").map((card) => (game === "thirteen" ? card.name.slice(-1) : ""));
    assert.equal(suits.filter((suit, i) => suit !== suits[i - 1]).length, new Set(suits).size);
  }
});

test("a look that fails is given up for the plain one, once", (t) => {
  t.mock.method(console, "error", () => undefined);
  looks.broken = { ...plain };
  assert.equal(giveUp("broken", new Error("face is missing")), true);
  assert.equal(lookOf("broken"), plain);
  assert.equal(giveUp("broken", new Error("again")), false);
});
