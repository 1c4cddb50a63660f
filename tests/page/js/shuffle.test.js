// @ts-check
/** The page finds the commitments that cardshed/tables/fair.py makes, and sees when one is wrong. */

import assert from "node:assert/strict";
import test from "node:test";

import { check } from "../../../src/cardshed/server/web/table/shuffle.js";
import { cases } from "./cases.js";

test("commitments of Python are right", () => {
  for (const { table, rules } of cases.shuffle)
    assert.deepEqual(check(table, rules), { sum: table.shuffle.commitment, right: true });
  assert.ok(cases.shuffle.length >= 20);
});

test("whatever is changed is noticed", () => {
  const { table, rules } = cases.shuffle.find((/** @type {any} */ one) => Object.keys(one.table.options).length);
  const others = [
    {
      ...table,
      shuffle: {
        ...table.shuffle,
        seed: table.shuffle.seed.replace(/.$/, (/** @type {string} */ c) => (c === "0" ? "1" : "0")),
      },
    },
    { ...table, shuffle: { ...table.shuffle, salt: table.shuffle.seed.repeat(2) } },
    { ...table, players: table.players + 1 },
    { ...table, options: {} },
    { ...table, game: "other" },
  ];
  for (const other of others) assert.equal(check(other, rules)?.right, false);
  assert.equal(check(table, rules + 1)?.right, false);
});

test("nothing is said before seed and salt are told", () => {
  const { table, rules } = cases.shuffle[0];
  assert.equal(check({ ...table, shuffle: { ...table.shuffle, seed: null, salt: null } }, rules), null);
});
