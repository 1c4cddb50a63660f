// @ts-check
/** Cards that are seen to go from one place to another. Any tap or key ends all movement at once. */

import { still } from "./prefs.js";

const FLIGHT = 200; // milliseconds
const EASE = "cubic-bezier(.2,.8,.2,1)";

/** @type {Set<Animation>} */
const running = new Set();

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, skip, { capture: true, passive: true });

export function skip() {
  for (const one of running) one.finish();
}

/**
 * Let an element come from a place to where it is.
 * @param {Element | null} element
 * @param {DOMRect | null | undefined} from
 * @param {{ after?: number, fade?: boolean }} [how] milliseconds to wait
 */
export function fly(element, from, { after = 0, fade = false } = {}) {
  if (!element || !from || still() || document.visibilityState !== "visible") return;
  const to = element.getBoundingClientRect();
  if (!to.width) return;
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  if (Math.abs(x) < 2 && Math.abs(y) < 2) return;
  const scale = Math.min(1, Math.max(0.3, from.width / to.width));
  const start = { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: fade ? 0 : 1 };
  play(element, [start, { transform: "none", opacity: 1 }], after);
}

/** @param {Element} element @param {Keyframe[]} frames @param {number} [after] */
export function play(element, frames, after = 0) {
  if (still()) return;
  const moving = element.animate(frames, { duration: FLIGHT, delay: after, easing: EASE, fill: "backwards" });
  running.add(moving);
  const done = () => running.delete(moving);
  moving.onfinish = done;
  moving.oncancel = done;
}

/** Where an element is now. @param {string} selector @param {ParentNode} [inside] */
export function placeOf(selector, inside = document) {
  return inside.querySelector(selector)?.getBoundingClientRect() ?? null;
}
