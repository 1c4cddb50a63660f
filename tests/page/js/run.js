// @ts-check
/** Runs the tests of the page's scripts, or some of them, with what Python makes of the same: `npm run scripts`. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const HERE = "tests/page/js";
const MISSING = "There is no Python environment to compare the scripts with: `make test` sets one up.";

process.chdir(fileURLToPath(new URL("../../..", import.meta.url)));

/** @param {string} program @param {string[]} words @param {Record<string, string>} [more] of the environment */
function run(program, words, more = {}) {
  return spawnSync(program, words, { stdio: "inherit", env: { ...process.env, ...more } }).status ?? 1;
}

/** The Python that Cardshed is installed for. */
function python() {
  return [".venv/bin/python", "python3"].find(
    (program) => spawnSync(program, ["-c", "import cardshed"], { stdio: "ignore" }).status === 0,
  );
}

/** @param {string} cases */
function test(cases) {
  const all = readdirSync(HERE).filter((name) => name.endsWith(".test.js"));
  const files = process.argv.length > 2 ? process.argv.slice(2) : all.map((name) => join(HERE, name));
  return run(process.execPath, ["--test", "--test-reporter=spec", ...files], { CARDSHED_CASES: cases });
}

/** The tests with cases that are written for them. */
function withCases() {
  const found = python();
  if (!found) {
    console.error(MISSING);
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), "cardshed-cases-"));
  const cases = join(folder, "cases.json");
  try {
    return run(found, ["-m", "tests.page.cases", cases]) || test(cases);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const written = process.env.CARDSHED_CASES;
process.exitCode = written ? test(written) : withCases();
