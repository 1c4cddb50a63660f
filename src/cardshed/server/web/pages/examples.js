// @ts-check
/**
 * Drawn examples for the rule texts: small cards within a line, and figures made of the cards of a game's look. What a
 * game draws, and how its cards are read, it tells in `web/examples.js` of its folder.
 */

import { h } from "../core/dom.js";
import { say } from "../core/say.js";
import { examplesOf, lookOf } from "../looks/index.js";
import { pip } from "../looks/suits.js";

/**
 * @typedef {import("../table/selection.js").Card} Card
 * @typedef {{ cards: string, name: string, wrong?: boolean, set?: boolean }} Group cards under a caption; wrong ones are crossed out
 * @typedef {(name: string, options: Record<string, any>) => any} Drawn a card by its name, as the table shows it
 *
 * @typedef {{
 *   read?: (name: string) => Card,
 *   written?: RegExp,
 *   little?: (card: Card) => { class: string, inside: any[] },
 *   figures?: Record<string, Group[]>,
 *   fence?: (number: number, drawn: Drawn) => any[] | null,
 * }} Examples how a card is read; how one is written within a line, in a group, and drawn there; what is drawn below the
 *   first paragraph of a section; the cards that are drawn for the text in letters of that number
 */

const SUITS = { "♠": "S", "♣": "C", "♦": "D", "♥": "H" };
const LETTERS = ["the-cards", "how-moves-are-written"]; // sections about how cards are written: letters stay letters there

// --- what games tell with --------------------------------------------------------------------------

/** @param {string} key @param {Record<string, any>} [params] */
export const message = (key, params = {}) => ({ key, params });

/** @param {string} name @param {any} spoken @param {Record<string, any>} [more] @returns {Card} */
export const card = (name, spoken, more = {}) => /** @type {Card} */ ({ name, face: name, spoken, ...more });

/** A card of the common deck. @param {string} text */
export function suited(text) {
  const name = text.slice(0, -1) + (SUITS[/** @type {"♠"} */ (text.slice(-1))] ?? text.slice(-1));
  const rank = message(`card.rank.${name.slice(0, -1)}`);
  return card(name, message("card", { rank, suit: message(`card.suit.${name.slice(-1)}`) }), {
    wild: name.startsWith("2"),
  });
}

/** @param {Card} card of the common deck */
function littleSuited({ name }) {
  const joker = /^J[RB]$/.test(name);
  const suit = joker ? (name === "JR" ? "H" : "S") : name.slice(-1);
  return { class: `suit-${suit}`, inside: [joker ? null : name.slice(0, -1), pip(joker ? "star" : suit, "sign")] };
}

// --- drawing ---------------------------------------------------------------------------------------

/** A card as the table shows it. @param {string} name @param {string} game @param {Record<string, any>} options */
function drawn(name, game, options) {
  const look = lookOf(game);
  const found = (examplesOf(game).read ?? suited)(name);
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

/** @param {string} name @param {Examples} examples */
function little(name, { read = suited, little = littleSuited }) {
  const found = read(name);
  const shown = little(found);
  return h("span", { class: ["little", shown.class], role: "img", "aria-label": say(found.spoken) }, shown.inside);
}

/** Plain words with their cards drawn. @param {string} text @param {Examples} examples @returns {any} */
function words(text, examples) {
  const { written } = examples;
  if (!written?.test(text)) return null;
  return text.split(written).map((part, i) => (i % 2 ? little(part, examples) : part));
}

/** @param {string} text @param {string} section @param {Examples} examples */
function code(text, section, examples) {
  const names = text.split(" ");
  const { written } = examples;
  if (LETTERS.includes(section) || !names.every((name) => written?.exec(name)?.[0] === name)) return null;
  return h(
    "span",
    { class: "littles" },
    names.map((name) => little(name, examples)),
  );
}

/** @param {Group} group @param {string} game */
function shown({ cards, name, wrong = false, set = false }, game) {
  const names = cards.split(" ");
  return h(
    "figure",
    { key: name, class: ["example", wrong && "no", set && "ground"] },
    h(
      "div",
      { class: "example-cards" },
      names.map((card) => drawn(card, game, {})),
    ),
    h("figcaption", null, wrong ? h("b", { "aria-hidden": "true" }, "✗ ") : null, say(name)),
  );
}

/** The drawings of a game for its rule text, once `examplesFor` has them. @param {string} game @returns {import("../core/markdown.js").Draw} */
export function drawings(game) {
  const examples = examplesOf(game);
  const figures = examples.figures ?? {};
  return {
    folded: ["house-rules", "where-the-book-is-silent"],
    text: (text) => words(text, examples),
    code: (text, section = "") => code(text, section, examples),
    fence: (_, number) => {
      const cards = examples.fence?.(number, (name, options) => drawn(name, game, options));
      return cards ? h("div", { class: "example digits" }, h("div", { class: "example-cards" }, cards)) : null;
    },
    after: (id) =>
      figures[id]
        ? h(
            "div",
            { class: "examples" },
            figures[id].map((group) => shown(group, game)),
          )
        : null,
  };
}
