// @ts-check
/** A table on the screen: keeps what the server tells and what the player has in mind, and draws both. */

import * as api from "../core/api.js";
import { one, render } from "../core/dom.js";
import { byKeys } from "../core/input.js";
import { Live } from "../core/live.js";
import { hashFor, keepNonce, newNonce, wanted } from "../core/nonces.js";
import { onPrefer, pref, prefer, still } from "../core/prefs.js";
import { knows, say } from "../core/say.js";
import { hashed } from "../core/sha256.js";
import { Steps } from "../core/steps.js";
import { examplesFor, giveUp, lookFor } from "../looks/index.js";
import { capital } from "./bar.js";
import { Context } from "./context.js";
import { drags } from "./drag.js";
import { after, before, dealt, laidOut } from "./flight.js";
import { keyboard } from "./keys.js";
import { entries, sentence } from "./news.js";
import { staged } from "./selection.js";
import { sheet } from "./sheets.js";
import { ALL, hall, parts, whole } from "./whole.js";

/** @typedef {import("../core/live.js").State} State */
/** @typedef {import("./selection.js").Pick} Pick */
/** @typedef {import("./selection.js").Move} Move */

const SAID = 6000; // milliseconds that a phrase stays beside its seat
const ASKING = ["leave", "person", "close"]; // sheets that are done with when one of their buttons was pressed
const DEALT = 400; // milliseconds until the result of a round lies over the new deal

export class TableScreen {
  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.root = root;
    this.id = id;
    /** @type {State | null} */
    this.state = null;
    /** @type {any} */
    this.ui = {
      picked: [],
      sheet: null,
      note: null,
      busy: false,
      phrases: {},
      trick: [],
      lastTrick: [],
      line: "joining",
    };
    /** @type {Context | null} */
    this.ctx = null;
    /** @type {Context | null} */
    this.result = null; // with the result of the last deal
    /** @type {Record<string, any>} */
    this.parts = {}; // of the table, as they were drawn last
    /** @type {State | null} */
    this.shown = null; // by them
    /** @type {Promise<void> | null} */
    this.dressed = null; // when all that was told is shown, or waits to be
    this.prompt = ""; // what was last told to those who listen
    /** @type {string | null} what the shuffle was last given */
    this.mixed = null;
    /** @type {Steps<[State, State | null]>} */
    this.steps = new Steps(([state, was], more) => this.told(state, was, more));
    this.live = this.listen(id);
    this.stop = [onPrefer(() => this.draw()), keyboard(this), drags(this)];
    this.resized = () => this.draw();
    addEventListener("resize", this.resized);
    this.clock = setInterval(() => this.state?.table.deadline && this.draw(), 500);
    this.ticket();
  }

  close() {
    this.live.close();
    this.steps.close();
    clearTimeout(this.opening);
    clearInterval(this.clock);
    removeEventListener("resize", this.resized);
    for (const stop of this.stop) stop();
    delete document.body.dataset.game;
  }

  // --- what the server tells ---------------------------------------------------------------------

  /** Show what has become of the table, and tell what is left to do when the page is laid out. @param {State} state @param {State | null} was @param {boolean} [more] whether the next comes at once */
  told(state, was, more = false) {
    if (this.resultFirst(state, was)) return () => undefined;
    this.state = state;
    this.renew();
    if (state.table.stage === "closed") this.ui.sheet = null;
    const old = this.ctx;
    const ctx = (this.ctx = new Context(state, this.ui, this.acts));
    document.body.dataset.game = state.table.game;
    document.title = `${ctx.myTurn ? "● " : ""}${state.table.title} · Cardshed`;
    if (was?.view && state.view) this.follow(was, state, ctx);
    if (!was && ctx.ended && state.view) this.ui.sheet = "round";
    if (state.view?.plies !== was?.view?.plies) this.ui.hint = this.ui.followed = null;
    this.ui.picked = ctx.picked;
    if (was && was.table.you !== null && ctx.me === null && this.ui.line === "live")
      this.ui.note = ctx.say("page.removed");
    if (more) {
      this.announce(was, ctx);
      return () => undefined;
    }
    if (old?.view && state.view && dealt(ctx, old)) return this.deal(was, ctx, old);
    const places = before(this.root);
    this.draw();
    this.announce(was, ctx);
    return () => after(this.root, places, ctx, was ? old : null);
  }

  /** The server has another page by now: load that as soon as nothing is to be chosen. */
  renew() {
    const { view, table } = /** @type {State} */ (this.state);
    if (this.live?.stale && !this.ui.sheet && !view?.acting.includes(table.you)) location.reload();
  }

  /** A new deal is much to show: the seats in one frame, the middle in the next, the hand in a third. @param {State | null} was @param {Context} ctx @param {Context} old */
  deal(was, ctx, old) {
    this.ui.dealing = true;
    this.draw(ALL.filter((part) => part !== "middle"));
    this.announce(was, ctx);
    this.steps.then(() => {
      this.draw(["middle"]);
      return () => laidOut(this.root);
    });
    this.steps.then(() => {
      const places = before(this.root);
      this.ui.dealing = false;
      this.draw(["own"]);
      return () => after(this.root, places, ctx, old);
    });
    return () => laidOut(this.root);
  }

  /**
   * A deal that is over is looked at before the next one is dealt: its result lies over the table as it was, and all
   * that comes waits until it is closed. Where a clock runs, and for those who look on, nothing waits.
   * @param {State} state @param {State | null} was
   */
  resultFirst(state, was) {
    const ended = was?.view && state.view && state.view.deal > was.view.deal && state.table.stage !== "over";
    const waits = was && was.table.you !== null && !state.table.timer;
    if (!ended || !waits || this.result?.state === state) return false;
    this.result = new Context(state, this.ui, this.acts);
    this.steps.stop([state, was]);
    this.open("round");
    return true;
  }

  /** Keep the last trick, which a view does not, and show how rounds ended. @param {State} was @param {State} now @param {Context} ctx */
  follow(was, now, ctx) {
    const { ui } = this;
    const trick = ctx.trick;
    const old = was.view.zones.find((/** @type {any} */ zone) => zone.id === "trick");
    const changed = JSON.stringify(old) !== JSON.stringify(trick);
    if (changed && trick.cards.length) ui.trick.push(trick);
    if (changed && !trick.cards.length && ui.trick.length) [ui.lastTrick, ui.trick] = [ui.trick, []];
    const ended = now.view.deal > was.view.deal || (now.table.stage === "over" && was.table.stage !== "over");
    if (ended) {
      [ui.lastTrick, ui.trick] = [ui.trick.length ? ui.trick : ui.lastTrick, []];
      if (this.result?.state !== now) this.opening = setTimeout(() => this.open("round"), still() ? 0 : DEALT);
    }
    if (now.view.plies < was.view.plies) ui.trick = [];
  }

  /** Tell those who listen, and show phrases. @param {State | null} was @param {Context} ctx */
  announce(was, ctx) {
    const news = entries(ctx.state.log).filter(({ n }) => was && !(n in was.log));
    const said = news.map(({ entry }) => capital(sentence(entry, ctx)));
    for (const { entry } of news) if (entry.kind === "say" && !pref("quiet")) this.phraseOf(entry.seat, entry.phrase);
    const prompt = ctx.view ? ctx.say(ctx.view.prompt) : "";
    if (prompt !== this.prompt && (said.length || !was)) said.push(prompt);
    this.prompt = prompt;
    if (said.length) {
      const region = one("#said");
      if (region) region.textContent = said.join(" ");
    }
  }

  /** @param {number} seat @param {string} phrase */
  phraseOf(seat, phrase) {
    this.ui.phrases = { ...this.ui.phrases, [seat]: phrase };
    setTimeout(() => {
      const { [seat]: _, ...rest } = this.ui.phrases;
      this.ui.phrases = rest;
      this.draw();
    }, SAID);
    this.draw();
  }

  /** @param {import("../core/live.js").Line} line @param {Error} [why] */
  lined(line, why) {
    this.ui.line = line;
    this.ui.why = why?.message;
    this.draw();
  }

  // --- what the player does ----------------------------------------------------------------------

  /** @param {Pick} pick */
  pick(pick) {
    const { ui } = this;
    const there = ui.picked.some((/** @type {Pick} */ other) => other.key === pick.key);
    const own = this.ctx?.look.picked?.(pick, this.ctx);
    ui.picked = own
      ? own
      : there
        ? ui.picked.filter((/** @type {Pick} */ other) => other.key !== pick.key)
        : [...ui.picked, pick];
    ui.note = null;
    this.draw();
  }

  /** @param {Pick[]} picks */
  stage(picks) {
    this.ui.picked = picks;
    this.ui.note = null;
    this.draw();
    one('.middle [aria-pressed="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
    one('[data-act="play"]')?.focus();
  }

  /** Pick the cards of a move that was suggested. @param {Move} move */
  followHint(move) {
    const { ctx } = this;
    if (!ctx) return;
    this.open(null);
    if (ctx.look.suggested?.(move, ctx)) return;
    this.ui.followed = move;
    const cards = staged(move, ctx.picks, [], ctx.idOf);
    if (cards.length) this.stage(cards);
    else this.note(ctx.say("page.hint.plain", { move: ctx.say(move.label) }));
  }

  /** @param {Move} move */
  play(move) {
    return this.move(move.text);
  }

  /** Try what is picked although no move is just this; the server says what is wrong. */
  attempt() {
    const ctx = /** @type {Context} */ (this.ctx);
    const text = ctx.look.tryText?.(ctx) ?? ctx.picked.map((pick) => pick.card.name).join(" ");
    return this.move(text);
  }

  /** @param {string} text */
  async move(text) {
    if (this.ui.busy || !this.state) return;
    this.ui.busy = true;
    const sent = this.ui.picked.map((/** @type {Pick} */ pick) => pick.key);
    try {
      await this.live.ask("move", { text, after: this.state.table.n });
      // the answer may come after others have moved, when something new is picked already
      this.ui.picked = this.ui.picked.filter((/** @type {Pick} */ pick) => !sent.includes(pick.key));
      this.ui.note = null;
      if (this.ui.sheet === "pass" || this.ui.sheet === "hint") this.ui.sheet = null;
    } catch (why) {
      this.fail(why);
    }
    this.ui.busy = false;
    this.draw();
  }

  /** @param {string} type @param {Record<string, any>} [body] */
  async command(type, body = {}) {
    try {
      const reply = await this.live.ask(type, body);
      if (ASKING.includes(this.ui.sheet)) this.ui.sheet = null;
      this.draw();
      return reply;
    } catch (why) {
      this.fail(why);
      return null;
    }
  }

  /** @param {any} why */
  fail(why) {
    if (!(why instanceof api.Refusal)) this.note(say("page.offline"));
    else this.note(capital(this.ctx && knows(why.key) ? this.ctx.say(why.key, why.params) : why.message));
  }

  /** @param {string | null} text */
  note(text) {
    this.ui.note = text;
    this.draw();
    const region = one("#said");
    if (region && text) region.textContent = text;
  }

  /** Why a button does nothing now. @param {string} what */
  why(what) {
    const ctx = /** @type {Context} */ (this.ctx);
    if (this.ui.busy) return;
    if (!ctx.myTurn) this.note(ctx.say("page.why.turn"));
    else this.note(ctx.say(`page.why.${what}`));
  }

  /** Take the last decision back; if the others are asked first, the table says so. */
  undo() {
    return this.command("undo", { after: this.state?.table.n ?? 0 });
  }

  async hint() {
    this.open("hint");
    if (this.ui.hint) return;
    const told = await this.command("hint");
    this.ui.hint = told?.hint ?? null;
    if (!told) this.ui.sheet = null;
    this.draw();
  }

  /** @param {string} phrase */
  phrase(phrase) {
    this.open(null);
    this.command("say", { phrase });
  }

  async rematch() {
    const nonce = newNonce();
    const told = await this.command("rematch", { hash: hashed(nonce) });
    if (told) keepNonce(told.table, nonce);
    if (told) location.href = `/t/${told.table}`;
  }

  async leave() {
    if (await this.command("leave")) location.href = "/";
  }

  /** Sit down, at a seat or anywhere. @param {number | null} seat @param {string} name */
  async sit(seat, name) {
    prefer("name", name);
    try {
      const wanted = seat === null ? {} : { seat };
      await api.command(this.id, "sit", { name: name || say("page.guest"), hash: hashFor(this.id), ...wanted });
      this.reopen();
    } catch (why) {
      this.fail(why);
    }
  }

  /** @param {string} id @returns {{ stale?: boolean, ask: (type: string, body?: any) => Promise<any>, close: () => void }} */
  listen(id) {
    return new Live(id, {
      state: (state, was) => {
        if (!state.view) this.mix(state.table);
        this.tell(state, was);
      },
      line: (line, why) => this.lined(line, why),
    });
  }

  /** What is told is shown in its order, once the look of the game is there. @param {State} state @param {State | null} was */
  tell(state, was) {
    this.dressed = (this.dressed ?? lookFor(state.table.game)).then(() => this.steps.add([state, was]));
  }

  /** Do the own part in the shuffle at once, whatever is still to be shown: it waits for seconds only. @param {any} table */
  mix(table) {
    const [type, body] = wanted(table) ?? [null, null];
    if (type === this.mixed) return;
    this.mixed = type;
    if (type) this.live.ask(type, body).catch(() => (this.mixed = null));
  }

  /** A new connection: the cookie may have come only now. */
  reopen() {
    this.live.close();
    this.live = this.listen(this.id);
  }

  /** Take a seat that was brought from another device by a one-time link. */
  async ticket() {
    const found = /^#ticket=([\w-]+)$/.exec(location.hash);
    if (!found) return;
    history.replaceState(null, "", location.pathname);
    try {
      await api.command(this.id, "sit", { ticket: found[1], hash: hashFor(this.id) });
      this.reopen();
    } catch (why) {
      this.fail(why);
    }
  }

  async askTicket() {
    try {
      this.ui.ticket = await api.command(this.id, "ticket");
    } catch (why) {
      this.fail(why);
    }
    this.draw();
  }

  /** @param {string | null} name of a sheet */
  async open(name) {
    const had = this.ui.sheet;
    if (!had) this.focused = document.activeElement;
    this.ui.sheet = name;
    this.ui.copied = false;
    if (name !== "settings") this.ui.ticket = null;
    if (this.state?.view && this.shown === this.state) this.cover();
    else this.draw();
    if (name) one(".sheet")?.focus();
    else if (had && this.focused instanceof HTMLElement && this.focused.isConnected) this.focused.focus();
    if (this.steps.stopped && name !== "round") this.steps.goOn();
    if (name === "rules" && !this.ui.rules) {
      const { game } = /** @type {State} */ (this.state).table;
      [this.ui.rules] = await Promise.all([api.rules(game), examplesFor(game)]);
      this.draw();
    }
  }

  /** @param {string} text */
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const field = one(".copy input"); // clipboards are for secure pages only
      field?.select();
      document.execCommand("copy");
    }
    this.ui.copied = true;
    this.draw();
  }

  /** The next way to sort the hand. */
  sort() {
    const ctx = /** @type {Context} */ (this.ctx);
    const names = ctx.look.sorts.map((sort) => sort.name);
    const now = pref("sort")[ctx.table.game] ?? names[0];
    const next = names[(names.indexOf(now) + 1) % names.length];
    prefer("sort", { ...pref("sort"), [ctx.table.game]: next });
    this.note(ctx.say("page.sorted", { how: ctx.say(`page.sort.${next}`) }));
  }

  /** Keep the hand as it was put. @param {string[]} order keys */
  arrange(order) {
    const { game, id } = /** @type {State} */ (this.state).table;
    prefer("sort", { ...pref("sort"), [game]: "own" });
    prefer("order", { [id]: order });
  }

  // --- drawing -----------------------------------------------------------------------------------

  /** @param {string[]} [names] of the parts that are drawn anew @returns {void} */
  draw(names = ALL) {
    const closed = this.state?.table.stage === "closed";
    if (!this.state || closed) {
      render(this.root, hall(this.ui, closed));
      return;
    }
    this.ctx = new Context(this.state, this.ui, this.acts);
    try {
      this.parts = { ...this.parts, ...parts(this.ctx, names) };
    } catch (problem) {
      if (!giveUp(this.state.table.game, problem)) throw problem;
      return this.draw();
    }
    this.shown = this.state;
    this.cover();
  }

  /** Bring the page to the parts of the table as they were drawn, and what lies over it to what it is now. */
  cover() {
    const ctx = /** @type {Context} */ (this.ctx);
    const laid = this.steps.stopped && this.result ? this.result : ctx; // which may be ahead of the table
    const had = document.activeElement;
    const { coach, past } = this.ui;
    const kinds = ["felt", coach && "coach", coach && past && "opinions"];
    render(this.root, [whole(ctx, this.parts), sheet(laid)], kinds);
    if (had instanceof HTMLElement && had !== document.body && !had.isConnected) setTimeout(() => this.refocus());
  }

  /** What had the focus is gone, as a card that was played: who uses keys stays near. */
  refocus() {
    if (document.activeElement !== document.body || !byKeys()) return;
    const near = one(".sheet") ?? one(".hand [data-pick]") ?? one('[data-act="play"]');
    near?.focus({ preventScroll: true });
  }

  get acts() {
    return {
      pick: (/** @type {Pick} */ pick) => this.pick(pick),
      stage: (/** @type {Pick[]} */ picks) => this.stage(picks),
      play: (/** @type {Move} */ move) => this.play(move),
      follow: (/** @type {Move} */ move) => this.followHint(move),
      attempt: () => this.attempt(),
      move: (/** @type {string} */ text) => this.move(text),
      why: (/** @type {string} */ what) => this.why(what),
      note: (/** @type {string | null} */ text) => this.note(text),
      open: (/** @type {string | null} */ name) => this.open(name),
      about: (/** @type {number} */ seat) => {
        this.ui.about = seat;
        this.open("person");
      },
      command: (/** @type {string} */ type, /** @type {any} */ body) => this.command(type, body),
      phrase: (/** @type {string} */ phrase) => this.phrase(phrase),
      sit: (/** @type {number | null} */ seat, /** @type {string} */ name) => this.sit(seat, name),
      copy: (/** @type {string} */ text) => this.copy(text),
      ticket: () => this.askTicket(),
      hint: () => this.hint(),
      undo: () => this.undo(),
      sort: () => this.sort(),
      rematch: () => this.rematch(),
      leave: () => this.leave(),
      redraw: () => this.draw(),
    };
  }
}
