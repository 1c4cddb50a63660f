// @ts-check
/** What this device adds to the shuffles of tables: a nonce for each, kept in this browser until all is proved. */

import { hashed } from "./sha256.js";

const KEY = "cardshed nonces";
const MOST = 100; // tables, the latest ones

/** @typedef {{ nonce: string, seat: number | null }} Kept with the seat for which the table has its hash */

/** @type {Record<string, Kept>} by table */
let kept = {};

function read() {
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}"); // another tab may have written
  } catch {
    // a browser that keeps nothing: it holds until the page is closed
  }
  return kept;
}

/** @param {string} table @param {Kept} entry */
function write(table, entry) {
  kept = Object.fromEntries(Object.entries({ ...read(), [table]: entry }).slice(-MOST));
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // as above
  }
}

/** 128 bits of chance. @returns {string} 32 hexadecimal digits */
export const newNonce = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Keep a nonce for a table that has none yet. @param {string} table @param {string} nonce */
export function keepNonce(table, nonce) {
  if (!(table in read())) write(table, { nonce, seat: null });
}

/** The hash that commits to the nonce of a table, which is made when it is first asked for. @param {string} table */
export function hashFor(table) {
  keepNonce(table, newNonce());
  return hashed(kept[table].nonce);
}

/** The nonce to which this device was seen to be committed before the deal, as who sits there. @param {any} table */
export function ownNonce({ id, you }) {
  const own = read()[id];
  return own && you !== null && own.seat === you ? own.nonce : null;
}

/**
 * What is to be done for the shuffle before the first deal: a command, or nothing. Who sits there without a hash, as
 * after a rematch that another asked for, need not be asked.
 * @param {any} table @returns {["commit", { hash: string }] | ["reveal", { nonce: string }] | null}
 */
export function wanted({ id, you, shuffle: { asked, hashes, nonces } }) {
  if (you === null) return null;
  if (asked !== "show" && !(you in hashes)) return ["commit", { hash: hashFor(id) }];
  const own = read()[id];
  if (!own || hashes[you] !== hashed(own.nonce)) return null;
  if (own.seat !== you) write(id, { ...own, seat: you });
  return asked === "show" && !(you in nonces) ? ["reveal", { nonce: own.nonce }] : null;
}
