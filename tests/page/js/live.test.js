// @ts-check
/** What comes over a socket: states and changes that are read, and what cannot be read. */

import assert from "node:assert/strict";
import test from "node:test";

import "./dom.js";
import { cases } from "./cases.js";

import { Live } from "../../../src/cardshed/server/web/core/live.js";
import { PROTOCOL } from "../../../src/cardshed/server/web/core/wire.js";

let reloads = 0;
const page = /** @type {any} */ (globalThis);
page.addEventListener = page.removeEventListener = () => undefined;
page.document = { ...page.document, addEventListener: () => undefined, removeEventListener: () => undefined };
page.location = { protocol: "http:", host: "here", reload: () => reloads++ };
page.WebSocket = class {
  send() {}
  close() {}
};

/** A connection, with what it told. */
function listening() {
  /** @type {any[]} */
  const heard = [];
  const live = new Live("table", {
    state: (state) => heard.push(state),
    line: (line, why) => heard.push(why ? why.message : line),
  });
  heard.length = 0;
  return { live, heard };
}

const { first, steps } = cases.wire[0];
const whole = (/** @type {any} */ more = {}) => ({ type: "state", version: 0, now: 0, page: "one", ...first, ...more });

test("states and changes are read", () => {
  const { live, heard } = listening();
  live.hear(whole());
  live.hear({ type: "change", version: 1, changes: steps[0].changes });
  assert.equal(heard[0], "live");
  assert.deepEqual(heard.at(-1), steps[0].state);
  assert.equal(live.stale, false);
});

test("a page that is older than its server is known as that, and not loaded again by itself", () => {
  const { live, heard } = listening();
  live.hear(whole());
  live.hear(whole({ page: "two" }));
  assert.equal(live.stale, true);
  assert.equal(heard.length, 4);
  assert.equal(reloads, 0);
});

test("what is told in another way is refused with a sentence; an older page is loaded again, once", () => {
  const fresh = listening();
  fresh.live.hear(whole({ protocol: PROTOCOL + 1 }));
  assert.equal(fresh.heard[0], "server.protocol");
  assert.equal(reloads, 0);
  const open = listening();
  open.live.hear(whole({ protocol: PROTOCOL + 1, page: "two" }));
  assert.deepEqual([open.heard, reloads], [[], 1]);
});
