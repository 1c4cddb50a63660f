// @ts-check
/** What Python makes of the same: written by tests/page/cases.py for these tests. */

import { readFileSync } from "node:fs";
import process from "node:process";

const file = process.env.CARDSHED_CASES;
if (!file) throw new Error("these tests are run by: npm run scripts");

/** @type {Record<string, any>} */
export const cases = JSON.parse(readFileSync(file, "utf-8"));

/** Let nobody change it. @param {any} value @returns {any} */
export function frozen(value) {
  if (value && typeof value === "object") {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}
