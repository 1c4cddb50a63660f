// @ts-check
/** Every sentence is the one that Python says. */

import assert from "node:assert/strict";
import test from "node:test";

import { knows, say, use } from "../../../src/cardshed/server/web/core/say.js";
import { cases } from "./cases.js";

test("every key of the catalogue is said as in Python", () => {
  use(cases.catalogue);
  for (const { message, names, said } of cases.say)
    assert.equal(say(message, {}, names ?? undefined), said, message.key);
  assert.ok(cases.say.length > Object.keys(cases.catalogue).length / 2);
  for (const word of ["page", "server", "bots", "thirteen"])
    assert.ok(
      cases.say.some((/** @type {any} */ { message }) => message.key.startsWith(`${word}.`)),
      word,
    );
});

test("a key and its parameters, as the page calls it", () => {
  use({ "x.one": "{n} card", "x.other": "{n} cards", seat: "Seat {number}", y: "{seat}: {what}" });
  assert.equal(say("x", { n: 1 }), "1 card");
  assert.equal(say("x", { n: 0 }), "0 cards");
  assert.equal(say("y", { seat: 1, what: { key: "x", params: { n: 2 } } }, ["Ann", "Bo"]), "Bo: 2 cards");
  assert.equal(say("y", { seat: 1, what: "{n}" }), "Seat 1: {n}");
});

test("a key without a sentence is shown as it is", () => {
  use({});
  assert.equal(say("page.nothing", { n: 1 }).startsWith("page.nothing"), true);
  assert.equal(knows("page.nothing"), false);
});
