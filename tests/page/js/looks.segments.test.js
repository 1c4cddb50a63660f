// @ts-check
/** Segments on the page: displays whose bars are the card's, and digits that cards become for their price. */

import assert from "node:assert/strict";
import test from "node:test";

import { all, classes, heard, one, press, seen } from "./dom.js";
import { at, canBeMade, finish, lie, moments, needed, sameHand, sameSeats, sortedBy, words } from "./table.js";

import { h } from "../../../src/cardshed/server/web/core/dom.js";
import { signed } from "../../../src/cardshed/server/web/core/say.js";
import { digit } from "../../../src/cardshed/games/segments/web/display.js";

const GAME = "segments";

/** The bars of a drawn digit by what they are: lit, added, cut or off. @param {any} tree */
function barsOf(tree) {
  const bars = one(tree, "svg.digit").children.map((bar) => /** @type {any} */ (bar));
  assert.deepEqual(
    bars.map((bar) => bar.key),
    [..."abcdefg"],
  );
  const of = (/** @type {string} */ kind) =>
    bars.flatMap((bar) => (classes(bar).includes(kind) ? [bar.key] : [])).join("");
  return { lit: of("lit"), added: of("added"), cut: of("cut"), off: of("off") };
}

/** The bars of a card as Python tells them. @param {any} card */
function told(card) {
  const changed = (/** @type {boolean} */ was) =>
    [...card.changed].filter((bar) => card.lit.includes(bar) === was).join("");
  const lit = [...card.lit].filter((bar) => !card.changed.includes(bar)).join("");
  const off = [..."abcdefg"].filter((bar) => !`${card.lit}${card.changed}`.includes(bar)).join("");
  return { lit, added: changed(false), cut: changed(true), off };
}

/** The digits that are offered for what is picked, with their prices. @param {any} page */
const offered = (page) =>
  all(page, ".become").map((button) => [Number(button.key), Number(seen(one(button, ".price")))]);

test("the own hand is there, card by card, and what can be played is marked", () => {
  for (const { table } of moments(GAME)) {
    const printed = new Set([...needed(table)].map((part) => Number(part[0])));
    sameHand(table, (card) => printed.has(card.printed));
  }
});

test("a display lights the bars of its digit, and shows which were added and which blacked out", () => {
  const [digits, changes] = [new Set(), new Set()];
  for (const { table } of moments(GAME))
    for (const zone of table.view.zones)
      for (const card of zone.cards) {
        const face = h("div", null, table.at.look.face(card, table.at));
        assert.deepEqual(barsOf(face), told(card), card.name);
        const name = card.printed === card.shown ? card.name : `${card.printed} → ${card.shown}`;
        assert.equal(seen(one(face, ".ix")), name);
        digits.add(`${table.view.options.glyphs} ${card.printed}`);
        if (card.changed) changes.add(barsOf(face).added ? "added" : "cut");
      }
  assert.equal(digits.size, 20, "all digits, with tails and without");
  assert.equal(changes.size, 2);
});

test("the bars lie where they do on a display", () => {
  const bars = one(h("div", null, digit("abcdefg")), "svg.digit").children;
  const middles = bars.map((bar) => {
    const points = one(bar, "polygon")
      .props.points.split(" ")
      .map((/** @type {string} */ point) => point.split(",").map(Number));
    const [x, y] = [0, 1].map((i) => points.reduce((/** @type {number} */ sum, /** @type {any} */ p) => sum + p[i], 0));
    return [x / points.length, y / points.length];
  });
  const across = middles.map(([x]) => (x < 20 ? "left" : x > 40 ? "right" : ""));
  const down = middles.map(([, y]) =>
    y < 20 ? "top" : y < 45 ? "upper" : y < 55 ? "middle" : y < 80 ? "lower" : "bottom",
  );
  assert.deepEqual(across, ["", "right", "right", "", "left", "left", ""]);
  assert.deepEqual(down, ["top", "upper", "lower", "bottom", "lower", "upper", "middle"]);
});

test("the play to beat lies in the middle, with who made it and what it cost", () => {
  let paid = 0;
  for (const { moment, table } of moments(GAME)) {
    const { seat, cards } = table.at.trick;
    lie(table, table.middle, cards);
    if (seat === null) {
      assert.equal(barsOf(table.middle).off, "abcdefg", "a display without a play is dark");
      continue;
    }
    const n = cards.reduce((sum, card) => sum + card.changed.length, 0);
    const price = words(table, "segments.held", { n });
    const by = n ? words(table, "segments.page.by.paid", { seat, price }) : words(table, "page.played_by", { seat });
    assert.equal(seen(one(table.middle, ".by")), by, moment);
    all(table.middle, ".card").forEach((card, i) => assert.deepEqual(barsOf(card), told(cards[i])));
    paid += n;
  }
  assert.ok(paid);
});

test("seats say how many cards, points and segments they have, and who is out", () => {
  for (const { table } of moments(GAME)) {
    sameSeats(table);
    for (const { seat, segments, out } of table.view.seats) {
      const purse = one(table.seat(seat), ".purse");
      assert.equal(seen(one(purse, "b")), String(segments));
      assert.equal(all(purse, ".held").length, segments);
      assert.equal(all(purse, "i").length, Math.max(segments, table.view.limit));
      assert.equal(seen(one(table.seat(seat), ".notes")).includes(words(table, "segments.page.out")), out);
    }
  }
});

/** The segments of the own seat. @param {import("./table.js").Seated} table */
const purseOf = (table) => table.view.seats[/** @type {number} */ (table.at.me)].segments;

test("a card that is picked is offered as every digit that it can become, at its price", () => {
  for (const { table } of moments(GAME, ["own"])) {
    if (!table.at.myTurn) continue;
    for (const pick of table.at.hand) {
      const { card } = pick;
      table.ui.picked = [pick];
      table.draw();
      const { page } = table;
      const can = [[card.printed, 0], ...card.changes.map((/** @type {any} */ one) => [one.to, one.price])];
      assert.deepEqual(
        offered(page),
        can.sort((a, b) => a[0] - b[0]),
      );
      for (const button of all(page, ".become")) {
        const to = Number(button.key);
        const change = card.changes.find((/** @type {any} */ one) => one.to === to);
        assert.equal(classes(button).includes("dear"), !!change && change.price > purseOf(table));
        const plays = table.at.moves.some((move) => move.parts.join() === (change?.name ?? card.name));
        assert.equal(classes(button).includes("idle"), !plays);
        const price = words(table, "segments.held", { n: change?.price ?? 0 });
        const said = words(table, "segments.page.as", { digit: to, price });
        assert.equal(heard(button), plays ? words(table, "page.card.playable", { card: said }) : said);
        const bars = barsOf(button);
        assert.equal(bars.added.length + bars.cut.length, change?.price ?? 0);
      }
    }
  }
});

test("cards that are picked together are offered as what all can become, at the sum of the prices", () => {
  const table = at(GAME, "deal");
  const [first, second] = table.at.hand.filter((pick, i, all) => pick.card.printed !== all[i - 1]?.card.printed);
  table.ui.picked = [first, second];
  table.draw();
  const price = (/** @type {any} */ card, /** @type {number} */ to) =>
    card.printed === to ? 0 : card.changes.find((/** @type {any} */ one) => one.to === to)?.price;
  const wanted = Array.from({ length: 10 }, (_, to) => [to, price(first.card, to) + price(second.card, to)]);
  assert.deepEqual(
    offered(table.page),
    wanted.filter(([, sum]) => !Number.isNaN(sum)),
  );
});

test("what is too dear is said instead of chosen", () => {
  for (const { table } of moments(GAME, ["own"])) {
    const pick = table.at.hand.find(({ card }) =>
      card.changes.some((/** @type {any} */ one) => one.price > purseOf(table)),
    );
    if (!table.at.myTurn || !pick) continue;
    table.ui.picked = [pick];
    table.draw();
    const dear = all(table.page, ".become.dear")[0];
    press(dear);
    const n = pick.card.changes.find((/** @type {any} */ one) => one.to === Number(dear.key)).price;
    const purse = table.view.seats[/** @type {number} */ (table.at.me)].segments;
    assert.equal(seen(one(table.page, ".note")), words(table, "segments.why.too_dear", { n, purse }));
    assert.equal(table.at.picked[0].as, undefined);
    return;
  }
  assert.fail("nobody is short of segments");
});

test("every play is made by picking its cards and the digit they are to show", () => {
  const printed = (/** @type {string} */ word) => `hand ${word.split(">")[0]}`;
  canBeMade(GAME, (move) => move.text.split(" ").map(printed), {
    only: (move) => move.kind !== "pass",
    made: (table, move) => {
      const to = move.text.at(-1);
      const button = all(table.page, ".become").find(({ key }) => key === to);
      assert.ok(button, move.text);
      if (button.props["aria-pressed"] === "false") press(button);
      for (const pick of all(table.page, '.hand [aria-pressed="true"]')) {
        const shown = barsOf(pick);
        const now = [...shown.lit, ...shown.added].sort().join("");
        const options = barsOf(one(table.page, '.become[aria-pressed="true"]'));
        assert.equal(now, [...options.lit, ...options.added].sort().join(""), "the card shows what it becomes");
        assert.ok(heard(pick).includes(to ?? ""));
      }
      finish(table, move);
    },
  });
});

test("a pass is one button that says what it brings, or a list where it may bring less", () => {
  canBeMade(GAME, () => [], {
    only: (move) => move.kind === "pass",
    made: (table, move) => {
      const passes = table.at.moves.filter((other) => other.kind === "pass");
      const { n } = move.label.params;
      if (passes.length === 1)
        assert.ok(seen(one(table.page, '[data-act="pass"]')).includes(`+${n} · limit ${table.view.limit}`));
      table.click('[data-act="pass"]');
      if (passes.length > 1) table.choose(words(table, move.label));
    },
  });
  const several = at(GAME, "no_tails").at.moves.filter((move) => move.kind === "pass");
  assert.ok(several.length > 1);
});

test("the points of a round are told for each player, the best first, with what they are made of", () => {
  for (const { table } of moments(GAME)) {
    const last = table.view.last_deal;
    if (!last) continue;
    table.open("round");
    const lines = all(table.page, ".reckoning li");
    const order = lines.map((line) => Number(line.key));
    assert.deepEqual([...order].sort(), [...last.points.keys()]);
    for (const [i, line] of lines.entries()) {
      const seat = order[i];
      assert.ok(!i || last.points[order[i - 1]] >= last.points[seat]);
      assert.equal(seen(one(line, "h3")), `${table.at.names[seat]} ${signed(last.points[seat])}`);
      const parts = last.parts[seat].map((/** @type {any} */ part) =>
        [words(table, part.sentence), signed(part.points)].join(" "),
      );
      assert.deepEqual(all(line, "p").map(seen), parts);
    }
  }
});

test("the hand is sorted by the digits that are printed", () => {
  const digits = sortedBy(at(GAME, "deal"), "value").map((card) => card.printed);
  assert.deepEqual(digits, [...digits].sort());
});
