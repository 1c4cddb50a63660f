// @ts-check
/** The page finds the commitments and keys that cardshed/tables/fair.py makes, and sees what is wrong. */

import assert from "node:assert/strict";
import test from "node:test";

import { hashed } from "../../../src/cardshed/server/web/core/sha256.js";
import { check, stream } from "../../../src/cardshed/server/web/table/shuffle.js";
import { cases } from "./cases.js";

const NONCE = "00112233445566778899aabbccddeeff";

/** The last digit of a number is another one. @param {string} hex */
const changed = (hex) => hex.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));

/** @param {any} table @param {any} shuffle what is told otherwise */
const told = (table, shuffle) => ({ ...table, shuffle: { ...table.shuffle, ...shuffle } });

/** One that has house rules and nonces, or of the first kind. @param {boolean} keyed */
const example = (keyed) =>
  cases.shuffle.find((/** @type {any} */ one) => {
    const { options, shuffle } = one.table;
    return Object.keys(options).length && (keyed ? Object.keys(shuffle.nonces).length > 1 : shuffle.salt.length === 32);
  });

test("commitments and keys of Python are right, and who did not show a nonce is named", () => {
  for (const { table, rules, left } of cases.shuffle)
    assert.deepEqual(check(table, rules), { sum: table.shuffle.commitment, wrong: null, seat: null, left });
  assert.ok(cases.shuffle.length >= 80);
});

test("each deal's stream is SipHash of the key, as Python's", () => {
  for (const { table, streams } of cases.shuffle)
    streams.forEach((/** @type {string} */ told, /** @type {number} */ deal) =>
      assert.equal(stream(table.shuffle.seed, deal), told),
    );
  const reference = "0f0e0d0c0b0a09080706050403020100"; // the authors' own vector
  const [first, second] = [0x0706050403020100n, 0x0f0e0d0c0b0a0908n];
  assert.equal(stream(reference, /** @type {any} */ (second), first), "3f2acc7f57c29bdb");
});

test("whatever is changed is noticed", () => {
  for (const { table, rules } of [example(true), example(false)]) {
    const { salt, seed } = table.shuffle;
    for (const other of [
      told(table, { salt: changed(salt) }),
      { ...table, players: table.players + 1 },
      { ...table, options: {} },
      { ...table, game: "other" },
    ])
      assert.equal(check(other, rules)?.wrong, "commitment");
    assert.equal(check(table, rules + 1)?.wrong, "commitment");
    assert.equal(check(told(table, { seed: changed(seed) }), rules)?.wrong, salt.length === 64 ? "key" : "commitment");
  }
});

test("a nonce that was not promised is noticed, and one that is left away", () => {
  const { table, rules } = example(true);
  const { hashes, nonces } = table.shuffle;
  const other = check(told(table, { nonces: { ...nonces, 1: NONCE } }), rules);
  assert.deepEqual([other?.wrong, other?.seat], ["nonce", 1]);
  const { 1: _, ...fewer } = nonces;
  assert.equal(check(told(table, { nonces: fewer }), rules)?.wrong, "key");
  const both = { hashes: { ...hashes, 1: hashed(NONCE) }, nonces: { ...nonces, 1: NONCE } };
  assert.equal(check(told(table, both), rules)?.wrong, "key");
});

test("the first kind does not pass for one with nonces", () => {
  const { table, rules } = example(false);
  assert.equal(check(told(table, { hashes: { 0: hashed(NONCE) }, nonces: { 0: NONCE } }), rules)?.wrong, "key");
  assert.equal(check(table, rules, NONCE)?.wrong, "key");
});

test("what stands for who looks has to be what their device was committed to", () => {
  const { table, rules } = example(true);
  assert.equal(check({ ...table, you: 0 }, rules, table.shuffle.nonces[0])?.wrong, null);
  const other = check({ ...table, you: 0 }, rules, NONCE);
  assert.deepEqual([other?.wrong, other?.seat], ["own", 0]);
});

test("nothing is said before all chance is told", () => {
  const { table, rules } = cases.shuffle[0];
  assert.equal(check(told(table, { seed: null, salt: null }), rules), null);
});
