// @ts-check
/** What is read of a state on its way is what was written in Python. */

import assert from "node:assert/strict";
import test from "node:test";

import { apply } from "../../../src/cardshed/server/web/core/changes.js";
import { PROTOCOL, read } from "../../../src/cardshed/server/web/core/wire.js";
import { cases, frozen } from "./cases.js";

test("states that follow each other are read as they were written", () => {
  for (const { first, steps } of cases.wire) {
    let told = frozen(first);
    assert.equal(told.protocol, PROTOCOL);
    for (const { changes, state } of steps) {
      told = frozen(apply(told, changes));
      assert.deepEqual(read(told), state);
    }
    assert.ok(steps.length > 20);
  }
  assert.ok(cases.wire.length >= 5);
});

test("before the first deal there is nothing to describe", () => {
  const state = { table: { n: 2 }, log: {}, deals: {}, view: null };
  assert.deepEqual(read({ protocol: PROTOCOL, ...state }), state);
});
