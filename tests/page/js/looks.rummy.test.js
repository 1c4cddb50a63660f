// @ts-check
/** Rummy on the page: melds under who started them, the whole pile, what is laid in one go, a call that tells nothing. */

import assert from "node:assert/strict";
import test from "node:test";

import { cases } from "./cases.js";
import { all, classes, heard, one, press, seen, withWidth } from "./dom.js";
import {
  at,
  canBeMade,
  cardsOf,
  finish,
  moments,
  needed,
  sameHand,
  sameSeats,
  Seated,
  sortedBy,
  words,
} from "./table.js";

import { signed } from "../../../src/cardshed/server/web/core/say.js";
import { additions, newMelds } from "../../../src/cardshed/games/rummy/web/melds.js";

/** @typedef {import("./table.js").Card} Card */
/** @typedef {import("./table.js").Seated} Table */

const GAME = "rummy";
const RANKS = "3 4 5 6 7 8 9 10 J Q K A".split(" ");

/** @param {Card} card */
const rankOf = (card) => RANKS.indexOf(card.name.slice(0, -1));

/** A text in which one wild is as good as another. @param {string} text */
const anyWild = (text) => text.replace(/\b(2[SCDH]|J[RB])\b/g, "*");

/** The cards that a text names. @param {string} text */
const cardsIn = (text) => text.split(" ").filter((word) => /^((10|[2-9JQKA])[SCDH]|J[RB])$/.test(word));

/** Rank and suit in the corner, as they are read; a joker is a star. @param {Card} card */
const corner = (card) => (/^J[RB]$/.test(card.name) ? "★" : card.name.slice(0, -1));

const laid = () => new Seated(cases.laid.states.own);

/** @param {Table} table @param {string} names */
const hold = (table, names) => names.split(" ").reduce((table, name) => table.take(`hand ${name}`), table);

/** @param {Table} table */
const main = (table) => one(table.page, '[data-act="play"]');

/** The ways to lay that are offered. @param {Table} table */
const ways = (table) => all(table.page, ".between .chip[aria-pressed]");

test("the own hand is there, card by card; wilds and what must be used are said, and what can be used is marked", () => {
  const found = new Set();
  for (const { table } of moments(GAME)) {
    const { must } = table.view;
    const spoken = (/** @type {Card} */ card) => {
      const way = must === card.name ? "must" : card.wild ? "wild" : "";
      found.add(way);
      return way ? words(table, `rummy.page.${way}`, { card: words(table, card.spoken) }) : words(table, card.spoken);
    };
    sameHand(table, (card) => needed(table).has(card.name), spoken);
    for (const pick of table.at.hand) {
      const shown = one(table.page, `.hand [data-pick="${pick.key}"]`);
      assert.equal(seen(one(shown, ".ix")), corner(pick.card));
      assert.equal(all(shown, ".star").length, Number(pick.card.wild));
      assert.equal(all(shown, ".must").length, Number(must === pick.card.name));
    }
  }
  assert.equal(found.size, 3);
});

test("each meld lies with who started it, by its number and all its cards", () => {
  const found = new Set();
  for (const { table } of moments(GAME)) {
    const melds = table.at.zones("meld");
    const { me } = table.at;
    for (const side of all(table.middle, ".side")) {
      const seat = Number(side.key);
      const title = seat === me ? words(table, "rummy.page.melds.you") : words(table, "rummy.page.melds", { seat });
      assert.equal(side.props["aria-label"], title);
      assert.equal(seen(one(side, "h3")), title);
      const own = melds.filter((meld) => meld.seat === seat);
      assert.deepEqual(
        all(side, ".meld").map(heard),
        own.map((meld) => saidOf(meld, table)),
      );
      assert.equal(all(side, ".bare").length, Number(!own.length));
      for (const meld of own) found.add(meld.kind);
    }
    assert.equal(all(table.middle, ".side").length, 2);
  }
  assert.deepEqual([...found].sort(), ["run", "set", "wilds"]);
});

/** A meld in words: its cards, what wilds stand for, and who laid what is not the owner's. @param {any} meld @param {Table} table */
function saidOf(meld, table) {
  const cards = meld.cards.map((/** @type {any} */ { spoken, stands_for, layer }) => {
    const plain = words(table, spoken);
    const card = stands_for ? words(table, "rummy.page.stands_for", { card: plain, rank: stands_for }) : plain;
    return layer === meld.seat ? card : words(table, "rummy.page.laid_by", { card, seat: layer });
  });
  return words(table, "rummy.page.meld", { number: meld.number, cards });
}

test("a card of a meld shows what it is, what it stands for, whose it is and what it counts", () => {
  const found = new Set();
  for (const { table } of moments(GAME))
    for (const meld of table.at.zones("meld")) {
      const shown = all(one(table.middle, `.meld[data-pick="meld ${meld.number}"]`), ".card");
      assert.deepEqual(
        shown.map((card) => card.key),
        meld.cards.map((/** @type {Card} */ card) => card.name),
      );
      for (const [i, card] of meld.cards.entries()) {
        assert.equal(seen(one(shown[i], ".ix")), corner(card));
        assert.deepEqual(all(shown[i], ".stands").map(seen), card.stands_for ? [`=${card.stands_for}`] : []);
        assert.equal(seen(one(shown[i], ".foot")), String(card.points));
        const full = classes(one(shown[i], ".mark-of")).includes("full");
        assert.equal(full, card.layer === (table.at.me ?? 0), "filled for the own ones");
        found.add(full).add(!!card.stands_for);
      }
    }
  assert.equal(found.size, 2);
});

test("the pile lies open, oldest first, and each card says how many come with it", () => {
  for (const { table } of moments(GAME)) {
    const pile = cardsOf(table, "pile");
    const shown = all(table.middle, ".pile [data-pick]");
    const can = (/** @type {Card} */ card) =>
      table.at.myTurn && table.at.moves.some((move) => move.text === `take ${card.name}`);
    assert.deepEqual(
      shown.map(heard),
      pile.map((card, i) => {
        const said = words(table, "rummy.page.pile_card", { card: words(table, card.spoken), n: pile.length - i });
        return can(card) ? words(table, "page.card.playable", { card: said }) : said;
      }),
    );
    assert.equal(all(table.middle, ".pile.bare").length, Number(!pile.length));
  }
});

test("a card of the pile takes all that lie on it along", () => {
  let takes = 0;
  for (const { table } of moments(GAME, ["own"])) {
    const take = table.at.moves.find((move) => move.kind === "take" && move.label.params.n > 1);
    if (!take) continue;
    const [name] = cardsIn(take.text);
    table.take(`pile ${name}`);
    assert.equal(all(table.middle, ".pile .along").length, take.label.params.n - 1);
    assert.equal(seen(one(table.page, ".words")), words(table, "rummy.page.takes", { card: take.label.params.card }));
    assert.ok(seen(main(table)).startsWith(words(table, "rummy.page.take", { n: take.label.params.n })));
    takes++;
  }
  assert.ok(takes);
});

test("a long pile lies in rows of about one length on a narrow page", () => {
  const table = at(GAME, "long");
  const rows = () => all(table.middle, ".pile-row").map((row) => all(row, "[data-pick]").length);
  const n = cardsOf(table, "pile").length;
  assert.deepEqual(rows(), [n]);
  withWidth(400, () => {
    table.draw();
    assert.ok(rows().length > 1 && Math.max(...rows()) <= 12);
    assert.equal(
      rows().reduce((a, b) => a + b),
      n,
    );
  });
});

test("the stock says how many cards it has, and is drawn from when that may be", () => {
  for (const { table } of moments(GAME)) {
    const stock = one(table.middle, ".stock");
    assert.equal(heard(stock), words(table, "rummy.page.stock", { n: table.view.stock }));
    assert.equal(seen(one(stock, "b")), String(table.view.stock));
    const draws = table.at.moves.some((move) => move.kind === "draw");
    assert.equal(stock.props["aria-disabled"], String(!draws));
    press(stock);
    assert.deepEqual(table.sent, draws ? ["draw"] : []);
    if (!draws) assert.ok(seen(one(table.page, ".note")));
  }
});

test("every move is made by picking its cards and its meld, or by a button that says it", () => {
  const kinds = canBeMade(
    GAME,
    ({ kind, text }) => {
      const meld = / (?:to|in) (\d+)/.exec(text)?.[1];
      const cards = kind === "swap" ? cardsIn(text).slice(0, 1) : cardsIn(text);
      return [
        ...cards.map((name) => `${kind === "take" ? "pile" : "hand"} ${name}`),
        ...(meld ? [`meld ${meld}`] : []),
      ];
    },
    {
      same: anyWild,
      made: (table, move) => {
        const way = ways(table).find(({ key }) => anyWild(key ?? "") === anyWild(move.text));
        if (way) press(way);
        finish(table, move);
      },
    },
  );
  for (const kind of ["draw", "take", "set", "run", "add", "swap", "discard", "no"]) assert.ok(kinds.has(kind), kind);
});

test("whoever picks the cards of a lay one after the other sees the rest of them marked", () => {
  for (const { table } of moments(GAME, ["own"]))
    for (const move of table.at.moves.filter(({ kind }) => kind === "set" || kind === "run")) {
      const again = new Seated(/** @type {any} */ (table.state));
      const names = cardsIn(move.text);
      for (const [i, name] of names.entries()) {
        const rest = names.slice(i).map((other) => one(again.page, `.hand [data-pick="hand ${other} 1"]`));
        assert.ok(
          rest.every((card) => !classes(card).includes("dim")),
          `${move.text} after ${i} cards`,
        );
        again.take(`hand ${name}`);
      }
    }
});

test("cards make the melds that Python lets them make", () => {
  const found = { sets: 0, runs: 0 };
  for (const { cards, set, runs } of cases.lays) {
    const melds = newMelds(cards);
    const names = cards.map((/** @type {Card} */ card) => card.name).join(" ");
    assert.equal(
      melds.some((meld) => meld.kind !== "run"),
      set,
      names,
    );
    const own = melds
      .filter((meld) => meld.kind === "run")
      .map((meld) => anyWild(meld.cards.map((card) => card.name).join(" ")));
    assert.deepEqual(own.sort(), [...new Set(runs.map(anyWild))].sort(), names);
    found.sets += set;
    found.runs += own.length;
  }
  assert.ok(found.sets > 9 && found.runs > 9);
});

test("cards go on the melds on which Python lets them go", () => {
  let added = 0;
  for (const { table } of moments(GAME, ["own"])) {
    const { phase, must, owed, options } = table.view;
    if (!table.at.myTurn || phase !== "lay" || must || owed) continue;
    for (const meld of table.at.zones("meld"))
      for (const card of cardsOf(table, "hand", table.at.me)) {
        const legal = table.at.moves.flatMap(({ text }) =>
          `${text} `.startsWith(`add ${card.name} to ${meld.number} `) ? [text] : [],
        );
        const own = additions(meld, [card], RANKS.length - options.ranks).map(({ text }) => text.replace("lay", "add"));
        const ends = legal.map((text) => text.replace(/ set$/, ""));
        if (card.wild) for (const text of ends) assert.ok(own.includes(text), text);
        else assert.deepEqual(own, ends); // whose melds take a wild is a house rule, which the page does not know
        added += own.length;
      }
  }
  assert.ok(added);
});

test("melds wait for each other, and are laid and discarded from in one go", () => {
  const table = hold(laid(), "7S 7D 7H");
  assert.equal(seen(main(table)), "Lay set of 7s ↵");
  table.choose("Add another meld");
  for (const name of ["7S", "7D", "7H"]) {
    const card = one(table.page, `.hand [data-pick="hand ${name} 1"]`);
    assert.equal(seen(one(card, ".waits-in")), "1");
    assert.ok(heard(card).includes("in meld 1 to be laid"));
    assert.ok(classes(card).includes("set-aside"));
  }
  hold(table, "9C 10C JC").choose("Add another meld");
  assert.deepEqual(all(table.page, ".chip.pending").map(seen), ["1 Set of 7s ×", "2 Run 9–J ♣ ×"]);
  assert.equal(seen(main(table)), "Lay 2 melds ↵");
  hold(table, "KH");
  assert.equal(seen(main(table)), "Lay 2 melds · Discard K♥ ↵");
  table.click('[data-act="play"]');
  assert.deepEqual(table.sent, [cases.laid.texts[0]]);
});

test("a meld that waits is taken back by its button, or by one of its cards", () => {
  const table = hold(laid(), "7S 7D 7H").choose("Add another meld");
  table.choose("set of 7s: take back to the hand");
  assert.deepEqual(all(table.page, ".chip.pending, .waits-in"), []);
  hold(table, "9C 10C JC").choose("Add another meld");
  table.take("hand 10C");
  assert.deepEqual(all(table.page, ".waits-in"), []);
});

test("where a wild can stand in two places, both are offered and neither is taken for granted", () => {
  const table = hold(laid(), "9C 10C JC 2S");
  assert.deepEqual(ways(table).map(seen), ["Run 9–Q ♣", "Run 8–J ♣"]);
  assert.ok(!classes(main(table)).includes("sure"));
  for (const way of ["Run 9–Q ♣", "Run 8–J ♣"]) {
    table.choose(way);
    assert.equal(seen(one(table.page, '.chip[aria-pressed="true"]')), way);
  }
  table.click('[data-act="play"]');
  assert.deepEqual(table.sent, ["lay run 2S 9C 10C JC"]);
  assert.ok(cases.laid.texts.includes(table.sent[0]));
});

test("several cards are added to a meld in one go, and half a meld is told what it lacks", () => {
  const table = hold(laid(), "6S 7S");
  assert.equal(seen(one(table.page, ".words")), words(table, "rummy.page.three"));
  assert.ok(classes(one(table.page, '.meld[data-pick="meld 1"]')).includes("fits"));
  assert.ok(!classes(one(table.page, '.meld[data-pick="meld 2"]')).includes("fits"));
  table.take("meld 1").click('[data-act="play"]');
  assert.deepEqual(table.sent, ["lay 6S 7S to 1"]);
  assert.ok(cases.laid.texts.includes(table.sent[0]));
  const other = laid().take("meld 1");
  assert.equal(seen(one(other.page, ".words")), words(other, "rummy.page.add_what"));
});

test("what fits nothing is sent as it is, for the server to say what is wrong", () => {
  const table = hold(laid(), "7S 10C KH");
  table.click('[data-act="play"]');
  assert.deepEqual(table.sent, ["lay 7S 10C KH"]);
});

test("the call is there at all times and looks the same, whether there is something to call or not", () => {
  const looks = new Set();
  const found = new Set();
  for (const { moment, table } of moments(GAME, ["own", "other"])) {
    if (table.at.ended) continue;
    const button = one(table.page, '[data-act="rummy"]');
    looks.add(JSON.stringify(button));
    const calls = table.at.moves.filter((move) => move.kind === "rummy");
    press(button);
    found.add(Math.min(calls.length, 2));
    if (calls.length < 2)
      assert.deepEqual(
        table.sent,
        calls.map((move) => move.text),
        moment,
      );
    else {
      const last = calls[calls.length - 1];
      const chips = all(table.page, ".between .chip").map(heard);
      for (const { label } of calls) assert.ok(chips.includes(words(table, label)));
      table.choose(words(table, last.label));
      assert.deepEqual(table.sent, [last.text]);
    }
    if (!calls.length) assert.ok(seen(one(table.page, ".note")));
  }
  assert.equal(looks.size, 1);
  assert.equal(found.size, 3);
});

test("seats say how many cards and points they have, what they laid, the goal, and what they are known to hold", () => {
  let known = 0;
  for (const { table } of moments(GAME)) {
    sameSeats(table);
    for (const told of table.view.seats) {
      const notes = all(table.seat(told.seat), ".notes span").map(seen);
      const note = told.notes.find((/** @type {any} */ one) => one.key === "rummy.known");
      const shown = note && told.seat !== table.at.me ? [words(table, note)] : [];
      assert.deepEqual(notes, [
        words(table, "rummy.on_table", { points: told.on_table }),
        words(table, "rummy.page.goal", { goal: table.view.goal }),
        ...shown,
      ]);
      known += shown.length;
    }
  }
  assert.ok(known);
});

test("after a hand each card that was laid or left is there with what it counts, and the sums", () => {
  let hands = 0;
  for (const { table } of moments(GAME)) {
    const last = table.view.last_deal;
    if (!last) continue;
    table.open("round");
    const { went_out: seat } = last;
    const inside = one(table.page, ".sheet .inside");
    const out = seat === null ? words(table, "rummy.page.nobody_out") : words(table, "rummy.page.went_out", { seat });
    assert.equal(seen(all(inside, "p").find((line) => !classes(line).length)), out);
    for (const line of all(inside, ".reckoning li")) {
      const p = Number(line.key);
      assert.equal(seen(one(line, "h3")), `${table.at.names[p]} ${signed(last.points[p])}`);
      const cards = [...last.laid[p].cards, ...last.left_over[p].cards];
      assert.deepEqual(
        all(line, ".counted .card").map(heard),
        cards.map((card) => `${words(table, card.spoken)} ${signed(card.points)}`),
      );
      const sums = [last.laid[p], last.left_over[p]].map(({ cards }) =>
        signed(cards.reduce((/** @type {number} */ sum, /** @type {any} */ card) => sum + card.points, 0)),
      );
      assert.deepEqual(all(line, "p b").map(seen), sums);
      hands++;
    }
  }
  assert.ok(hands);
});

test("the hand is sorted by suit or by value, and wilds come last", () => {
  const table = laid();
  const suits = sortedBy(table, "suit").map((card) => (card.wild ? "*" : card.name.slice(-1)));
  assert.equal(suits.at(-1), "*");
  assert.equal(suits.filter((suit, i) => suit !== suits[i - 1]).length, new Set(suits).size);
  const ranks = sortedBy(table, "value").map((card) => (card.wild ? 99 : rankOf(card)));
  assert.deepEqual(
    ranks,
    [...ranks].sort((a, b) => a - b),
  );
});
