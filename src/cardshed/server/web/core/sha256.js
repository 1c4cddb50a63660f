// @ts-check
/** SHA-256 as FIPS 180-4 tells it, and its HMAC: the browser's own are missing on pages that come over plain http. */

const WORDS = Uint32Array.from(primes(64), (p) => part(Math.cbrt(p)));
const START = Uint32Array.from(primes(8), (p) => part(Math.sqrt(p)));

/** @param {number} n */
function primes(n) {
  /** @type {number[]} */
  const found = [];
  for (let k = 2; found.length < n; k++) if (found.every((p) => k % p)) found.push(k);
  return found;
}

/** The first 32 bits behind the point. @param {number} x */
function part(x) {
  return ((x - Math.floor(x)) * 2 ** 32) >>> 0;
}

/** @param {number} x @param {number} n */
const turn = (x, n) => (x >>> n) | (x << (32 - n));

/**
 * @param {Uint8Array} bytes
 * @returns {string} 64 hexadecimal digits
 */
export function sha256(bytes) {
  const size = ((bytes.length + 8) >> 6) + 1;
  const padded = new Uint8Array(size * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const sum = START.slice();
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15];
      const b = w[i - 2];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = sum;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + WORDS[i] + w[i]) >>> 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (sum[i] += x));
  }
  return Array.from(sum, (x) => x.toString(16).padStart(8, "0")).join("");
}

/** @param {string} text @returns {string} */
export const hashed = (text) => sha256(new TextEncoder().encode(text));

/** HMAC-SHA-256, as RFC 2104 tells it. @param {Uint8Array} key of 64 bytes at most @param {Uint8Array} message @returns {string} */
export function hmac(key, message) {
  const padded = (/** @type {number} */ pad) => Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ pad);
  const inner = sha256(Uint8Array.of(...padded(0x36), ...message));
  return sha256(Uint8Array.of(...padded(0x5c), ...bytes(inner)));
}

/** @param {string} hex */
export const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
