// @ts-check
/**
 * Things that are shown one a frame. Each is shown in two halves: the page is changed at once, and what needs to know
 * where everything came to lie is done in the frame that lays it out, so that neither half is long and nothing is laid
 * out twice. Nobody sees a hidden page, and who is far behind wants to catch up: there all is shown at once.
 */

const BEHIND = 8;
const PATIENCE = 40;

/** @type {(task: () => void) => void} */
const soon = (task) => {
  const { scheduler } = /** @type {any} */ (globalThis);
  if (scheduler) scheduler.postTask(task, { priority: "user-blocking" });
  else setTimeout(task);
};

/** @template Item */
export class Steps {
  /**
   * @param {(item: Item, more: boolean) => () => void} show changes the page, and tells what to do once it is laid out;
   *   with more to come at once nobody will see it
   */
  constructor(show) {
    this.show = show;
    /** @type {Item[]} */
    this.waiting = [];
    /** @type {(() => void) | null} */
    this.rest = null;
    /** @type {(() => () => void)[]} */
    this.parts = [];
    this.drawing = false;
    this.stopped = false;
    this.hurry = () => document.visibilityState !== "visible" && this.all();
    document.addEventListener("visibilitychange", this.hurry);
  }

  /** @param {Item} item */
  add(item) {
    this.waiting.push(item);
    if (this.stopped && this.waiting.length > PATIENCE) this.stopped = false;
    if (this.stopped) return;
    if (document.visibilityState !== "visible" || this.waiting.length > BEHIND) this.all();
    else this.next();
  }

  /** Show nothing more until it goes on, or too much waits; then this item first. @param {Item} item */
  stop(item) {
    this.stopped = true;
    this.waiting.unshift(item);
  }

  /** Show something more before the next item, in a frame of its own. @param {() => () => void} part */
  then(part) {
    this.parts.push(part);
  }

  goOn() {
    this.stopped = false;
    if (document.visibilityState !== "visible") this.all();
    else requestAnimationFrame(() => setTimeout(() => (this.waiting.length > BEHIND ? this.all() : this.next())));
  }

  all() {
    this.finish();
    for (const part of this.parts.splice(0)) part()();
    if (this.stopped) return;
    while (this.waiting.length && !this.stopped) {
      const item = /** @type {Item} */ (this.waiting.shift());
      this.show(item, this.waiting.length > 0)();
      for (const part of this.parts.splice(0)) part()();
    }
  }

  next() {
    if (this.drawing) return;
    const part = this.parts.shift();
    const item = part || this.stopped ? undefined : this.waiting.shift();
    if (!part && item === undefined) return;
    this.drawing = true;
    requestAnimationFrame(() => {
      setTimeout(() => this.drawn()); // after the frame, when asking where things are costs nothing
      this.finish();
    });
    soon(() => this.finish()); // before the frame if there is time, at the latest with it
    this.rest = part ? part() : this.show(/** @type {Item} */ (item), false); // last: if it fails, others come all the same
  }

  drawn() {
    this.drawing = false;
    this.next();
  }

  finish() {
    const rest = this.rest;
    this.rest = null;
    rest?.();
  }

  close() {
    this.waiting = [];
    this.parts = [];
    this.rest = null;
    document.removeEventListener("visibilitychange", this.hurry);
  }
}
