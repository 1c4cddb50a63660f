// @ts-check
/** Dragging, as an extra to tapping: a card up to the middle plays what is picked, along the hand it finds its place. */

const FAR = 8; // pixels before a press is a drag

/** @param {import("./screen.js").TableScreen} screen @returns {() => void} */
export function drags(screen) {
  /** @type {{ card: HTMLElement, key: string, x: number, y: number, moving: boolean } | null} */
  let held = null;
  let swallow = false;

  /** @param {PointerEvent} event */
  function down(event) {
    const card = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.("[data-pick]"));
    if (!card || event.button !== 0 || !screen.root.contains(card)) return;
    held = { card, key: card.dataset.pick ?? "", x: event.clientX, y: event.clientY, moving: false };
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!held) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moving && Math.hypot(x, y) < FAR) return;
    held.moving = true;
    held.card.classList.add("dragged");
    held.card.style.translate = `${x}px ${y}px`;
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!held) return;
    const { card, key, moving } = held;
    held = null;
    card.classList.remove("dragged");
    card.style.removeProperty("translate");
    if (!moving || event.type === "pointercancel") return;
    swallow = true;
    setTimeout(() => (swallow = false), 0);
    const hand = screen.root.querySelector(".hand");
    const box = hand?.getBoundingClientRect();
    if (!box || !screen.ctx) return;
    if (event.clientY < box.top - 24) toMiddle(key, event);
    else if (key.startsWith("hand ")) screen.arrange(placed(/** @type {Element} */ (hand), key, event));
  }

  /** On a thing that it can go with it is put to that. @param {string} key @param {PointerEvent} event */
  function toMiddle(key, event) {
    const pick = screen.ctx?.picks.find((one) => one.key === key);
    if (!pick) return;
    if (!screen.ctx?.isPicked(pick)) screen.pick(pick);
    const under = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((one) => one.closest(".middle [data-pick]"));
    const target = /** @type {HTMLElement | undefined} */ (under.find((one) => one && one !== event.target))?.dataset
      .pick;
    const to = screen.ctx?.picks.find((one) => one.key === target && one.key !== key);
    if (to && screen.ctx?.playable.has(to.id) && !screen.ctx.isPicked(to)) screen.pick(to);
    /** @type {HTMLElement | null} */ (screen.root.querySelector('[data-act="play"]'))?.click();
  }

  /** A click that ends a drag is none. @param {MouseEvent} event */
  function click(event) {
    if (swallow && event.isTrusted) {
      event.stopPropagation();
      event.preventDefault();
    }
  }

  addEventListener("pointerdown", down);
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
  addEventListener("click", click, true);
  return () => {
    removeEventListener("pointerdown", down);
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", up);
    removeEventListener("click", click, true);
  };
}

/** The order of the hand after a card was dropped. @param {Element} hand @param {string} key @param {PointerEvent} event */
function placed(hand, key, event) {
  const cards = /** @type {HTMLElement[]} */ (Array.from(hand.querySelectorAll("[data-pick]")));
  const others = cards.filter((card) => card.dataset.pick !== key);
  const before = others.filter((card) => {
    const box = card.getBoundingClientRect();
    return box.bottom < event.clientY || (box.top < event.clientY && box.left + box.width / 2 < event.clientX);
  }).length;
  const order = others.map((card) => card.dataset.pick ?? "");
  order.splice(before, 0, key);
  return order;
}
