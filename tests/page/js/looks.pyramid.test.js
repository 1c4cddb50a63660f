// @ts-check
/** Pyramid on the page: meld cards that turn over, the number to meet, wilds and places beside the seats, the trading. */

import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { all, classes, heard, one, press, seen } from "./dom.js";
import {
  at,
  canBeMade,
  cardsOf,
  finish,
  lie,
  moments,
  needed,
  sameHand,
  sameSeats,
  Seated,
  sortedBy,
  words,
} from "./table.js";

import { looks } from "../../../src/cardshed/server/web/looks/index.js";

/** @typedef {import("./table.js").Card} Card */
/** @typedef {import("./table.js").Seated} Table */

const GAME = "pyramid";
const TRADING = ["declare", "add"];

/** The small cards there: their colour, what is written on them, and how many they stand for. @param {any} tree */
function minis(tree) {
  const told = (/** @type {any} */ shown) => `${classes(one(shown, ".mini"))[1]} ${seen(shown)}`;
  const times = all(tree, ".times");
  return times.length ? times.map(told) : all(tree, ".mini").map((mini) => `${classes(mini)[1]} ${seen(mini)}`);
}

/** Wilds as they are shown: one by one, or counted where there are more than four. @param {Card[]} cards */
function wilds(cards) {
  if (cards.length <= 4) return cards.map((card) => `${card.colour} W`);
  const counts = { red: 0, black: 0 };
  for (const card of cards) counts[/** @type {"red"} */ (card.colour)]++;
  return Object.entries(counts).flatMap(([colour, n]) => (n ? [n > 1 ? `${colour} W ×${n}` : `${colour} W`] : []));
}

/** The names of the cards that a move plays, throws, adds or trades with. @param {string} text */
const cardsIn = (text) => text.split(" ").filter((word) => /^(\d+|W)[RB]$/.test(word));

/** Whether a seat is to choose. @param {Table} table @param {any} told */
const acts = (table, told) => table.view.acting.includes(told.seat);

/** Whether the cards in front are what is picked. @param {Table} table */
const trading = (table) => TRADING.includes(table.view.phase);

test("the own hand is there, card by card, and what can be played is marked", () => {
  for (const { table } of moments(GAME)) {
    sameHand(table, (card) => needed(table).has(card.name) && !trading(table));
    for (const shown of all(table.page, ".hand .card")) {
      const name = shown.props["data-pick"].split(" ")[1];
      const colour = name.endsWith("R") ? "red" : "black";
      assert.equal(seen(one(shown, ".ix")), name.slice(0, -1));
      assert.ok(classes(shown).includes(`tri-${colour}`));
      const triangles = all(shown, "path.tri");
      assert.equal(triangles.length, name.startsWith("W") ? 4 : 2); // a wild's large sign is a pyramid of three
      assert.ok(triangles.every((sign) => classes(sign).includes(colour)));
    }
  }
});

test("the meld cards lie in their order, with what is special about each, and those that were used turned over", () => {
  let used = 0;
  for (const { table } of moments(GAME)) {
    const tiles = all(table.middle, ".tiles .tile");
    assert.equal(tiles.length, table.view.meld_cards.length);
    for (const [i, meld] of table.view.meld_cards.entries()) {
      const tile = tiles[i];
      assert.ok(heard(tile).includes(words(table, meld.spoken)), meld.name);
      assert.ok(classes(tile).includes(meld.colour));
      assert.equal(classes(tile).includes("used"), meld.used);
      assert.equal(heard(tile).includes(words(table, "pyramid.page.tile.gone")), meld.used);
      assert.equal(heard(tile).includes(meld.special ? words(table, meld.special) : "; "), !!meld.special);
      assert.equal(all(tile, ".obverse small").length, meld.special ? 1 : 0);
      used += meld.used;
    }
  }
  assert.ok(used);
});

test("a meld card shows its cards: level for a set, climbing for a run, a guest half of the other colour", () => {
  for (const moment of ["deal", "fourteen"]) {
    const table = at(GAME, moment);
    for (const [i, meld] of table.view.meld_cards.entries()) {
      const [drawing] = all(all(table.middle, ".tile")[i], "svg.shape");
      const leaves = all(drawing, ".leaf");
      assert.equal(leaves.length, meld.size);
      const heights = new Set(leaves.map((leaf) => leaf.props.y));
      assert.equal(heights.size, meld.shape === "run" ? meld.size : 1, meld.name);
      if (meld.shape === "run") assert.ok(leaves[0].props.y > leaves[1].props.y, "it climbs");
      const other = all(drawing, ".tri").filter((sign) => !classes(sign).includes(meld.colour));
      assert.equal(other.length, meld.special?.key === "pyramid.power.guest" ? 1 : 0, meld.name);
    }
  }
});

test("a meld card that can be played is marked, and one that is too long for the number says so", () => {
  const found = { can: 0, high: 0 };
  for (const { table } of moments(GAME)) {
    const tiles = all(table.middle, ".tile");
    const { trick, target } = table.view;
    for (const [i, meld] of table.view.meld_cards.entries()) {
      const can = table.at.myTurn && table.at.moves.some((move) => move.kind === meld.name);
      assert.equal(classes(tiles[i]).includes("can"), can);
      assert.equal(heard(tiles[i]).endsWith(words(table, "pyramid.page.tile.can")), can);
      const high = !!trick && !meld.used && meld.shape === "run" && target + meld.size - 1 > 10;
      assert.equal(classes(tiles[i]).includes("high"), high);
      assert.equal(heard(tiles[i]).includes(words(table, "pyramid.page.tile.high", { number: target })), high);
      found.can += Number(can);
      found.high += Number(high);
    }
  }
  assert.ok(found.can && found.high);
});

test("a meld card that is pressed picks the cards of its plays, one play after the other", () => {
  for (const moment of ["lead", "answer", "fourteen"]) {
    const table = at(GAME, moment);
    for (const { name } of table.view.meld_cards) {
      const plays = table.at.moves.filter((move) => move.kind === name);
      table.ui.picked = [];
      table.draw();
      const place = table.view.meld_cards.findIndex((/** @type {any} */ meld) => meld.name === name);
      const picked = plays.map(() => {
        press(all(table.middle, ".tile")[place]);
        return table.at.picked
          .map((pick) => pick.card.name)
          .sort()
          .join(" ");
      });
      assert.deepEqual(picked.sort(), plays.map((move) => cardsIn(move.text).sort().join(" ")).sort());
      if (plays.length) continue;
      press(all(table.middle, ".tile")[place]);
      assert.equal(seen(one(table.page, ".note")), heard(all(table.middle, ".tile")[place]));
    }
  }
});

test("the meld to beat lies in the middle, with the number to meet and who played it", () => {
  let led = 0;
  for (const { moment, table } of moments(GAME)) {
    const { trick, target, over } = table.view;
    const { seat, cards } = table.at.trick;
    const there = trick && !over && !trading(table);
    lie(table, all(table.middle, ".by"), there ? cards : []);
    assert.deepEqual(all(table.middle, ".meet b").map(seen), there ? [String(target)] : [], moment);
    if (there) assert.equal(seen(one(table.middle, ".by .quiet")), table.at.names[/** @type {number} */ (seat)]);
    else led += all(table.middle, ".empty-place").length;
  }
  assert.ok(led);
});

test("seats say how many cards and points they have, and show the wilds in front and in hand", () => {
  let many = 0;
  for (const { table } of moments(GAME)) {
    sameSeats(table);
    for (const { seat } of table.view.seats) {
      const notes = one(table.seat(seat), ".wilds");
      const [front, held] = [cardsOf(table, "front", seat), cardsOf(table, "wilds", seat)];
      assert.deepEqual(all(notes, ".before").flatMap(minis), wilds(front));
      many += Number(front.length > 4);
      const own = seat === table.at.me;
      const three = table.view.red_three === seat && !own;
      assert.deepEqual(all(notes, ".held").flatMap(minis), [...(own ? [] : wilds(held)), ...(three ? ["red 3"] : [])]);
    }
  }
  assert.ok(many);
});

test("seats say who thinks, who has chosen, who keeps, who passed, and who is out in which place", () => {
  const found = new Set();
  for (const { moment, table } of moments(GAME))
    for (const told of table.view.seats) {
      const own = told.seat === table.at.me;
      const declaring = table.view.phase === "declare";
      const states = {
        thinks: declaring && acts(table, told) && !own,
        chosen: declaring && told.declared && !own,
        keeps: declaring && told.notes.some((/** @type {any} */ note) => note.key === "pyramid.keeps"),
        passed: told.locked,
        place: !!told.place,
      };
      const notes = seen(one(table.seat(told.seat), ".wilds"));
      for (const [state, is] of Object.entries(states)) {
        assert.equal(
          notes.includes(words(table, `pyramid.page.${state}`, { place: told.place })),
          is,
          `${moment}: ${state}`,
        );
        if (is) found.add(state);
      }
    }
  assert.deepEqual([...found].sort(), ["chosen", "keeps", "passed", "place", "thinks"]);
});

test("whoever is to declare has a thumb for keeping and one for each colour of wild in front of them", () => {
  for (const { table } of moments(GAME)) {
    const choosing = table.at.myTurn && table.view.phase === "declare";
    const thumbs = all(table.middle, ".thumb").map((thumb) => thumb.props["data-pick"].split(" ")[1]);
    const front = cardsOf(table, "front", table.at.me).map((card) => card.name);
    assert.deepEqual(thumbs, choosing ? ["keep", ...["WR", "WB"].filter((name) => front.includes(name))] : []);
  }
  const table = at(GAME, "declare");
  for (const thumb of all(table.middle, ".thumb")) {
    table.click(`.thumb[data-pick="${thumb.props["data-pick"]}"]`);
    const on = all(table.middle, '.thumb[aria-pressed="true"]');
    assert.deepEqual(
      on.map((other) => other.props["data-pick"]),
      [thumb.props["data-pick"]],
    );
    assert.ok(classes(on[0]).includes("sel"));
  }
});

test("the own choice is told as long as it is sealed", () => {
  let sealed = 0;
  for (const { table } of moments(GAME)) {
    const choice = table.view.own_choice;
    const told = all(table.middle, ".sealed");
    assert.equal(told.length, choice && !table.at.myTurn ? 1 : 0);
    if (!told.length) continue;
    const way = { keep: "keep", "trade WR": "trade.red", "trade WB": "trade.black" }[/** @type {"keep"} */ (choice)];
    assert.equal(seen(one(told, "b")), words(table, `pyramid.page.${way}`));
    sealed++;
  }
  assert.ok(sealed);
});

test("a copy of the game with one meld more is played by the same look", async () => {
  const { own } = cases.one_more;
  looks[own.table.game] = looks[GAME];
  assert.ok(own.view.moves.length > 1 && own.table.game !== GAME);
  for (const move of own.view.moves) {
    const table = new Seated(own);
    table.take(move.kind === "keep" ? "declare keep" : `front ${move.parts[1]}`);
    table.click('[data-act="play"].sure');
    assert.deepEqual(table.sent, [move.text]);
  }
});

test("what was declared is revealed: in a sentence, and beside the seats", () => {
  const found = new Set();
  for (const { states, choices } of cases.trades)
    for (const state of Object.values(states)) {
      const table = new Seated(/** @type {any} */ (state));
      if (!["declare", "add", "shed"].includes(table.view.phase)) continue;
      const traders = Object.keys(choices)
        .map(Number)
        .filter((seat) => choices[seat] !== "keep");
      assert.equal(seen(one(table.middle, ".told")), wentRound(traders, table));
      found.add(traders.length);
      for (const told of table.view.seats) {
        const choice = choices[told.seat];
        const keeps = told.notes.some((/** @type {any} */ note) => note.key === "pyramid.keeps");
        if (!choice || told.seat === table.at.me || acts(table, told) || keeps) continue;
        const way = choice === "keep" ? "kept" : choice === "trade WR" ? "traded.red" : "traded.black";
        assert.ok(seen(one(table.seat(told.seat), ".wilds")).includes(words(table, `pyramid.page.${way}`)));
      }
    }
  assert.ok(found.has(0) && found.has(1) && found.size > 2);
});

/** Hands go round among those who trade, each to the next. @param {number[]} seats @param {Table} table */
function wentRound(seats, table) {
  if (!seats.length) return words(table, "pyramid.page.traded.none");
  if (seats.length === 1) return words(table, "pyramid.page.traded.alone", { seats });
  const mine = seats.findIndex((seat) => seat === table.at.me);
  if (mine < 0) return words(table, "pyramid.page.traded.several", { seats });
  const [seat, taker] = [seats.at(mine - 1), seats[mine + 1] ?? seats[0]];
  return words(table, "pyramid.page.traded.mine", { seat, taker: table.at.names[taker] });
}

test("the wilds in front can be picked when some may be added, and only then", () => {
  for (const { table } of moments(GAME)) {
    const adding = table.at.myTurn && table.view.phase === "add";
    const front = all(table.middle, ".adding .card").map((card) => card.props["data-pick"].split(" ")[1]);
    const wanted = adding ? cardsOf(table, "front", table.at.me).map((card) => card.name) : [];
    assert.deepEqual(front, wanted);
  }
});

test("every move is made by picking its cards, or by a button that says it", () => {
  const kinds = canBeMade(
    GAME,
    (move) =>
      move.kind === "keep"
        ? ["declare keep"]
        : cardsIn(move.text).map((name) => (["trade", "add"].includes(move.kind) ? `front ${name}` : `hand ${name}`)),
    {
      made: (table, move) => {
        const said = { trade: "Trade, with", keep: "Keep" }[move.kind] ?? "";
        assert.ok(seen(one(table.page, '[data-act="play"]')).includes(said));
        finish(table, move);
      },
    },
  );
  for (const kind of ["keep", "trade", "add", "pass", "end", "discard", "red_single", "black_run_3"])
    assert.ok(kinds.has(kind), kind);
});

test("after a round each player is told with what they got, the best first", () => {
  for (const { table } of moments(GAME)) {
    const last = table.view.last_deal;
    if (!last) continue;
    table.open("round");
    const lines = all(table.page, ".finish li");
    const order = lines.map((line) => Number(line.key));
    assert.deepEqual([...order].sort(), [...last.points.keys()]);
    for (const [i, line] of lines.entries()) {
      const n = last.points[order[i]];
      assert.ok(!i || last.points[order[i - 1]] >= n);
      assert.equal(seen(one(line, "b")), table.at.names[order[i]]);
      assert.equal(all(line, ".steps svg").length, n);
      assert.ok(seen(line).endsWith(words(table, "pyramid.page.gets", { n })));
    }
  }
});

test("the hand is sorted by value or by colour, and wilds come last", () => {
  const table = at(GAME, "answer");
  const rank = (/** @type {Card} */ card) => card.number ?? 99;
  const byValue = sortedBy(table, "value").map(rank);
  assert.deepEqual(
    byValue,
    [...byValue].sort((a, b) => a - b),
  );
  const byColour = sortedBy(table, "colour").map((card) =>
    card.number === null ? "z" : card.colour === "red" ? "a" : "b",
  );
  assert.deepEqual(byColour, [...byColour].sort());
});
