// @ts-check
/** From what is picked to what is meant. */

import assert from "node:assert/strict";
import test from "node:test";

import {
  choices,
  fits,
  ordered,
  picksOf,
  playable,
  staged,
  wants,
} from "../../../src/cardshed/server/web/table/selection.js";

/** @typedef {import("../../../src/cardshed/server/web/table/selection.js").Move} Move */

/** @param {string} name */
const card = (name) => ({ name, face: name, spoken: { key: name, params: {} } });
/** @param {string} text @param {string[]} parts @param {boolean} [quiet] @returns {Move} */
const move = (text, parts, quiet = false) => ({ text, kind: text, parts, label: { key: text, params: {} }, quiet });

const HAND = picksOf([card("4R"), card("4R"), card("5R"), card("6B")], "hand");
/** @param {string} part */
const idOf = (part) => HAND.find((pick) => pick.card.name === part)?.id ?? null;
const [FOUR, OTHER_FOUR, FIVE, SIX] = HAND;
const [PASS, ONE, PAIR, RUN, CALL] = [
  move("pass", ["pass"]),
  move("4R", ["4R"]),
  move("4R 4R", ["pair", "4R", "4R"]),
  move("4R 5R", ["4R", "5R"]),
  move("call", ["6B"], true),
];
const MOVES = [PASS, ONE, PAIR, RUN, CALL];

test("equal cards have keys of their own and one id", () => {
  assert.deepEqual(
    HAND.map((pick) => pick.key),
    ["hand 4R 1", "hand 4R 2", "hand 5R 1", "hand 6B 1"],
  );
  assert.equal(FOUR.id, OTHER_FOUR.id);
});

test("parts that stand for nothing on the table go without saying", () => {
  assert.deepEqual(wants(PAIR, idOf), ["hand 4R", "hand 4R"]);
  assert.deepEqual(wants(PASS, idOf), []);
});

test("nothing picked: only what needs no card is meant", () => {
  assert.deepEqual(choices(MOVES, [], idOf), { whole: [], more: [], plain: [PASS] });
});

test("one card is a move of its own, and the beginning of others", () => {
  assert.deepEqual(choices(MOVES, [OTHER_FOUR], idOf), { whole: [ONE], more: [PAIR, RUN], plain: [PASS] });
});

test("of equal cards either will do, but not one too many", () => {
  assert.deepEqual(choices(MOVES, [FOUR, OTHER_FOUR], idOf).whole, [PAIR]);
  assert.equal(fits(ONE, [FOUR, OTHER_FOUR], idOf), false);
});

test("what no move has fits none, and what is quiet is not offered", () => {
  assert.deepEqual(choices(MOVES, [SIX], idOf), { whole: [], more: [], plain: [PASS] });
  assert.deepEqual(choices(MOVES, [FIVE, SIX], idOf).more, []);
});

test("a card that could be several things is the one that was said", () => {
  const seven = move("1>7", ["1>7"]);
  const four = move("1>4", ["1>4"]);
  const [one] = picksOf([card("1")], "hand");
  const any = () => "hand 1";
  assert.deepEqual(choices([seven, four], [one], any).whole, [seven, four]);
  assert.deepEqual(choices([seven, four], [{ ...one, as: "1>4" }], any).whole, [four]);
});

test("playable is what some move needs besides what is picked", () => {
  assert.deepEqual(playable(MOVES, idOf), new Set(["hand 4R", "hand 5R"]));
  assert.deepEqual(playable(MOVES, idOf, [FIVE]), new Set(["hand 4R", "hand 5R"]));
  assert.deepEqual(playable(MOVES, idOf, [SIX]), new Set());
});

test("staged are the things of a move, those first that are picked already", () => {
  assert.deepEqual(
    staged(ONE, HAND, [], idOf).map((pick) => pick.key),
    ["hand 4R 1"],
  );
  assert.deepEqual(
    staged(ONE, HAND, [OTHER_FOUR], idOf).map((pick) => pick.key),
    ["hand 4R 2"],
  );
  assert.deepEqual(
    staged(PAIR, HAND, [OTHER_FOUR], idOf).map((pick) => pick.key),
    ["hand 4R 2", "hand 4R 1"],
  );
  assert.deepEqual(staged(PASS, HAND, [], idOf), []);
});

test("a hand is sorted, or lies as it was put with new cards at the end", () => {
  const down = (/** @type {{ name: string }} */ one) => [-Number(one.name[0])];
  assert.deepEqual(
    ordered(HAND, down).map((pick) => pick.key),
    ["hand 6B 1", "hand 5R 1", "hand 4R 1", "hand 4R 2"],
  );
  const own = ordered(HAND, down, ["hand 5R 1", "gone", "hand 4R 2"]);
  assert.deepEqual(
    own.map((pick) => pick.key),
    ["hand 5R 1", "hand 4R 2", "hand 6B 1", "hand 4R 1"],
  );
});
