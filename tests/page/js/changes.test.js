// @ts-check
/** What changes make of a state is what they make of it in Python. */

import assert from "node:assert/strict";
import test from "node:test";

import { apply } from "../../../src/cardshed/server/web/core/changes.js";
import { cases, frozen } from "./cases.js";

test("changes lead where they lead in Python, and the old state stays", () => {
  for (const { old, changes, now } of cases.changes) assert.deepEqual(apply(frozen(old), changes), now);
  assert.ok(cases.changes.length > 100);
});

test("what has not changed is the same thing as before", () => {
  const old = frozen({ view: { hand: [1, 2] }, log: { 1: "a" } });
  const now = apply(old, { view: { hand: { 1: [3] } } });
  assert.deepEqual(now, { view: { hand: [1, 3] }, log: { 1: "a" } });
  assert.equal(now.log, old.log);
});

test("the whole can be replaced, and a key can go", () => {
  assert.deepEqual(apply({ a: 1 }, [{ b: 2 }]), { b: 2 });
  assert.deepEqual(apply({ a: 1, b: 2 }, { a: [] }), { b: 2 });
});

test("names leave a list and others come", () => {
  assert.deepEqual(apply(frozen(["3S", "4S", "KH"]), [0, 1, [], 2, 1, ["AH", "2H"]]), ["4S", "AH", "2H"]);
  assert.deepEqual(apply(frozen([{ a: 1 }, { a: 2 }, { a: 3 }]), { 0: { a: [5] }, 2: [] }), [{ a: 5 }, { a: 2 }]);
});
