// @ts-check
/** The shuffle's proof, worked out by the page itself: the texts of `cardshed/tables/fair.py` and their hashes. */

import { bytes, hashed, hmac } from "../core/sha256.js";

/**
 * What is found: the hash that secret and rules give, the first thing that is wrong, if any, and the seats that
 * committed themselves to a nonce and did not show it.
 * @typedef {{ sum: string, wrong: "commitment" | "nonce" | "key" | "own" | null, seat: number | null, left: number[] }} Found
 */

/**
 * @param {any} table @param {number} rules the version of the game's rules
 * @param {string | null} [own] the nonce that this device has sent for its seat
 * @returns {Found | null} null until all chance is told
 */
export function check(table, rules, own = null) {
  const { commitment, salt, seed, hashes = {}, nonces = {} } = table.shuffle;
  if (!commitment || !salt || !seed) return null;
  const house = Object.keys(table.options)
    .sort()
    .map((name) => `${name}=${table.options[name]}`)
    .join(" ");
  const keyed = salt.length === 64; // matches of the first kind had a salt and a seed
  const first = keyed ? ["cardshed shuffle 2", salt] : ["cardshed shuffle 1", salt, seed];
  const sum = hashed([...first, `${table.game} ${rules}`, String(table.players), house].join("\n"));
  const seats = Object.keys(hashes).map(Number);
  const found = { sum, seat: null, left: keyed ? seats.filter((seat) => !(seat in nonces)) : [] };
  if (sum !== commitment) return { ...found, wrong: "commitment" };
  const mixed = seats.length > 0 || own !== null || seed.length !== 16; // not the server alone chooses
  if (!keyed) return { ...found, wrong: mixed ? "key" : null };
  const shown = Object.keys(nonces).map(Number);
  const bad = shown.find((seat) => hashed(nonces[seat]) !== hashes[seat]);
  if (bad !== undefined) return { ...found, wrong: "nonce", seat: bad };
  if (keyOf(salt, { ...hashes, ...nonces }) !== seed) return { ...found, wrong: "key" };
  const changed = own !== null && hashes[table.you] !== hashed(own);
  return changed ? { ...found, wrong: "own", seat: table.you } : { ...found, wrong: null };
}

/** The key of a match: of the table's secret, and of each seat's nonce, or its hash. @param {string} secret @param {Record<string, string>} added */
function keyOf(secret, added) {
  const lines = Object.keys(added).map((seat) => `${seat} ${added[seat]}`); // numbers are in order
  return hmac(bytes(secret), new TextEncoder().encode(["cardshed key", ...lines].join("\n"))).slice(0, 32);
}

const WORD = (1n << 64n) - 1n;
const DECK = 0n; // what the stream of a deck is for

/**
 * The stream of a deal's deck, as `stream` in cardshed/engine/chance.py: SipHash-2-4 of two words by a match's key.
 * @param {string} key @param {number} deal from 0 @param {bigint} [purpose]
 */
export function stream(key, deal, purpose = DECK) {
  const [high, low] = [BigInt(`0x${key.slice(0, 16)}`), BigInt(`0x${key.slice(16)}`)];
  const turned = (/** @type {bigint} */ x, /** @type {bigint} */ bits) => ((x << bits) & WORD) | (x >> (64n - bits));
  const sum = (/** @type {bigint} */ x, /** @type {bigint} */ y) => (x + y) & WORD;
  let [a, b] = [low ^ 0x736f6d6570736575n, high ^ 0x646f72616e646f6dn];
  let [c, d] = [low ^ 0x6c7967656e657261n, high ^ 0x7465646279746573n];
  for (let turn = 0; turn < 10; turn++) {
    const word = turn < 2 ? purpose : turn < 4 ? BigInt(deal) : 16n << 56n;
    if (turn < 6 && turn % 2 === 0) d ^= word;
    if (turn === 6) c ^= 0xffn;
    [a, c] = [sum(a, b), sum(c, d)];
    [b, d] = [turned(b, 13n) ^ a, turned(d, 16n) ^ c];
    [a, c] = [sum(turned(a, 32n), d), sum(c, b)];
    [b, d] = [turned(b, 17n) ^ c, turned(d, 21n) ^ a];
    c = turned(c, 32n);
    if (turn < 6 && turn % 2 === 1) a ^= word;
  }
  return (a ^ b ^ c ^ d).toString(16).padStart(16, "0");
}
