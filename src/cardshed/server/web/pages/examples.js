// @ts-check
/** Drawn examples for the rule texts: small cards within a line, and figures made of the cards of each game's look. */

import { h } from "../core/dom.js";
import { say } from "../core/say.js";
import { lookOf } from "../looks/index.js";
import { pip } from "../looks/suits.js";
import { sign } from "../looks/triangles.js";

/**
 * @typedef {import("../table/selection.js").Card} Card
 * @typedef {{ cards: string, name: string, wrong?: boolean, set?: boolean }} Group cards under a caption; wrong ones are crossed out
 */

const SUITS = { "♠": "S", "♣": "C", "♦": "D", "♥": "H" };
const LETTERS = ["the-cards", "how-moves-are-written"]; // sections about how cards are written: letters stay letters there

// --- cards -----------------------------------------------------------------------------------------

/** @param {string} name @param {any} spoken @param {Record<string, any>} [more] @returns {Card} */
const card = (name, spoken, more = {}) => /** @type {Card} */ ({ part: 0, name, face: name, spoken, ...more });

/** @param {string} key @param {Record<string, any>} [params] */
const message = (key, params = {}) => ({ key, params });

/** @param {string} text */
function suited(text) {
  const name = text.slice(0, -1) + (SUITS[/** @type {"♠"} */ (text.slice(-1))] ?? text.slice(-1));
  if (/^J[RB]$/.test(name)) return card(name, message(`rummy.joker.${name}`), { wild: true });
  const rank = message(`card.rank.${name.slice(0, -1)}`);
  return card(name, message("card", { rank, suit: message(`card.suit.${name.slice(-1)}`) }), {
    wild: name.startsWith("2"),
  });
}

/** @param {string} name */
function coloured(name) {
  const colour = name.endsWith("R") ? "red" : "black";
  const said = message(`pyramid.colour.${colour}`);
  if (name.startsWith("W")) return card(name, message("pyramid.wild", { colour: said }), { colour, number: null });
  const number = Number(name.slice(0, -1));
  return card(name, message("pyramid.card", { colour: said, number }), { colour, number });
}

/** @param {string} name */
const parcel = (name) => card(name, message("parcels.card", { value: Number(name) }));

/** A digit, or one that was turned into another: 5>9. @param {string} name */
function digit(name) {
  const [printed, shown = printed] = name.split(">").map(Number);
  const spoken =
    printed === shown
      ? message("segments.card", { digit: printed })
      : message("segments.card.changed", { digit: printed, to: shown });
  return card(name, spoken, { printed, shown, lit: "", changed: "", changes: [] });
}

/** How the cards of a game are read. @type {Record<string, (name: string) => Card>} */
const CARDS = { parcels: parcel, pyramid: coloured, rummy: suited, segments: digit, thirteen: suited };

/** A card as the table shows it. @param {string} name @param {string} game @param {Record<string, any>} options */
function drawn(name, game, options) {
  const look = lookOf(game);
  const found = CARDS[game](name);
  const ctx = /** @type {any} */ ({
    say,
    look,
    view: { options, zones: [], seats: [] },
    table: { game, options },
    me: null,
    names: [],
    ui: { picked: [] },
    picked: [],
  });
  return h(
    "div",
    { class: ["card", look.cardClass?.(found, ctx)], role: "img", "aria-label": say(found.spoken) },
    look.face(found, ctx),
  );
}

// --- within a line ---------------------------------------------------------------------------------

/** @type {Record<string, RegExp>} */
const WRITTEN = {
  thirteen: /((?:10|[2-9JQKA])[♠♣♦♥])/,
  rummy: /\b((?:10|[2-9JQKA])[SCDH]|J[RB])\b/,
  pyramid: /\b((?:10|[3-9])[RB]|W[RB])\b/,
};

/** @param {string} name @param {string} game */
function little(name, game) {
  const found = CARDS[game](name);
  const label = { role: "img", "aria-label": say(found.spoken) };
  if (game === "pyramid")
    return h(
      "span",
      { class: ["little", found.colour === "red" ? "suit-H" : "suit-S"], ...label },
      found.number === null ? "W" : String(found.number),
      sign(found.colour, "sign"),
    );
  const joker = /^J[RB]$/.test(found.name);
  const suit = joker ? (found.name === "JR" ? "H" : "S") : found.name.slice(-1);
  return h(
    "span",
    { class: ["little", `suit-${suit}`], ...label },
    joker ? null : found.name.slice(0, -1),
    pip(joker ? "star" : suit, "sign"),
  );
}

/** Plain words with their cards drawn. @param {string} text @param {string} game @returns {any} */
function words(text, game) {
  const written = WRITTEN[game];
  if (!written?.test(text)) return null;
  return text.split(written).map((part, i) => (i % 2 ? little(part, game) : part));
}

/** @param {string} text @param {string} section @param {string} game */
function code(text, section, game) {
  const names = text.split(" ");
  const written = WRITTEN[game];
  if (LETTERS.includes(section) || !names.every((name) => written?.exec(name)?.[0] === name)) return null;
  return h(
    "span",
    { class: "littles" },
    names.map((name) => little(name, game)),
  );
}

// --- figures ---------------------------------------------------------------------------------------

/** What is drawn below the first paragraph of a section. @type {Record<string, Record<string, Group[]>>} */
const FIGURES = {
  thirteen: {
    combinations: [
      { cards: "6S 6H", name: "thirteen.page.example.pair" },
      { cards: "8S 8C 8H", name: "thirteen.page.example.triple" },
      { cards: "10H JC QD", name: "thirteen.page.example.run" },
      { cards: "3S 3C 3D 3H", name: "thirteen.page.example.four" },
      { cards: "4D 4H 5D 5H 6D 6H", name: "thirteen.page.example.pairs" },
    ],
    "what-beats-what": [
      { cards: "6C 6D", name: "thirteen.page.example.beaten" },
      { cards: "6S 6H", name: "thirteen.page.example.beats" },
      { cards: "7S 7C 7D", name: "thirteen.page.example.not", wrong: true },
    ],
  },
  pyramid: {
    "the-meld-cards": [
      { cards: "5B 5B", name: "pyramid.page.example.pair" },
      { cards: "5R 6R", name: "pyramid.page.example.run" },
      { cards: "8R 8R 8B", name: "pyramid.page.example.triple" },
      { cards: "3R 4R 5R 6R", name: "pyramid.page.example.four" },
    ],
    wilds: [
      { cards: "9B 10B WB", name: "pyramid.page.example.wild" },
      { cards: "5B WB WB", name: "pyramid.page.example.wilds" },
    ],
  },
  parcels: {
    "what-storage-allows": [
      { cards: "2 2 2 5 6", name: "parcels.page.example.storage", set: true },
      { cards: "1 1 1", name: "parcels.page.example.set" },
      { cards: "3 4", name: "parcels.page.example.run" },
      { cards: "3 4 5", name: "parcels.page.example.not", wrong: true },
    ],
    "what-beats-what": [
      { cards: "8", name: "parcels.page.example.single" },
      { cards: "1 1", name: "parcels.page.example.more" },
      { cards: "4 5", name: "parcels.page.example.higher" },
    ],
  },
  segments: {
    "using-segments": [
      { cards: "5>9", name: "segments.page.example.blue" },
      { cards: "8>3", name: "segments.page.example.black" },
      { cards: "1>7 3>7 7", name: "segments.page.example.three" },
    ],
  },
  rummy: {
    melds: [
      { cards: "7C 7D 7H", name: "rummy.page.example.set" },
      { cards: "3S 4S 5S", name: "rummy.page.example.run" },
      { cards: "9C 2S JC", name: "rummy.page.example.wild" },
      { cards: "2S JR JB", name: "rummy.page.example.wilds" },
    ],
    drawing: [
      { cards: "8S 3H 7S KH", name: "rummy.page.example.pile", set: true },
      { cards: "7S 7H 7D", name: "rummy.page.example.use" },
    ],
  },
};

/** @param {Group} group @param {string} game @param {Record<string, any>} options */
function shown({ cards, name, wrong = false, set = false }, game, options) {
  const names = cards.split(" ");
  return h(
    "figure",
    { key: name, class: ["example", wrong && "no", set && "ground"] },
    h(
      "div",
      { class: "example-cards" },
      names.map((card) => drawn(card, game, options)),
    ),
    h("figcaption", null, wrong ? h("b", { "aria-hidden": "true" }, "✗ ") : null, say(name)),
  );
}

/** Segments draws its digits where the text has them in letters. @param {string} game @param {number} number */
function fence(game, number) {
  if (game !== "segments") return null;
  const digits = number === 0 ? [..."0123456789"] : ["6", "9"];
  const options = { glyphs: number === 0 ? "standard" : "no_tails" };
  return h(
    "div",
    { class: "example digits" },
    h(
      "div",
      { class: "example-cards" },
      digits.map((name) => drawn(name, game, options)),
    ),
  );
}

/** The drawings of a game for its rule text. @param {string} game @returns {import("../core/markdown.js").Draw} */
export function drawings(game) {
  const figures = FIGURES[game] ?? {};
  return {
    folded: ["house-rules", "where-the-book-is-silent"],
    text: (text) => words(text, game),
    code: (text, section = "") => code(text, section, game),
    fence: (_, number) => fence(game, number),
    after: (id) =>
      figures[id]
        ? h(
            "div",
            { class: "examples" },
            figures[id].map((group) => shown(group, game, {})),
          )
        : null,
  };
}
