// @ts-check
/** What a device adds to a shuffle: once committed to, always the same, and shown only when it is asked for. */

import assert from "node:assert/strict";
import test from "node:test";

import "./dom.js";

import { hashFor, keepNonce, newNonce, ownNonce, wanted } from "../../../src/cardshed/server/web/core/nonces.js";
import { hashed } from "../../../src/cardshed/server/web/core/sha256.js";

/** @type {Record<string, string>} */
const kept = {};
/** @type {any} */ (globalThis).localStorage = {
  getItem: (/** @type {string} */ key) => kept[key] ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => (kept[key] = value),
};

/** @param {string} id @param {any} shuffle @param {number | null} [you] */
const table = (id, shuffle, you = 1) => ({ id, you, shuffle: { asked: null, hashes: {}, nonces: {}, ...shuffle } });

test("a nonce is kept for its table, and never replaced", () => {
  const nonce = newNonce();
  assert.match(nonce, /^[0-9a-f]{32}$/);
  keepNonce("a", nonce);
  keepNonce("a", newNonce());
  assert.equal(hashFor("a"), hashed(nonce));
  assert.notEqual(hashFor("b"), hashFor("a"));
});

test("what is asked for is done by who sits there, and by nobody else", () => {
  const hash = hashFor("a");
  assert.deepEqual(wanted(table("a", { asked: "commit" })), ["commit", { hash }]);
  assert.equal(wanted(table("a", { asked: "commit", hashes: { 1: hash } })), null);
  assert.deepEqual(wanted(table("a", {})), ["commit", { hash }]);
  assert.equal(wanted(table("a", { asked: "commit" }, null)), null);
  assert.equal(wanted(table("a", { asked: "show" })), null, "it is too late");
  const show = { asked: "show", hashes: { 1: hash } };
  const [type, body] = wanted(table("a", show)) ?? [];
  assert.equal(type, "reveal");
  assert.equal(hashed(/** @type {any} */ (body).nonce), hash);
  assert.equal(wanted(table("a", { ...show, nonces: { 1: /** @type {any} */ (body).nonce } })), null);
  assert.equal(wanted(table("a", { ...show, hashes: { 1: hashed("of another device") } })), null);
  assert.equal(wanted(table("never seen", show)), null);
});

test("a nonce is one's own where the table was seen to have its hash", () => {
  const hash = hashFor("late");
  assert.equal(ownNonce(table("late", {})), null);
  assert.equal(wanted(table("late", { hashes: { 1: hash } })), null);
  assert.equal(hashed(String(ownNonce(table("late", {})))), hash);
  assert.equal(ownNonce(table("late", {}, 2)), null, "at another seat");
});

test("only the latest tables are kept", () => {
  for (let n = 0; n < 150; n++) hashFor(`table ${n}`);
  assert.equal(Object.keys(JSON.parse(kept["cardshed nonces"])).length, 100);
  assert.equal(wanted(table("table 149", { asked: "show", hashes: { 1: hashFor("table 149") } }))?.[0], "reveal");
});
