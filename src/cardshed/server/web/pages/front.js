// @ts-check
/** The front page: the games to sit down to, the tables there are, and what was played. */

import * as api from "../core/api.js";
import { h, one, render } from "../core/dom.js";
import { language } from "../core/language.js";
import { onPrefer } from "../core/prefs.js";
import { say } from "../core/say.js";
import { emblem } from "./emblems.js";
import { company, list, result, row } from "./lists.js";
import { playNow } from "./play.js";
import { failed, nameField, sentenceOf, settingsSheet, sizeOf, topLine } from "./parts.js";

const AGAIN = 10_000; // milliseconds after which the lists are asked for again
const SHOWN = 6; // tables of a list before the rest is folded away
const UNFINISHED = 3; // own tables on top of the page

/** @param {HTMLElement} root */
export async function front(root) {
  document.title = say("page.front.title");
  try {
    const [games, mine] = await Promise.all([api.games(), api.mine().catch(() => null)]);
    new FrontPage(root, games, mine);
  } catch (why) {
    failed(root, why);
  }
}

class FrontPage {
  /** @param {HTMLElement} root @param {any[]} games @param {any[] | null} mine */
  constructor(root, games, mine) {
    this.root = root;
    this.games = games;
    this.mine = mine ?? [];
    /** @type {any[] | null} */
    this.waiting = null;
    /** @type {any[] | null} */
    this.playing = null;
    /** @type {Record<string, string>} */
    this.readiness = {};
    /** The game whose table is being made. @type {string | null} */
    this.making = null;
    /** What went wrong, by its place. @type {Record<string, string>} */
    this.problems = {};
    onPrefer(() => this.draw());
    this.draw();
    this.refresh();
    setInterval(() => document.visibilityState === "visible" && this.refresh(true), AGAIN);
    addEventListener("pageshow", (event) => event.persisted && this.returned());
  }

  /** Back from a table by the browser's own button. */
  returned() {
    this.making = null;
    this.refresh(true);
  }

  /** @param {boolean} [all] also what the page began with */
  async refresh(all = false) {
    const asked = [
      api.tables("waiting"),
      api.tables("playing"),
      api.status(),
      all ? api.mine() : Promise.resolve(this.mine),
    ];
    const [waiting, playing, status, mine] = await Promise.allSettled(asked);
    if (waiting.status === "fulfilled") this.waiting = waiting.value;
    if (playing.status === "fulfilled") this.playing = playing.value;
    if (status.status === "fulfilled") this.readiness = status.value.games;
    if (mine.status === "fulfilled") this.mine = mine.value;
    const lost = [waiting, playing].find((answer) => answer.status === "rejected");
    this.problems = {
      ...this.problems,
      lists: lost ? sentenceOf(/** @type {PromiseRejectedResult} */ (lost).reason) : "",
    };
    this.draw();
  }

  /** A table against bots, in one go; a game that is still being prepared is waited for. @param {string} game */
  async play(game) {
    if (this.making) return;
    this.making = game;
    this.problems = { ...this.problems, [game]: "" };
    this.draw();
    try {
      await playNow(game);
    } catch (why) {
      this.making = null;
      this.problems = { ...this.problems, [game]: sentenceOf(why) };
      this.draw();
    }
  }

  /** @param {File | undefined} file */
  async bring(file) {
    if (!file) return;
    try {
      const made = await api.upload(await file.text());
      location.href = `/m/${made.id}`;
    } catch (why) {
      this.problems = { ...this.problems, record: sentenceOf(why) };
      this.draw();
    }
  }

  draw() {
    const own = new Set(this.mine.map((table) => table.id));
    const others = (/** @type {any[] | null} */ tables) => tables?.filter((table) => !own.has(table.id)) ?? null;
    const unfinished = this.mine.filter((table) => !["over", "closed"].includes(table.state));
    render(this.root, [
      topLine({ home: false, extra: nameField() }),
      h(
        "main",
        { class: "front", id: "main" },
        h("p", { class: "lead" }, say("page.front.lead")),
        unfinished.length ? this.goOn(unfinished.slice(0, UNFINISHED)) : null,
        h(
          "section",
          { class: "game-boxes", "aria-label": say("page.front.games") },
          this.games.map((game) => this.box(game)),
        ),
        h(
          "div",
          { class: "lists" },
          this.problems.lists ? h("p", { class: "problem", role: "status" }, this.problems.lists) : null,
          list(say("page.list.waiting"), this.rows(others(this.waiting), waits), say("page.list.waiting.none")),
          list(say("page.list.playing"), this.rows(others(this.playing), plays), say("page.list.playing.none")),
          list(
            say("page.list.mine"),
            this.rows(
              [...unfinished.slice(UNFINISHED), ...this.mine.filter((table) => table.state === "over")],
              ownMatch,
            ),
            say("page.list.mine.none"),
            this.mine.some((table) => table.state === "over")
              ? h("a", { class: "more", href: "/results" }, say("page.results"))
              : null,
          ),
          this.record(),
        ),
        h("footer", { class: "quiet" }, say("page.front.foot")),
      ),
      settingsSheet(() => this.draw()),
    ]);
  }

  /** @param {any[]} tables */
  goOn(tables) {
    return h(
      "section",
      { class: "go-on", "aria-label": say("page.list.unfinished") },
      h(
        "ul",
        { class: "tables" },
        tables.map((table) => row(table, { told: told(table), go: say("page.go_on"), main: true })),
      ),
    );
  }

  /** @param {any} game */
  box(game) {
    const { name, title } = game;
    const busy = this.making === name;
    const state = this.readiness[name] ?? "ready";
    const problem = this.problems[name];
    return h(
      "article",
      { key: name, class: "game-box", "data-game": name, "aria-labelledby": `box-${name}` },
      h("div", { class: "picture" }, emblem(game)),
      h("h2", { id: `box-${name}` }, title),
      h("p", { class: "meta" }, sizeOf(game)),
      h("p", { class: "pitch" }, game.pitch[language()] ?? game.pitch.en ?? say("page.front.foreign")),
      problem ? h("p", { class: "problem", role: "alert" }, problem) : null,
      !problem && (state !== "ready" || busy)
        ? h(
            "p",
            { class: "state", role: "status" },
            say(
              state === "ready"
                ? "page.front.making"
                : state === "failed"
                  ? "page.front.broken"
                  : "page.front.preparing",
            ),
          )
        : null,
      h(
        "div",
        { class: "box-ways" },
        h(
          "button",
          {
            class: "btn go",
            type: "button",
            "aria-label": say("page.front.play.of", { game: title }),
            "aria-disabled": String(busy),
            onclick: () => this.play(name),
          },
          say("page.front.play"),
        ),
        h(
          "a",
          { href: `/new/${name}`, "aria-label": say("page.front.new.of", { game: title }) },
          say("page.front.new"),
        ),
        h(
          "a",
          { href: `/rules/${name}`, "aria-label": say("page.front.rules.of", { game: title }) },
          say("page.front.rules"),
        ),
        game.guide
          ? h(
              "a",
              { href: `/learn/${name}`, "aria-label": say("page.front.learn.of", { game: title }) },
              say("page.front.learn"),
            )
          : null,
        game.puzzles
          ? h(
              "a",
              { href: `/puzzle/${name}`, "aria-label": say("page.front.puzzle.of", { game: title }) },
              say("page.front.puzzle"),
            )
          : null,
        game.lab
          ? h(
              "a",
              {
                href: `/lab/${name}?language=${language()}`,
                "aria-label": say("page.front.lab.of", { game: title }),
              },
              say("page.front.lab"),
            )
          : null,
      ),
    );
  }

  /** @param {any[] | null} tables @param {(table: any) => any} shown */
  rows(tables, shown) {
    if (!tables) return null;
    const rows = tables.map(shown);
    if (rows.length <= SHOWN) return rows;
    const rest = rows.slice(SHOWN);
    return [
      ...rows.slice(0, SHOWN),
      h(
        "li",
        { key: "rest", class: "rest" },
        h(
          "details",
          null,
          h("summary", null, say("page.list.more", { n: rest.length })),
          h("ul", { class: "tables" }, rest),
        ),
      ),
    ];
  }

  record() {
    const problem = this.problems.record;
    return h(
      "section",
      { key: "record", class: "list" },
      h("h2", null, say("page.list.record")),
      h("p", { class: "quiet none" }, say("page.list.record.text")),
      problem ? h("p", { class: "problem", role: "alert" }, problem) : null,
      h("input", {
        id: "record",
        hidden: true,
        type: "file",
        accept: ".shed,text/plain",
        onchange: (/** @type {any} */ event) => this.bring(event.target.files[0]),
      }),
      h("button", { class: "btn", type: "button", onclick: () => pickFile() }, say("page.list.record.pick")),
    );
  }
}

function pickFile() {
  const input = one("#record");
  input.value = "";
  input.click();
}

/** @param {any} table */
const told = (table) => {
  const free = table.state === "waiting" ? say("page.list.free", { n: table.free }) : "";
  return [company(table), free].filter(Boolean).join(" · ");
};

/** @param {any} table */
const waits = (table) => row(table, { told: told(table), go: say("page.list.join"), main: true });

/** @param {any} table */
const plays = (table) => row(table, { told: company(table), go: say("page.list.look") });

/** @param {any} table */
const ownMatch = (table) =>
  table.state === "over"
    ? row(table, {
        told: [table.practice ? say("page.list.practice") : "", result(table)].filter(Boolean).join(" · "),
        go: say("page.list.again"),
        more: h(
          "a",
          { class: "small", href: `/api/tables/${table.id}/record`, "aria-label": say("page.record") },
          say("page.list.shed"),
        ),
      })
    : row(table, { told: told(table), go: say("page.go_on"), main: true });
