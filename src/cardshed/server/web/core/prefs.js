// @ts-check
/** What a person likes, kept in this browser. */

const KEY = "cardshed";

/** @type {Record<string, any>} */
const USUAL = {
  name: "",
  language: "auto", // auto, en, vi
  theme: "auto", // auto, dark, light
  deck: "four", // colours: four, two
  motion: "auto", // auto, off
  pace: "normal", // of bots, at new tables
  marks: true, // playable cards are marked
  sort: {}, // by game
  order: {}, // of a hand that was sorted by hand, by table
  tables: {}, // how the last new table of a game was set
  quiet: false, // phrases of others are not shown
  solved: {}, // puzzles, by game
};

/** @type {Record<string, any>} */
let kept = read();
/** @type {Set<() => void>} */
const listeners = new Set();

function read() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

/** @param {string} name */
export const pref = (name) => kept[name];

/** @param {string} name @param {any} value */
export function prefer(name, value) {
  kept = { ...kept, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing: it holds until the page is closed
  }
  show();
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function onPrefer(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Let the page look as the person likes it. */
export function show() {
  const page = document.documentElement;
  page.dataset.theme = kept.theme === "auto" ? (light.matches ? "light" : "dark") : kept.theme;
  page.dataset.deck = kept.deck;
  page.dataset.motion = still() ? "off" : "on";
}

const light = matchMedia("(prefers-color-scheme: light)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
light.addEventListener("change", show);
calm.addEventListener("change", show);

/** Whether nothing is to move. */
export const still = () => kept.motion === "off" || calm.matches;
