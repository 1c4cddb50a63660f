// @ts-check
/** Parcels on the page: the storage and the shapes it allows, what each took and is known to hold, the pass in steps. */

import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { all, classes, heard, one, press, seen } from "./dom.js";
import {
  at,
  canBeMade,
  cardsOf,
  lie,
  moments,
  needed,
  sameHand,
  sameSeats,
  Seated,
  sortedBy,
  spread,
  words,
} from "./table.js";

/** @typedef {import("./table.js").Card} Card */

const GAME = "parcels";
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8];

/** How many there are of each number. @param {Card[]} cards */
const counts = (cards) => NUMBERS.map((number) => cards.filter((card) => card.face === String(number)).length);

/** The numbers on small boxes. @param {any} tree */
const boxes = (tree) => all(tree, ".box-small").map(seen);

/** What a pass takes and gives. @param {string} text @returns {string[]} */
const numbersIn = (text) => text.match(/\d+/g) ?? [];

/** What is said of the shapes that may be sent. @param {any} table @param {any} params */
const shapesSaid = (table, { set, run }) => [
  words(table, "parcels.page.sets", { n: set }),
  words(table, "parcels.page.runs", { n: run }),
];

test("the own hand is there, parcel by parcel, and what can be sent is marked", () => {
  for (const { table } of moments(GAME)) {
    sameHand(table, (card) => needed(table).has(card.name));
    for (const card of all(table.page, ".hand .card"))
      assert.equal(seen(one(card, ".ix")), card.props["data-pick"].split(" ")[1]);
  }
});

test("what was sent lies in the middle, with who sent it, the deck and the discards", () => {
  for (const { table } of moments(GAME)) {
    const { seat, cards } = table.at.trick;
    lie(table, table.middle, cards);
    assert.deepEqual(all(table.middle, ".beside span").map(seen), [
      seat === null ? "" : table.at.names[seat],
      words(table, "parcels.page.deck", { n: table.view.deck }),
      words(table, "parcels.page.discards", { n: cardsOf(table, "discards").length }),
    ]);
  }
});

test("each place of the storage holds as many parcels as the view tells, and says so", () => {
  for (const { table } of moments(GAME)) {
    const piles = all(table.middle, ".piles .stack");
    const stored = counts(cardsOf(table, "storage"));
    assert.deepEqual(
      piles.map((pile) => pile.props["data-value"]),
      NUMBERS,
    );
    for (const [i, pile] of piles.entries()) {
      const [n, number] = [stored[i], i + 1];
      assert.deepEqual(boxes(pile), Array(n).fill(String(number)));
      assert.equal(seen(one(pile, ".edge")), String(number));
      assert.equal(classes(pile).includes("bare"), !n);
      assert.equal(pile.props["aria-hidden"] === "true", !n);
      if (n) assert.ok(heard(pile).startsWith(words(table, "parcels.page.pile", { n, number })));
    }
  }
});

test("the tallest pile and the longest row are marked, and what they allow is said", () => {
  const found = new Set();
  for (const { table } of moments(GAME)) {
    const { set, run } = table.view.allowed.params;
    const stored = counts(cardsOf(table, "storage"));
    const tall = all(table.middle, ".stack").filter((pile) => all(pile, ".tall").length);
    assert.deepEqual(
      tall.map((pile) => [stored[pile.props["data-value"] - 1], seen(one(pile, ".tall"))]),
      set > 1 ? [[set, `×${set}`]] : [],
    );
    const row = all(table.middle, ".edge.in-run").map((edge) => Number(seen(edge)));
    assert.equal(row.length, run > 1 ? run : 0);
    for (const [i, number] of row.entries()) {
      assert.equal(number, row[0] + i);
      assert.ok(stored[number - 1]);
    }
    const ends = ["first", "last"].map((end) =>
      all(table.middle, `.edge.in-run.${end}`).map((edge) => Number(seen(edge))),
    );
    assert.deepEqual(ends, run > 1 ? [[row[0]], [row[row.length - 1]]] : [[], []]);
    const shapes = all(table.middle, ".allowed li");
    assert.deepEqual(shapes.map(seen), shapesSaid(table, { set, run }));
    assert.deepEqual(
      shapes.map((shape) => all(shape, "rect").length),
      [set, run],
    );
    found.add(set).add(`run of ${run}`);
  }
  assert.ok(found.has(1) && found.has(2) && found.has("run of 1") && found.has("run of 3"));
});

test("seats say how many cards and points they have, what they took and are known to hold, and who has passed", () => {
  const few = (/** @type {Card[]} */ cards) =>
    counts(cards).flatMap((n, i) => (n ? [n > 1 ? `${i + 1} ×${n}` : String(i + 1)] : []));
  for (const { table } of moments(GAME)) {
    sameSeats(table);
    for (const told of table.view.seats) {
      const notes = one(table.seat(told.seat), ".loads");
      const known = told.seat === table.at.me ? [] : cardsOf(table, "known", told.seat);
      const lines = all(notes, ".load").map((load) => [load.children[0], ...all(load, ".few").map(seen)]);
      const wanted = [
        [words(table, "parcels.page.took"), ...few(cardsOf(table, "score", told.seat))],
        [words(table, "parcels.page.known"), ...few(known)],
      ];
      assert.deepEqual(
        lines,
        wanted.filter((line) => line.length > 1),
      );
      assert.equal(seen(notes).includes(words(table, "parcels.passed")), told.locked);
    }
  }
});

test("every sending is made by picking its parcels", () => {
  const kinds = canBeMade(GAME, (move) => move.text.split(" ").map((name) => `hand ${name}`), {
    only: (move) => move.kind !== "pass",
  });
  assert.deepEqual([...kinds].sort(), ["run", "set", "single"]);
});

test("every pass is made step by step: what to take, what to give", () => {
  canBeMade(GAME, () => [], {
    only: (move) => move.kind === "pass" && numbersIn(move.text).length > 0,
    most: 10,
    made: (table, move) => {
      const [take, give = "0"] = numbersIn(move.text);
      table.click('[data-act="pass"]');
      if (!all(table.page, ".pass-steps").length) return; // the only pass there is, made at once
      assert.equal(all(table.page, ".confirm").length, 0);
      table.click(`[data-take="${take}"]`).click(`[data-give="${give}"]`).click(".confirm");
    },
  });
});

test("a pass begins with a pile of the storage, too", () => {
  for (const { table } of moments(GAME, ["own"])) {
    const takes = new Set(table.at.moves.filter((move) => move.kind === "pass").map((move) => numbersIn(move.text)[0]));
    takes.delete(/** @type {any} */ (undefined));
    const open = all(table.middle, "button.stack");
    assert.deepEqual(
      open.map((pile) => String(pile.props["data-value"])).sort(),
      table.at.myTurn ? [...takes].sort() : [],
    );
    if (!open.length) continue;
    press(open[0]);
    const chosen = all(table.page, '.ways [aria-pressed="true"]').map((way) => way.props["data-take"]);
    assert.deepEqual(chosen, [open[0].props["data-value"]]);
  }
});

test("what a pass would come to is what it comes to", () => {
  let dry = 0;
  for (const { state, after } of cases.passes)
    for (const [text, now] of spread(Object.entries(after), 8)) {
      const [take, give = "0"] = numbersIn(text);
      if (!take) continue;
      const table = new Seated(state);
      table.open("pass");
      table.click(`[data-take="${take}"]`).click(`[data-give="${give}"]`);
      const { page } = table;
      const [hand, shelf] = all(page, ".after");
      const stays = boxes(shelf).filter((number) => number !== "?");
      const drawn = boxes(shelf).length - stays.length;
      assert.deepEqual(boxes(hand), [...now.hand].sort(), text);
      assert.equal(boxes(shelf).length, now.storage.length, text);
      const come = [...now.storage];
      for (const number of stays) come.splice(come.indexOf(number), 1);
      assert.equal(come.length, drawn, `${text}: what stays is there afterwards`);
      assert.equal(seen(hand.children[0]), words(table, "parcels.page.hand_after", { n: now.hand.length }));
      assert.equal(seen(shelf.children[0]), words(table, "parcels.page.shelf_after", { n: now.storage.length }));
      const refill = drawn ? words(table, "parcels.page.refill", { n: drawn }) : words(table, "parcels.page.no_refill");
      assert.ok(seen(one(page, ".preview")).includes(refill));
      if (drawn) continue;
      assert.deepEqual(all(page, ".sure li").map(seen), shapesSaid(table, now.allowed));
      dry++;
    }
  assert.ok(dry, "what is allowed is only sure where nothing is drawn");
});

test("a pass that is suggested stands ready with both its steps", () => {
  const table = at(GAME, "answer");
  const move = table.at.moves.find((one) => one.kind === "pass" && numbersIn(one.text).length > 1);
  assert.ok(move);
  table.followHint(move);
  const [take, give] = numbersIn(move.text);
  const chosen = all(table.page, '.ways [aria-pressed="true"]').map(({ props }) => [
    props["data-take"],
    props["data-give"],
  ]);
  assert.deepEqual(chosen, [
    [Number(take), undefined],
    [undefined, Number(give)],
  ]);
  table.click(".confirm");
  assert.deepEqual(table.sent, [move.text]);
});

test("after a round it is told who took what, from the last place on", () => {
  for (const { table } of moments(GAME)) {
    const last = table.view.last_deal;
    if (!last) continue;
    table.open("round");
    const lines = all(table.page, ".taken li");
    assert.ok(seen(one(table.page, ".sheet .inside")).includes(words(table, last.sentence)));
    assert.deepEqual(
      lines.map((line) => seen(line)),
      last.taken.map((/** @type {any} */ { value, sentence }) => {
        const cost = value ? words(table, "parcels.page.cost", { n: value }) : words(table, "parcels.page.free");
        return `${value || "–"} ${words(table, sentence)} ${cost}`;
      }),
    );
    assert.deepEqual(
      lines.map((line) => classes(line).includes("mine")),
      last.taken.map((/** @type {any} */ step) => step.seat === table.at.me),
    );
  }
});

test("the hand is sorted rising or falling", () => {
  const table = at(GAME, "deal");
  const rising = sortedBy(table, "value").map((card) => card.face);
  assert.deepEqual(rising, [...rising].sort());
  assert.deepEqual(
    sortedBy(table, "falling").map((card) => card.face),
    [...rising].reverse(),
  );
});
