// @ts-check
/** A guided deal: the table as any other, a band above it that tells what to do, and a deal that waits for it. */

import * as api from "../core/api.js";
import { apply } from "../core/changes.js";
import { h, one } from "../core/dom.js";
import { pref, still } from "../core/prefs.js";
import { say } from "../core/say.js";
import { lookFor } from "../looks/index.js";
import { failed } from "../pages/parts.js";
import { capital } from "../table/bar.js";
import { TableScreen } from "../table/screen.js";
import { band, bold } from "./coach.js";

/** @typedef {{ say: string, seat: number | null, do: string, wrong: string, labels: any[], changes: any }} Step */

const PAUSE = 900; // milliseconds before somebody else moves

export class GuideScreen extends TableScreen {
  /** @param {HTMLElement} root @param {string} game */
  constructor(root, game) {
    super(root, game);
    /** @type {Step[]} */
    this.script = [];
    this.at = 0; // the step that is shown
    this.remark = ""; // about what was tried
    this.heard = false; // whether what another did was shown already
    this.pending = false; // whether another is about to move
    this.ui.coach = (/** @type {any} */ ctx) => band(this.coach(), ctx);
    this.begin();
  }

  listen() {
    return {
      ask: (/** @type {string} */ type, /** @type {any} */ body) => this.asked(type, body),
      close: () => clearTimeout(this.waiting),
    };
  }

  async begin() {
    try {
      const [{ table, first, steps }] = await Promise.all([api.patiently(() => api.guide(this.id)), lookFor(this.id)]);
      table.seats[table.you].name = pref("name") || say("page.you");
      this.script = steps;
      this.show({ table: { ...table, id: `learn ${this.id}` }, log: {}, deals: {}, view: first });
      this.arrive();
    } catch (why) {
      failed(this.root, why);
    }
  }

  /** @param {import("../core/live.js").State} state */
  show(state) {
    const before = this.latest ?? null;
    this.latest = state;
    this.steps.add([state, before]);
  }

  get step() {
    return this.script[this.at];
  }

  get mine() {
    return this.step?.do && this.step.seat === this.latest?.table.you;
  }

  get last() {
    return this.at >= this.script.length - 1;
  }

  /** A step is reached: others move by themselves, the rest waits for the player. */
  arrive() {
    this.remark = "";
    this.heard = false;
    this.pending = !!this.step?.do && !this.mine;
    if (this.pending) this.waiting = setTimeout(() => this.other(), still() ? 0 : PAUSE);
    this.redrawn();
  }

  /** What another does is seen, and then talked about. */
  other() {
    this.happen();
    this.heard = true;
    this.pending = false;
    if (this.step.say) this.redrawn();
    else this.next();
  }

  /** Show what a step changes. */
  happen() {
    const { latest, step } = this;
    if (!latest) return;
    const n = latest.table.n + 1;
    const log = { ...latest.log, [n]: { kind: "move", seat: step.seat, by: "person", labels: step.labels } };
    this.show({ table: { ...latest.table, n }, log, deals: {}, view: apply(latest.view, step.changes) });
  }

  next() {
    if (this.last || this.pending) return;
    this.at++;
    this.arrive();
  }

  redrawn() {
    this.draw();
    this.attend();
  }

  /** Who reads by keys goes on with one. */
  attend() {
    if (!this.ui.sheet) one('[data-act="coach"]')?.focus({ preventScroll: true });
  }

  /** @param {string | null} name of a sheet */
  async open(name) {
    await super.open(name);
    this.attend();
  }

  /** @param {string} type @param {any} body */
  async asked(type, body) {
    if (type !== "move") throw new api.Refusal(say("page.learn.not_here"), "page.learn.not_here", 409);
    if (!this.mine) throw new api.Refusal(say("page.learn.read"), "page.learn.read", 409);
    const { step } = this;
    if (body.text !== step.do) {
      const { right, why } = await api.tryInGuide(this.id, this.at, body.text);
      if (why) throw api.refusal({ error: why }, 409);
      if (!right) {
        this.remark = step.wrong || say("page.learn.instead");
        this.ui.picked = [];
        return;
      }
    }
    this.happen();
    this.next();
  }

  /** Pick the cards that the step is about. */
  async hint() {
    const { ctx, step } = this;
    const move = this.latest?.view.moves.find((/** @type {any} */ one) => one.text === step?.do);
    if (!this.mine || !ctx) return;
    const button = move && (one(`[data-act="${move.kind}"]`) ?? named(capital(ctx.say(move.label))));
    if (move && !button) this.followHint(move);
    if (this.ui.picked.length) return;
    this.note(ctx.say("page.learn.press", { what: ctx.say(step.labels[0]) }));
    button?.focus();
  }

  /** @returns {import("./coach.js").Coach} */
  coach() {
    const { step, script, at, remark } = this;
    const quiet = !!step?.do && !this.mine && !this.heard; // another is about to move
    const done = (at + 1) / Math.max(1, script.length);
    const title = say("page.learn.title");
    const again = { said: say("page.learn.again"), act: () => this.again() };
    if (this.last && !step?.do && script.length) {
      const play = { said: say("page.front.play"), href: `/play/${this.id}`, main: true };
      return { title, text: bold(step.say), done: 1, tone: "right", ways: [play, again] };
    }
    const skip = { said: say("page.learn.skip"), href: `/play/${this.id}` };
    if (quiet || !step) return { title, text: h("p", { class: "quiet" }, "…"), done, ways: [skip] };
    if (this.mine) {
      const show = { said: say("page.learn.show"), act: () => this.hint() };
      return {
        title,
        text: bold(step.say),
        told: remark,
        done,
        tone: remark ? "wrong" : undefined,
        ways: [show, skip],
      };
    }
    const on = { said: say("page.go_on"), act: () => this.next(), main: true };
    return { title, text: bold(step.say), done, ways: [on, skip] };
  }

  again() {
    location.reload();
  }
}

/** The button that says just this. @param {string} what */
const named = (what) => {
  const all = /** @type {HTMLElement[]} */ (Array.from(document.querySelectorAll(".south button, .middle button")));
  return all.find((button) => button.textContent?.trim().startsWith(what));
};
