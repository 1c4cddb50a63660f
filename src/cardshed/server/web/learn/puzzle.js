// @ts-check
/** A puzzle: a position of a match in which one move is clearly best. Trying costs nothing. */

import * as api from "../core/api.js";
import { h, one } from "../core/dom.js";
import { pref, prefer } from "../core/prefs.js";
import { say } from "../core/say.js";
import { lookFor } from "../looks/index.js";
import { ownName } from "../pages/play.js";
import { opinions } from "../replay/opinions.js";
import { failed } from "../pages/parts.js";
import { capital } from "../table/bar.js";
import { TableScreen } from "../table/screen.js";
import { band } from "./coach.js";

const EXPECTED = 4; // moves that are told of what follows

/** The day where the player is. */
export const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
};

/** @param {string} game @param {number} number */
const isSolved = (game, number) => (pref("solved")[game] ?? []).includes(number);

export class PuzzleScreen extends TableScreen {
  /** @param {HTMLElement} root @param {string} which the game, and perhaps a number */
  constructor(root, which) {
    super(root, which);
    const [game, number] = which.split("/");
    this.game = game;
    this.wanted = /^\d+$/.test(number ?? "") ? Number(number) : null;
    /** @type {any} */
    this.puzzle = null;
    /** @type {"open" | "wrong" | "solved" | "shown"} */
    this.progress = "open";
    this.remark = "";
    this.ui.coach = (/** @type {any} */ ctx) => band(this.coach(), ctx);
    this.begin();
  }

  listen() {
    return {
      ask: (/** @type {string} */ type, /** @type {any} */ body) => this.asked(type, body),
      close: () => undefined,
    };
  }

  async begin() {
    try {
      const { game, wanted } = this;
      const ask = () => (wanted === null ? api.puzzleOf(game, today()) : api.puzzle(game, wanted));
      [this.puzzle] = await Promise.all([api.patiently(ask), lookFor(game)]);
      const { table, view } = this.puzzle;
      table.seats[table.you].name = pref("name") || say("page.you");
      this.steps.add([{ table: { ...table, id: `puzzle ${game}` }, log: {}, deals: {}, view }, null]);
    } catch (why) {
      failed(this.root, why);
    }
  }

  /** @param {string} type @param {any} body */
  async asked(type, body) {
    if (type !== "move") throw new api.Refusal(say("page.learn.not_here"), "page.learn.not_here", 409);
    const { moves, why } = await api.tryInPuzzle(this.game, this.puzzle.number, body.text);
    if (why) throw api.refusal({ error: why }, 409);
    const worth = this.puzzle.values.find((/** @type {any} */ one) => one.move.text === moves[0]);
    if (moves[0] === this.puzzle.answer) this.end("solved");
    else {
      this.progress = "wrong";
      const n = Math.round(100 * (worth?.value ?? 0));
      this.remark = worth ? say("page.puzzle.wrong", { percent: n }) : say("page.puzzle.wrong.unknown");
      this.ui.picked = [];
    }
  }

  /** @param {"solved" | "shown"} how */
  end(how) {
    this.progress = how;
    this.ui.past = true;
    this.ui.picked = [];
    const { game } = this;
    const known = pref("solved")[game] ?? [];
    if (how === "solved" && !isSolved(game, this.puzzle.number))
      prefer("solved", { ...pref("solved"), [game]: [...known, this.puzzle.number] });
    this.draw();
    one('[data-act="coach"]')?.focus({ preventScroll: true });
  }

  async hint() {
    this.note(say("page.puzzle.no_hint"));
  }

  async playOn() {
    try {
      const wanted = { seat: this.puzzle.table.you, name: ownName(), pace: pref("pace") };
      const made = await api.playPuzzle(this.game, this.puzzle.number, wanted);
      location.href = `/t/${made.id}`;
    } catch (why) {
      this.fail(why);
    }
  }

  /** @returns {import("./coach.js").Coach} */
  coach() {
    const { puzzle, progress, remark } = this;
    if (!puzzle) return { title: say("page.loading"), text: null, done: 0, ways: [] };
    const { number, count, day, aim } = puzzle;
    const called = day
      ? say("page.puzzle.of_day", { day: printedDay(day) })
      : say("page.puzzle.number", { number, count });
    const title = isSolved(this.game, number) ? `${called} · ${say("page.puzzle.solved")}` : called;
    const next = { said: say("page.puzzle.next"), href: `/puzzle/${this.game}/${(number % count) + 1}` };
    if (progress === "open" || progress === "wrong") {
      const show = { said: say("page.puzzle.show"), act: () => this.end("shown") };
      const text = h("p", null, say(`page.puzzle.aim.${aim}`));
      return {
        title,
        text,
        told: remark,
        done: 0,
        tone: progress === "wrong" ? "wrong" : undefined,
        ways: [show, next],
      };
    }
    const ways = [
      { said: say("page.puzzle.play"), act: () => this.playOn(), main: true },
      next,
      { said: say("page.home"), href: "/" },
    ];
    return { title, text: this.solution(), done: 1, tone: "right", ways };
  }

  /** The answer, what else would have been worth, and what is expected to follow. */
  solution() {
    const { ctx, puzzle } = this;
    if (!ctx) return null;
    const best = puzzle.values[0];
    const move = capital(ctx.say(best.move.label));
    const solved = this.progress === "solved";
    const after = puzzle.line
      .slice(1, 1 + EXPECTED)
      .map((/** @type {any} */ one) => ctx.say("page.log.move", { seat: one.seat, what: ctx.say(one.label) }));
    return [
      h("p", null, h("strong", null, ctx.say(solved ? "page.puzzle.right" : "page.puzzle.answer", { move }))),
      opinions(puzzle.values, best.move.text, ctx),
      h("p", { class: "quiet" }, ctx.say("page.percent")),
      after.length ? h("p", { class: "quiet" }, ctx.say("page.puzzle.line", { line: after.join("; ") })) : null,
    ];
  }
}

/** @param {string} day */
const printedDay = (day) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long" }).format(new Date(`${day}T12:00:00`));
