// @ts-check
/** The hash is the one that everybody knows. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";

import { sha256 } from "../../../src/cardshed/server/web/core/sha256.js";

test("the examples of FIPS 180-4", () => {
  const text = (/** @type {string} */ words) => sha256(new TextEncoder().encode(words));
  assert.equal(text(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(text("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("all lengths around the blocks", () => {
  for (let n = 0; n < 400; n++) {
    const bytes = Uint8Array.from({ length: n }, (_, i) => (i * 131 + n * 17) % 256);
    assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"), String(n));
  }
});
