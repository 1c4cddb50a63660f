// @ts-check
/**
 * A browser as far as the page's scripts need one to be loaded, and how to read what they describe (core/dom.js): by
 * selectors, as it is seen, and as it is heard. What is imported before those scripts is there when they are loaded.
 */

/** @type {any} */
const world = globalThis;

const nothing = () => undefined;

Object.assign(world, {
  innerWidth: 1280,
  location: { hash: "" },
  HTMLElement: class {},
  matchMedia: () => ({ matches: false, addEventListener: nothing }),
  addEventListener: nothing,
  removeEventListener: nothing,
  document: {
    documentElement: { dataset: {} },
    body: { dataset: {} },
    addEventListener: nothing,
    querySelector: () => null,
  },
});

/** @typedef {import("../../../src/cardshed/server/web/core/dom.js").Described} Described */

/** As the page is in a window so wide. @param {number} width @param {() => void} act */
export function withWidth(width, act) {
  const was = world.innerWidth;
  world.innerWidth = width;
  act();
  world.innerWidth = was;
}

/** The classes of an element. @param {Described} node @returns {string[]} */
export const classes = ({ props }) => [props.class].flat().filter(Boolean).join(" ").split(" ").filter(Boolean);

/** @param {string} simple a tag, classes, attributes: `button.tile[aria-pressed="true"]` */
function fitting(simple) {
  const parts = [...simple.matchAll(/(\.?)([\w-]+)|\[([\w-]+)(="([^"]*)")?\]/g)];
  const tag = parts.find(([, dot, name]) => name && !dot)?.[2];
  const wanted = parts.flatMap(([, dot, name]) => (dot ? [name] : []));
  const attributes = parts.filter(([, , , name]) => name);
  return (/** @type {Described} */ node) =>
    (!tag || node.tag === tag) &&
    attributes.every(([, , , name, , value]) =>
      value === undefined ? (node.props[name] ?? null) !== null : String(node.props[name]) === value,
    ) &&
    (!wanted.length || (!!node.props.class && wanted.every((name) => classes(node).includes(name))));
}

/**
 * All elements that a selector finds below, in their order; a blank in it stands for any depth. A drawing that is there
 * twice is found twice, although it was described once.
 * @param {any} tree @param {string} selector @returns {Described[]}
 */
export const all = (tree, selector) => below(tree, selector.split(/ (?![^[]*\])/).map(fitting));

/** @param {any} tree @param {((node: Described) => boolean)[]} steps what is left of a selector @returns {Described[]} */
function below(tree, [step, ...rest]) {
  /** @type {Described[]} */
  const found = [];
  const look = (/** @type {any} */ node) => {
    if (!node || typeof node !== "object") return;
    if (Array.isArray(node)) node.forEach(look);
    else if (!step(node)) node.children.forEach(look);
    else if (rest.length) found.push(...below(node, rest));
    else {
      found.push(node);
      node.children.forEach(look);
    }
  };
  (Array.isArray(tree) ? tree : tree.children).forEach(look);
  return found;
}

/** The only element that a selector finds. @param {any} tree @param {string} selector */
export function one(tree, selector) {
  const found = all(tree, selector);
  if (found.length !== 1) throw new Error(`${found.length} elements are ${selector}`);
  return found[0];
}

/** What is written there, without what is only heard. @param {any} node @returns {string} */
export function seen(node) {
  if (node === null || typeof node === "string") return node ?? "";
  if (Array.isArray(node)) return node.map(seen).filter(Boolean).join(" ");
  return classes(node).includes("unseen") ? "" : node.children.map(seen).filter(Boolean).join(" ");
}

/** What who listens is told: a label, or else the words inside. @param {any} node @returns {string} */
export function heard(node) {
  if (typeof node === "string") return node;
  if (node.props["aria-label"]) return node.props["aria-label"];
  const told = node.children.filter((/** @type {any} */ child) => child.props?.["aria-hidden"] !== "true");
  return told.map(heard).filter(Boolean).join(" ");
}

/** Press a button. @param {Described} node */
export const press = (node) => node.props.onclick({ type: "click" });
