// @ts-check
/** A finished match on the screen, to be gone through move by move. The address says at which one. */

import * as api from "../core/api.js";
import { apply } from "../core/changes.js";
import { h, render } from "../core/dom.js";
import { onPrefer, pref } from "../core/prefs.js";
import { say } from "../core/say.js";
import { lookFor } from "../looks/index.js";
import { sentenceOf } from "../pages/parts.js";
import { ownName } from "../pages/play.js";
import { Context } from "../table/context.js";
import { after, before } from "../table/flight.js";
import { hand } from "../table/hand.js";
import { opponents, plate } from "../table/seats.js";
import { felt, middle } from "../table/whole.js";
import { Analysis } from "./analysis.js";
import { controls, header } from "./controls.js";
import { panel } from "./panel.js";

/** @typedef {{ seat: number, label: any }} Step */

const STEP = 900; // milliseconds between moves that play by themselves
const SETTLED = 150; // milliseconds after which the address tells the move: browsers let it change only so often

export class ReplayScreen {
  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.root = root;
    this.id = id;
    /** @type {any} */
    this.table = null;
    /** @type {any[]} what was to be seen before the first move, and after each */
    this.views = [];
    /** @type {Step[]} */
    this.steps = [];
    this.at = 0;
    this.shown = 0; // the move that was drawn last
    /** @type {number | null} whose eyes it is seen with; null for all hands open */
    this.seat = null;
    /** @type {any} */
    this.ui = { picked: [], past: true, copied: false };
    /** @type {Context | null} */
    this.ctx = null;
    /** @type {ReturnType<typeof setInterval> | null} */
    this.playing = null;
    this.analysis = new Analysis(id, () => this.draw());
    onPrefer(() => this.draw());
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.go(fromAddress()));
    this.begin();
  }

  async begin() {
    render(this.root, h("main", { class: "hall", id: "main" }, h("h1", null, say("page.loading"))));
    try {
      this.table = (await api.tableState(this.id)).table;
      document.title = `${this.table.title} · Cardshed`;
      document.body.dataset.game = this.table.game;
      await lookFor(this.table.game);
      await this.see(null);
      await this.analysis.look();
      this.draw();
    } catch (why) {
      const home = h("a", { class: "btn go", href: "/" }, say("page.home"));
      render(this.root, h("main", { class: "hall", id: "main" }, h("h1", null, sentenceOf(why)), home));
    }
  }

  /** See the match with the eyes of a seat, or with all hands open. @param {number | null} seat */
  async see(seat) {
    const { first, steps } = await api.replay(this.id, seat);
    this.seat = seat;
    this.steps = steps;
    this.views = [first];
    for (const { changes } of steps) this.views.push(apply(this.views.at(-1), changes));
    this.go(this.ctx ? this.at : fromAddress());
  }

  get last() {
    return this.steps.length;
  }

  /** The moves after which a deal was over, the first of them 0. */
  get deals() {
    return this.views.flatMap((view, i) => (i === 0 || view.deal > this.views[i - 1].deal ? [i] : []));
  }

  /** @param {number} at */
  go(at) {
    const old = this.ctx;
    this.at = Math.min(this.last, Math.max(0, at));
    this.ui.copied = false;
    clearTimeout(this.address);
    this.address = setTimeout(() => history.replaceState(null, "", `#${this.at}`), SETTLED);
    const places = before(this.root);
    this.draw();
    if (this.ctx && old && Math.abs(this.at - this.shown) === 1) after(this.root, places, this.ctx, old);
    this.shown = this.at;
    if (this.at === this.last) this.stop();
  }

  /** Let the moves follow each other by themselves, or no longer. */
  toggle() {
    if (this.playing) return this.stop();
    if (this.at === this.last) this.go(0);
    this.playing = setInterval(() => this.go(this.at + 1), STEP);
    this.draw();
  }

  stop() {
    if (!this.playing) return;
    clearInterval(this.playing);
    this.playing = null;
    this.draw();
  }

  async copy() {
    const link = new URL(`#${this.at}`, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      this.ui.copied = true;
    } catch {
      prompt(say("page.replay.link"), link); // clipboards are for secure pages only
    }
    this.draw();
  }

  /** Play on from here, against bots, at a new table. @param {number} seat */
  async playOn(seat) {
    try {
      const wanted = { seat, name: ownName(), pace: pref("pace") };
      const made = await api.playOn(this.id, this.at, wanted);
      location.href = `/t/${made.id}`;
    } catch (why) {
      this.analysis.problem = why;
      this.draw();
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const within = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || within.matches("input, select")) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      p: () => this.toggle(),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  draw() {
    const view = this.views[this.at];
    if (!view) return;
    const you = this.seat ?? this.table.you ?? 0;
    const table = { ...this.table, you, stage: this.at === this.last ? "over" : "playing" };
    const state = { table, log: {}, deals: {}, view: { ...view, moves: [] } };
    const ctx = (this.ctx = new Context(state, this.ui, {}));
    const own = h(
      "section",
      { class: "south", "aria-label": ctx.say("page.own") },
      h("div", { class: "seatline" }, plate(you, ctx, true)),
      controls(ctx, this),
      hand(ctx),
    );
    const page = [
      header(ctx, this),
      h("div", { class: "banners" }),
      felt(ctx, [opponents(ctx), middle(ctx), own], "past"),
      panel(ctx, this),
    ];
    render(this.root, page, ["felt", "analysis"]);
  }
}

/** At which move the address points. */
function fromAddress() {
  return Number(/^#(\d+)$/.exec(location.hash)?.[1] ?? 0);
}
