// @ts-check
/**
 * A table kept in step with the server: the whole state first, then numbered changes. A change that was missed is
 * noticed and the whole asked for again; a lost connection is opened again, ever more patiently.
 */

import { refusal } from "./api.js";
import { apply } from "./changes.js";
import { say } from "./say.js";
import { PROTOCOL, read } from "./wire.js";

const PATIENCE = [200, 500, 1000, 2000, 4000, 8000];
const SILENCE = 10_000;

/**
 * @typedef {{ table: any, log: Record<string, any>, deals: Record<string, any>, view: any }} State
 * @typedef {"joining" | "live" | "lost" | "gone"} Line how the connection is; gone is for good
 */

let ahead = 0;
let page = ""; // the version of the page, as the server told it first

/** The time by which deadlines are told, in seconds: the server's, whatever the clock of this device shows. */
export const serverTime = () => Date.now() / 1000 + ahead;

export class Live {
  /**
   * @param {string} table
   * @param {{ state: (state: State, before: State | null) => void, line: (line: Line, why?: Error) => void }} tell
   */
  constructor(table, tell) {
    this.table = table;
    this.tell = tell;
    /** @type {any} */
    this.told = null; // the newest state, as it came
    /** @type {State | null} */
    this.state = null;
    this.stale = false; // whether the server has another page than this one by now
    this.version = 0;
    this.tries = 0;
    this.number = 0;
    this.closed = false;
    /** @type {Map<number, { done: (reply: any) => void, fail: (why: Error) => void }>} */
    this.asked = new Map();
    this.again = () => this.hurry();
    addEventListener("online", this.again);
    document.addEventListener("visibilitychange", this.again);
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live`);
    this.socket = socket;
    this.tell.line(this.state ? "lost" : "joining");
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => this.lost(event.code);
  }

  /** @param {any} told */
  hear(told) {
    const before = this.state;
    if (told.now) ahead = told.now - Date.now() / 1000;
    if (told.type === "state") {
      const { type, version, now, page: theirs, ...state } = told;
      page ||= theirs;
      this.stale = page !== theirs;
      if (state.protocol !== PROTOCOL) return this.differ(state.protocol);
      this.version = version;
      this.told = state;
      this.state = read(state);
      this.tries = 0;
      this.tell.line("live");
      this.tell.state(/** @type {State} */ (this.state), before);
    } else if (told.type === "change" && this.state) {
      if (told.version !== this.version + 1) {
        this.send("sync");
        return;
      }
      this.version = told.version;
      this.told = apply(this.told, told.changes);
      this.state = read(this.told);
      this.tell.state(/** @type {State} */ (this.state), before);
    } else if (told.type === "reply") {
      this.settle(told.id)?.done(told);
    } else if (told.type === "error") {
      const why = refusal(told, told.status ?? 0);
      const waiting = told.id === null ? null : this.settle(told.id);
      if (waiting) waiting.fail(why);
      else this.why = why;
    }
  }

  /** What the server tells cannot be read. A page that was left open is loaded again, once. @param {any} theirs */
  differ(theirs) {
    this.close();
    if (this.stale) location.reload();
    else this.tell.line("gone", new Error(say("server.protocol", { theirs: String(theirs), ours: PROTOCOL })));
  }

  /** @param {number} id */
  settle(id) {
    const found = this.asked.get(id);
    this.asked.delete(id);
    return found;
  }

  /** @param {number} code */
  lost(code) {
    for (const waiting of this.asked.values()) waiting.fail(new Error("lost"));
    this.asked.clear();
    if (this.closed) return;
    if (code === 1008) {
      this.closed = true;
      this.tell.line("gone", this.why);
      return;
    }
    this.tell.line(this.state ? "lost" : "joining");
    this.waiting = setTimeout(() => this.open(), PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)]);
  }

  /** Try at once: the network is back, or somebody looks again. */
  hurry() {
    if (!this.closed && document.visibilityState === "visible" && this.socket?.readyState === WebSocket.CLOSED) {
      clearTimeout(this.waiting);
      this.tries = 0;
      this.open();
    }
  }

  /** @param {string} type @param {Record<string, any>} [body] */
  send(type, body = {}) {
    this.socket?.send(JSON.stringify({ type, ...body }));
  }

  /**
   * Ask for something; the promise tells what came of it.
   * @param {string} type
   * @param {Record<string, any>} [body]
   * @returns {Promise<any>}
   */
  ask(type, body = {}) {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Error("lost"));
    const id = ++this.number;
    this.send(type, { ...body, id });
    return new Promise((done, fail) => {
      this.asked.set(id, { done, fail });
      setTimeout(() => this.settle(id)?.fail(new Error("lost")), SILENCE);
    });
  }

  close() {
    this.closed = true;
    clearTimeout(this.waiting);
    removeEventListener("online", this.again);
    document.removeEventListener("visibilitychange", this.again);
    this.socket?.close();
  }
}
