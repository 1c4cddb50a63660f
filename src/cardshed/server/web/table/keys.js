// @ts-check
/** The keyboard: arrows walk the hand, space picks, enter plays. No single key does anything that cannot be undone. */

/** @param {import("./screen.js").TableScreen} screen @returns {() => void} */
export function keyboard(screen) {
  /** @type {Record<string, () => void>} */
  const acts = {
    h: () => screen.ctx?.myTurn && screen.hint(),
    u: () => screen.ui.coach || screen.undo(),
    s: () => screen.sort(),
    l: () => screen.ui.coach || screen.open("log"),
    r: () => screen.open("rules"),
    t: () => screen.open("trick"),
    "?": () => screen.open("keys"),
    p: () => press("pass"),
  };
  const press = (/** @type {string} */ name) =>
    /** @type {HTMLElement | null} */ (screen.root.querySelector(`[data-act="${name}"]`))?.click();

  /** @param {KeyboardEvent} event */
  function hear(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") {
      if (screen.ui.sheet) screen.open(null);
      else if (screen.ui.picked.length) screen.stage([]);
      return;
    }
    if (screen.ui.sheet) {
      if (event.key === "Tab") stay(event);
      return;
    }
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    if (event.key === "Enter" && target.matches("[data-pick], body")) {
      event.preventDefault();
      press(screen.root.querySelector('[data-act="coach"]') ? "coach" : "play");
    } else if (/^Arrow(Left|Right|Up|Down)$/.test(event.key)) {
      walk(screen.root, target, event);
    } else if (event.key.toLowerCase() in acts && event.key.length === 1) {
      event.preventDefault();
      acts[event.key.toLowerCase()]();
    }
  }

  addEventListener("keydown", hear);
  return () => removeEventListener("keydown", hear);
}

/** To the next card, or from anywhere to the first. @param {Element} root @param {HTMLElement} from @param {KeyboardEvent} event */
function walk(root, from, event) {
  const cards = /** @type {HTMLElement[]} */ (Array.from(root.querySelectorAll("[data-pick]")));
  if (!cards.length) return;
  const at = cards.indexOf(from);
  const step = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
  const first = /** @type {HTMLElement | null} */ (root.querySelector(".hand [data-pick]")) ?? cards[0];
  event.preventDefault();
  (at < 0 ? first : cards[(at + step + cards.length) % cards.length]).focus();
}

/** Keep the focus inside what lies over the table. @param {KeyboardEvent} event */
function stay(event) {
  const inside = document.querySelector(".sheet");
  if (!inside) return;
  const stops = /** @type {HTMLElement[]} */ (
    Array.from(inside.querySelectorAll("button, a[href], input, select, [tabindex='0']"))
  ).filter((one) => !one.hasAttribute("disabled"));
  const [first, last] = [stops[0], stops[stops.length - 1]];
  if (
    event.shiftKey
      ? document.activeElement === first || document.activeElement === inside
      : document.activeElement === last
  ) {
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }
}
