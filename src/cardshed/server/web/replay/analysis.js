// @ts-check
/** What a strong bot makes of a finished match: worked out on the server, shown as it comes. */

import * as api from "../core/api.js";

const AGAIN = 600; // milliseconds until it is asked how far it is

/**
 * @typedef {{ move: any, value: number, visits: number }} Opinion
 * @typedef {{ ply: number, seat: number, loss: number, mark: "" | "?" | "??", played: Opinion, best: Opinion,
 *   others: Opinion[], line: any[], after: any[] }} Finding what was found about the move after so many others
 */

export class Analysis {
  /** @param {string} id @param {() => void} redraw */
  constructor(id, redraw) {
    this.id = id;
    this.redraw = redraw;
    /** @type {Map<number, Finding>} by the number of moves before it */
    this.findings = new Map();
    /** @type {number[] | null} moves at which there was something to choose */
    this.choices = null;
    this.working = false;
    /** @type {any} */
    this.problem = null;
  }

  /** What is known already; work that was broken off goes on. */
  async look() {
    await this.ask();
    if (this.findings.size && !this.done) await this.begin();
    else if (this.working) this.follow();
  }

  async begin() {
    this.working = true;
    this.problem = null;
    this.redraw();
    try {
      await api.analyse(this.id);
      await this.follow();
    } catch (why) {
      this.problem = why;
      this.working = false;
    }
    this.redraw();
  }

  async follow() {
    do {
      await new Promise((done) => setTimeout(done, AGAIN));
      await this.ask();
      this.redraw();
    } while (this.working);
  }

  async ask() {
    const known = [...this.findings.keys()];
    const { choices, working, findings } = await api.analysis(this.id, known.length ? Math.max(...known) : -1);
    this.choices = choices;
    this.working = working;
    for (const finding of findings) this.findings.set(finding.ply, finding);
  }

  get done() {
    return this.choices !== null && this.findings.size === this.choices.length;
  }

  get begun() {
    return this.working || this.findings.size > 0;
  }

  /** Those that were mistakes, in order. @returns {Finding[]} */
  get mistakes() {
    return [...this.findings.values()].filter((finding) => finding.mark).sort((a, b) => a.ply - b.ply);
  }
}
