// @ts-check
/** Tables in lists: what is played, who sits there, and the way to them. */

import { h } from "../core/dom.js";
import { botName, printed, say } from "../core/say.js";

/** @typedef {{ id: string, state: string, changed: number, game: string, title: string, names: (string | null)[], points: number[] | null, free: number }} Listed */

const LEVELS = ["easy", "medium", "hard", "expert"]; // what bots are called in lists

/** @param {string} name */
const isBot = (name) => LEVELS.includes(name);

/** The name of a seat as it is at the table. @param {string} name @param {number} seat */
const nameOf = (name, seat) => (isBot(name) ? botName(seat) : name);

/** The people by name and the bots by their number. @param {Listed} table */
export function company(table) {
  const there = table.names.filter((name) => name !== null);
  const bots = there.filter(isBot).length;
  const people = there.filter((name) => !isBot(name));
  return [...people, bots ? say("page.list.bots", { n: bots }) : ""].filter(Boolean).join(", ");
}

/** The points of all, the most first. @param {Listed} table */
export function result(table) {
  const { names, points } = table;
  if (!points) return company(table);
  const seats = points.map((_, seat) => seat).sort((a, b) => points[b] - points[a]);
  return seats
    .map((seat) => `${nameOf(names[seat] ?? "", seat) || say("seat", { number: seat + 1 })} ${printed(points[seat])}`)
    .join(" · ");
}

/** How long ago, in words. @param {number} then seconds */
export function ago(then) {
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  const minutes = Math.round((then - Date.now() / 1000) / 60);
  if (minutes > -60) return words.format(Math.min(0, minutes), "minute");
  if (minutes > -60 * 24) return words.format(Math.round(minutes / 60), "hour");
  return words.format(Math.round(minutes / 60 / 24), "day");
}

/**
 * A table with the way to it.
 * @param {Listed} table @param {{ told: string, go: string, main?: boolean, more?: any }} how
 */
export function row(table, { told, go, main = false, more = null }) {
  return h(
    "li",
    { key: table.id, "data-game": table.game },
    h(
      "span",
      { class: "what" },
      h("b", null, table.title),
      h("span", { class: "company" }, told),
      h("span", { class: "quiet ago" }, ago(table.changed)),
    ),
    h(
      "span",
      { class: "side-ways" },
      more,
      h(
        "a",
        {
          class: ["btn", main && "go"],
          href: table.state === "over" ? `/m/${table.id}` : `/t/${table.id}`,
          "aria-label": `${go}: ${table.title}, ${told}`,
        },
        go,
      ),
    ),
  );
}

/**
 * A list under its heading; an empty one is told in a sentence.
 * @param {string} title @param {any[] | null} rows @param {string} empty @param {any} [more] what stands below
 */
export function list(title, rows, empty, more = null) {
  const inside = rows?.length
    ? h("ul", { class: "tables" }, rows)
    : h("p", { class: "quiet none" }, rows ? empty : say("page.loading"));
  return h("section", { key: title, class: "list" }, h("h2", null, title), inside, more);
}
