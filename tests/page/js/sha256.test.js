// @ts-check
/** The hash is the one that everybody knows. */

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import test from "node:test";

import { bytes, hmac, sha256 } from "../../../src/cardshed/server/web/core/sha256.js";

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

test("HMAC is the one of RFC 4231, and of all lengths that are needed", () => {
  const text = (/** @type {string} */ words) => new TextEncoder().encode(words);
  assert.equal(
    hmac(text("Jefe"), text("what do ya want for nothing?")),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
  for (let n = 0; n <= 64; n++) {
    const [key, told] = [n, 3 * n].map((size) => Uint8Array.from({ length: size }, (_, i) => (i * 37 + n) % 256));
    assert.equal(hmac(key, told), createHmac("sha256", key).update(told).digest("hex"), String(n));
  }
  assert.deepEqual([...bytes("00ff10")], [0, 255, 16]);
});
