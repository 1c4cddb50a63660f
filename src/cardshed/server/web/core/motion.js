// @ts-check
/** Cards that are seen to go from one place to another. Any tap or key ends all movement at once. */

import { still } from "./prefs.js";

const FLIGHT = 200; // milliseconds
const HERE = "translate(0)"; // what a card that rests has, too
const EASE = "cubic-bezier(.2,.8,.2,1)";

/** @type {Set<Animation>} */
const running = new Set();

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, skip, { capture: true, passive: true });

export function skip() {
  for (const one of running) one.finish();
}

/**
 * @typedef {{ element: Element, from: DOMRect | null, after?: number, fade?: boolean }} Flight an element that comes
 *   from a place to where it is, after so many milliseconds
 */

/** Let elements come to where they are. All places are read before anything moves: the page is laid out once. @param {Flight[]} flights */
export function fly(flights) {
  if (!moves()) return;
  const places = flights.map(({ element }) => element.getBoundingClientRect());
  flights.forEach(({ element, from, after = 0, fade = false }, i) => {
    const to = places[i];
    if (!from || !to.width) return;
    const start = shifted(to, from);
    if (start)
      play(
        element,
        [
          { transform: start, opacity: fade ? 0 : 1 },
          { transform: HERE, opacity: 1 },
        ],
        after,
      );
  });
}

/** Let what is no longer on the page leave from where it was. @param {{ element: HTMLElement, from: DOMRect }[]} gone @param {DOMRect | null} to */
export function leave(gone, to) {
  if (!moves() || !to) return;
  for (const { element, from } of gone) {
    element.classList.add("ghost");
    for (const side of /** @type {const} */ (["left", "top", "width", "height"]))
      element.style[side] = `${from[side]}px`;
    document.body.append(element);
    const end = shifted(from, to) ?? HERE;
    const moving = play(element, [
      { transform: HERE, opacity: 1 },
      { transform: end, opacity: 0 },
    ]);
    moving.addEventListener("finish", () => element.remove());
  }
}

const moves = () => !still() && document.visibilityState === "visible";

/** How to stand at another place, smaller if that is; null if it is the same. @param {DOMRect} here @param {DOMRect} there */
function shifted(here, there) {
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  if (Math.abs(x) < 2 && Math.abs(y) < 2) return null;
  return `translate(${x}px, ${y}px) scale(${Math.min(1, Math.max(0.3, there.width / here.width))})`;
}

/** @param {Element} element @param {Keyframe[]} frames @param {number} [after] */
function play(element, frames, after = 0) {
  const moving = element.animate(frames, { duration: FLIGHT, delay: after, easing: EASE, fill: "backwards" });
  running.add(moving);
  const done = () => running.delete(moving);
  moving.onfinish = done;
  moving.oncancel = done;
  return moving;
}

/** Where an element is now. @param {string} selector @param {ParentNode} [inside] */
export function placeOf(selector, inside = document) {
  return inside.querySelector(selector)?.getBoundingClientRect() ?? null;
}
