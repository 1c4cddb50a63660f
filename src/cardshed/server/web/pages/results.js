// @ts-check
/** The own results: matches, wins and points by game and by opponent, told to nobody else. */

import * as api from "../core/api.js";
import { h, render } from "../core/dom.js";
import { onPrefer } from "../core/prefs.js";
import { botName, printed, say } from "../core/say.js";
import { ago } from "./lists.js";
import { failed, settingsSheet, topLine } from "./parts.js";

const SHOWN = 20; // matches before the rest is folded away

/** @param {HTMLElement} root */
export async function resultsPage(root) {
  try {
    const told = await api.results();
    const draw = () => show(root, told, draw);
    onPrefer(draw);
    draw();
  } catch (why) {
    failed(root, why);
  }
}

/** @param {HTMLElement} root @param {any} told @param {() => void} draw */
function show(root, told, draw) {
  document.title = `${say("page.results")} · Cardshed`;
  const { games, matches } = told;
  render(root, [
    topLine(),
    h(
      "main",
      { class: "results", id: "main" },
      h("h1", null, say("page.results")),
      h("p", { class: "quiet" }, say("page.results.text")),
      matches.length
        ? [
            games.map(ofGame),
            h("section", { key: "matches" }, h("h2", null, say("page.results.matches")), list(matches)),
            h(
              "p",
              { key: "export", class: "choice" },
              h("a", { class: "btn", href: "/api/mine/results.csv", download: true }, say("page.results.csv")),
              h(
                "a",
                { class: "btn", href: "/api/mine/results", download: "cardshed-results.json" },
                say("page.results.json"),
              ),
            ),
          ]
        : h("p", { key: "none" }, say("page.results.none")),
    ),
    settingsSheet(draw),
  ]);
}

/** @param {any} game */
function ofGame(game) {
  const heads = ["page.results.against", "page.results.count", "page.results.wins", "page.results.points"];
  return h(
    "section",
    { key: game.game, "data-game": game.game },
    h("h2", null, game.title),
    h(
      "table",
      { class: "sums" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          heads.map((head) => h("th", { key: head, scope: "col" }, say(head))),
        ),
      ),
      h(
        "tbody",
        null,
        line(say("page.results.all"), game, "all"),
        game.opponents.map((/** @type {any} */ other, /** @type {number} */ i) =>
          line(nameOf(other), other, String(i)),
        ),
      ),
    ),
  );
}

/** @param {string} name @param {any} sums @param {string} key */
function line(name, { matches, wins, points }, key) {
  const share = say("page.results.share", { wins, percent: Math.round((100 * wins) / matches) });
  return h(
    "tr",
    { key },
    h("th", { scope: "row" }, name),
    [String(matches), share, printed(points)].map((cell, i) => h("td", { key: i }, cell)),
  );
}

/** Whom one played against. @param {{ bot: string | null, name: string | null }} other */
const nameOf = ({ bot, name }) => (bot ? say(`page.bot.level.${bot}`) : name || say("page.guest"));

/** The name of another as it was at the table. @param {{ seat: number, bot: string | null, name: string | null }} other */
const atTable = (other) => (other.bot ? botName(other.seat) : nameOf(other));

/** @param {any[]} matches */
function list(matches) {
  const rows = matches.map((match) => {
    const others = match.opponents
      .map((/** @type {any} */ other) => `${atTable(other)} ${printed(other.points)}`)
      .join(" · ");
    return h(
      "li",
      { key: match.table, "data-game": match.game },
      h(
        "span",
        { class: "what" },
        h(
          "b",
          null,
          say(match.won ? "page.results.won" : "page.results.place", { game: match.title, place: match.place }),
        ),
        h("span", { class: "company" }, say("page.results.line", { points: printed(match.points), others })),
        h("span", { class: "quiet ago" }, ago(match.ended)),
      ),
      h(
        "span",
        { class: "side-ways" },
        h(
          "a",
          {
            class: "btn",
            href: `/m/${match.table}`,
            "aria-label": `${say("page.list.again")}: ${match.title}, ${others}`,
          },
          say("page.list.again"),
        ),
      ),
    );
  });
  const rest = rows.slice(SHOWN);
  return [
    h("ul", { class: "tables" }, rows.slice(0, SHOWN)),
    rest.length
      ? h(
          "details",
          null,
          h("summary", null, say("page.list.more", { n: rest.length })),
          h("ul", { class: "tables" }, rest),
        )
      : null,
  ];
}
