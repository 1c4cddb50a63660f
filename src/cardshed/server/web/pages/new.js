// @ts-check
/** A new table: who sits there, by which rules, and who may find it. */

import * as api from "../core/api.js";
import { h, one, render } from "../core/dom.js";
import { onPrefer, pref, prefer } from "../core/prefs.js";
import { say } from "../core/say.js";
import { emblem } from "./emblems.js";
import { houseRules } from "./house.js";
import { make, ownName } from "./play.js";
import { failed, nameField, playersOf, sentenceOf, settingsSheet, topLine } from "./parts.js";

const TIMERS = [0, 15, 30, 60, 120]; // seconds for a decision, 0 is none
const PACES = ["slow", "normal", "instant"];
const USUAL = "medium";

/** @param {HTMLElement} root @param {string} name of the game */
export async function newTable(root, name) {
  try {
    const game = (await api.games()).find((/** @type {any} */ one) => one.name === name);
    if (!game) throw new api.Refusal(say("server.refused.no_game", { game: name }), "server.refused.no_game", 404);
    new NewTable(root, game);
  } catch (why) {
    failed(root, why);
  }
}

class NewTable {
  /** @param {HTMLElement} root @param {any} game */
  constructor(root, game) {
    this.root = root;
    this.game = game;
    const last = pref("tables")[game.name] ?? {};
    const [low, high] = game.players;
    this.players = Math.min(high, Math.max(low, last.players ?? game.usual_players));
    /** A level or a person for each seat but the own. @type {(string | null)[]} */
    this.others = last.others ?? [];
    this.chosen = last.options ?? {};
    this.private = last.private ?? true;
    this.knock = last.knock ?? true;
    this.timer = last.timer ?? 0;
    this.pace = pref("pace");
    /** @type {{ place: string, text: string } | null} */
    this.problem = null;
    this.busy = false;
    document.title = say("page.new.title", { game: game.title });
    document.body.dataset.game = game.name;
    onPrefer(() => this.draw());
    this.draw();
  }

  /** Who sits at the other seats. @returns {(string | null)[]} */
  get seats() {
    return Array.from({ length: this.players - 1 }, (_, i) => (this.others[i] === undefined ? USUAL : this.others[i]));
  }

  /** @param {Partial<NewTable>} wanted */
  change(wanted) {
    Object.assign(this, wanted, { problem: null });
    this.draw();
  }

  /** @param {number} i @param {string | null} who */
  seat(i, who) {
    const others = this.seats;
    others[i] = who;
    this.change({ others });
  }

  async make() {
    if (this.busy) return;
    const { game, players, timer, chosen } = this;
    prefer("tables", {
      ...pref("tables"),
      [game.name]: { players, others: this.seats, options: chosen, private: this.private, knock: this.knock, timer },
    });
    this.change({ busy: true });
    const wanted = {
      game: game.name,
      players,
      options: chosen,
      seats: [null, ...this.seats],
      seat: 0,
      name: ownName(),
      private: this.private,
      knock: this.knock,
      timer,
      pace: this.pace,
    };
    try {
      await make(wanted);
    } catch (why) {
      this.refused(why);
    }
  }

  /** @param {any} why */
  refused(why) {
    const place = why.params?.option ?? (why.params?.place === "body.name" ? "name" : "all");
    this.change({ busy: false });
    this.problem = { place, text: sentenceOf(why) };
    this.draw();
    const shown = one(".problem");
    shown?.scrollIntoView({ block: "center" });
  }

  draw() {
    const { game, problem } = this;
    const own = game.options.some((/** @type {any} */ option) => option.name === problem?.place);
    render(this.root, [
      topLine(),
      h(
        "main",
        { class: "set", id: "main" },
        h(
          "header",
          null,
          emblem(game),
          h(
            "div",
            null,
            h("h1", null, game.title),
            h(
              "p",
              { class: "quiet" },
              playersOf(game),
              " · ",
              h("a", { href: `/rules/${game.name}` }, say("page.front.rules")),
            ),
          ),
        ),
        h(
          "form",
          {
            onsubmit: (/** @type {Event} */ event) => {
              event.preventDefault();
              this.make();
            },
            novalidate: true,
          },
          h("section", { class: "card-like" }, h("h2", null, say("page.new.who")), this.who()),
          h("section", { class: "card-like" }, h("h2", null, say("page.new.way")), this.way()),
          h(
            "section",
            { class: "card-like house-rules" },
            h("h2", null, say("page.new.rules")),
            houseRules({
              game: game.name,
              options: game.options,
              chosen: this.chosen,
              players: this.players,
              problem: own && problem ? { option: problem.place, text: problem.text } : null,
              change: (chosen) => this.change({ chosen }),
            }),
          ),
          h(
            "div",
            { class: "settle" },
            problem && !own && problem.place !== "name"
              ? h("p", { class: "problem", role: "alert" }, problem.text)
              : null,
            h("p", { class: "sum", role: "status" }, this.sum()),
            h(
              "button",
              { class: "btn go", type: "submit", "aria-disabled": String(this.busy) },
              this.busy ? say("page.front.making") : say("page.new.make"),
            ),
          ),
        ),
      ),
      settingsSheet(() => this.draw()),
    ]);
  }

  who() {
    const [low, high] = this.game.players;
    const numbers = Array.from({ length: high - low + 1 }, (_, i) => low + i);
    return [
      numbers.length > 1
        ? radios(
            "players",
            say("page.new.players"),
            numbers.map((n) => ({ value: n, text: String(n) })),
            this.players,
            (players) => this.change({ players }),
          )
        : null,
      nameField(this.problem?.place === "name" ? this.problem.text : ""),
      h(
        "div",
        { class: "seats-new" },
        this.seats.map((who, i) =>
          radios(
            `seat-${i}`,
            say("seat", { number: i + 2 }),
            [null, ...this.game.levels].map((level) => ({
              value: level,
              text: level === null ? say("page.new.person") : say(`page.level.${level}`),
            })),
            who,
            (chosen) => this.seat(i, chosen),
            "seat-new",
          ),
        ),
      ),
    ];
  }

  way() {
    const waits = this.seats.includes(null);
    return [
      waits
        ? radios(
            "private",
            say("page.new.private"),
            [true, false].map((value) => ({ value, text: say(`page.new.private.${value}`) })),
            this.private,
            (chosen) => this.change({ private: chosen }),
          )
        : null,
      waits
        ? radios(
            "knock",
            say("page.new.knock"),
            [true, false].map((value) => ({ value, text: say(`page.new.knock.${value}`) })),
            this.knock,
            (knock) => this.change({ knock }),
          )
        : null,
      radios(
        "timer",
        say("page.new.timer"),
        TIMERS.map((n) => ({ value: n, text: n ? say("page.new.timer.seconds", { n }) : say("page.new.timer.none") })),
        this.timer,
        (timer) => this.change({ timer }),
      ),
      this.seats.every((who) => who === null)
        ? null
        : radios(
            "pace",
            say("page.new.pace"),
            PACES.map((value) => ({ value, text: say(`page.pref.pace.${value}`) })),
            this.pace,
            (pace) => this.change({ pace }),
          ),
    ];
  }

  /** What will happen, in a sentence. */
  sum() {
    const people = this.seats.filter((who) => who === null).length;
    if (!people) return say("page.new.sum.bots", { n: this.seats.length });
    return say("page.new.sum.people", { n: people });
  }
}

/**
 * One of several, as chips in a row.
 * @param {string} name @param {string} legend @param {{ value: any, text: string }[]} choices @param {any} chosen @param {(value: any) => void} choose @param {string} [more]
 */
function radios(name, legend, choices, chosen, choose, more = "") {
  return h(
    "fieldset",
    { key: name, class: ["radio-row", more] },
    h("legend", null, legend),
    h(
      "div",
      null,
      choices.map(({ value, text }) =>
        h(
          "label",
          { key: String(value), class: "radio" },
          h("input", { type: "radio", name, checked: value === chosen, onchange: () => choose(value) }),
          h("span", null, text),
        ),
      ),
    ),
  );
}
