// @ts-check
/**
 * Elements described as plain values, and the smallest change that brings the page to them.
 * What has a key keeps its element wherever it moves, so that focus stays and cards can be seen to fly.
 */

/**
 * @typedef {{ tag: string, props: Record<string, any>, children: Child[], key: string | null, node?: Element }} Described
 * @typedef {Described | string} Child
 */

const SVG = "http://www.w3.org/2000/svg";
export const DRAWN = new Set([
  "svg",
  "path",
  "g",
  "circle",
  "rect",
  "line",
  "polygon",
  "text",
  "defs",
  "use",
  "ellipse",
]);

/**
 * @param {string} tag
 * @param {Record<string, any> | null} [props] attributes; `on…` are handlers, `class` may be a list, `vars` are CSS variables
 * @param {...any} children elements, texts, lists of these; null and false stand for nothing
 * @returns {Described}
 */
export function h(tag, props, ...children) {
  const { key = null, ...rest } = props ?? {};
  const described = { tag, props: rest, children: flat(children), key: key === null ? null : String(key) };
  return tag === "button" && rest["aria-label"] ? spoken(described) : described;
}

/**
 * Drawings that are the same for the same words are described once: what is on the page already is not gone through again.
 * @template {(string | number | boolean | undefined)[]} Words
 * @param {(...words: Words) => Described} draw
 */
export function once(draw) {
  /** @type {Map<string, Described>} */
  const known = new Map();
  return (/** @type {Words} */ ...words) => {
    const name = words.join(" ");
    const found = known.get(name) ?? draw(...words);
    known.set(name, found);
    return found;
  };
}

/**
 * A button with a spoken name has it inside, unseen, and nothing else of it is read out: then the name is the button's
 * text for everybody who asks for it.
 * @param {Described} button @returns {Described}
 */
function spoken(button) {
  const { "aria-label": name, ...props } = button.props;
  return {
    ...button,
    props,
    children: [h("span", { key: "name", class: "unseen" }, name), ...button.children.map(unread)],
  };
}

/** @param {Child} child @returns {Child} */
function unread(child) {
  if (typeof child === "string") return h("span", { "aria-hidden": "true" }, child);
  return { ...child, props: { ...child.props, "aria-hidden": "true" } };
}

/** @param {any[]} list @returns {Child[]} */
function flat(list) {
  /** @type {Child[]} */
  const found = [];
  for (const one of list) {
    if (Array.isArray(one)) found.push(...flat(one));
    else if (one !== null && one !== undefined && one !== false && one !== true && one !== "")
      found.push(typeof one === "object" ? one : String(one));
  }
  return found;
}

/**
 * Bring the inside of an element to what is described. What kinds of things the page holds then, as far as the look of
 * the whole depends on it, is told by classes of the body: with `:has()` every card that comes or goes would have the
 * browser style the whole page again.
 * @param {Element} parent
 * @param {any} described
 * @param {(string | false | null | undefined)[]} [kinds]
 */
export function render(parent, described, kinds = []) {
  bring(parent, flat([described]));
  const held = kinds.flatMap((kind) => (kind ? [`holds-${kind}`] : [])).join(" ");
  if (document.body.className !== held) document.body.className = held;
}

/** What an element was last brought to. @type {WeakMap<Node, Described>} */
const drawn = new WeakMap();

/** @param {Element} parent @param {Child[]} wanted */
function bring(parent, wanted) {
  let node = parent.firstChild;
  let at = 0;
  for (; node && at < wanted.length && fits(node, wanted[at]); at++) {
    fill(node, wanted[at]);
    node = node.nextSibling;
  }
  if (node || at < wanted.length) rearrange(parent, node, wanted.slice(at));
}

/** Bring the children from one on to what is described, where they are not what they were. @param {Element} parent @param {ChildNode | null} first @param {Child[]} wanted */
function rearrange(parent, first, wanted) {
  /** @type {Map<string, ChildNode>} */
  const keyed = new Map();
  /** @type {ChildNode[]} */
  const loose = [];
  const old = [];
  for (let node = first; node; node = node.nextSibling) {
    const key = drawn.get(node)?.key;
    if (key) keyed.set(key, node);
    else loose.push(node);
    old.push(node);
  }
  /** @type {Set<ChildNode>} */
  const kept = new Set();
  const nodes = wanted.map((child) => {
    const found = find(child, keyed, loose);
    const node = found ?? make(child);
    if (found) kept.add(found);
    fill(node, child);
    return node;
  });
  const before = first ? first.previousSibling : parent.lastChild;
  for (const node of old) if (!kept.has(node)) node.remove();
  let at = before ? before.nextSibling : parent.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}

/** @param {Child} child @param {Map<string, ChildNode>} keyed @param {ChildNode[]} loose */
function find(child, keyed, loose) {
  if (typeof child !== "string" && child.key !== null) {
    const node = keyed.get(child.key);
    if (!node || !fits(node, child)) return null;
    keyed.delete(child.key);
    return node;
  }
  const place = loose.findIndex((node) => fits(node, child));
  return place < 0 ? null : loose.splice(place, 1)[0];
}

/** Whether a node can become what is described. @param {ChildNode} node @param {Child} child */
function fits(node, child) {
  if (typeof child === "string") return node.nodeType === Node.TEXT_NODE;
  const was = drawn.get(node);
  return was?.tag === child.tag && was.key === child.key;
}

/** @param {Child} child @returns {ChildNode} */
function make(child) {
  if (typeof child === "string") return document.createTextNode(child);
  return DRAWN.has(child.tag) ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
}

/** @param {ChildNode} node @param {Child} child */
function fill(node, child) {
  if (typeof child !== "string") update(/** @type {Element} */ (node), child);
  else if (node.nodeValue !== child) node.nodeValue = child;
}

/** @type {Record<string, any>} */
const NONE = {};

/** @param {Element} node @param {Described} wanted */
function update(node, wanted) {
  const was = drawn.get(node);
  if (was === wanted) return;
  const before = was?.props ?? NONE;
  for (const name in before) if (!(name in wanted.props)) put(node, name, null, before[name]);
  for (const name in wanted.props) put(node, name, wanted.props[name], before[name]);
  drawn.set(node, wanted);
  bring(node, wanted.children);
  if (wanted.tag === "select" && "value" in wanted.props)
    /** @type {HTMLSelectElement} */ (node).value = wanted.props.value;
}

/** @param {any} node @param {string} name @param {any} value @param {any} before */
function put(node, name, value, before) {
  if (name.startsWith("on")) {
    if (!value !== !before) node[name] = value ? hear : null;
  } else if (name === "vars") {
    for (const key in before ?? NONE) if (!value || !(key in value)) node.style.removeProperty(key);
    for (const key in value ?? NONE) if (!before || before[key] !== value[key]) node.style.setProperty(key, value[key]);
  } else if (name === "value" || name === "checked" || name === "open") {
    if (node[name] !== value && value !== null) node[name] = value;
  } else {
    const [said, was] = [attribute(value), attribute(before)];
    if (said === was) return;
    if (said === null) node.removeAttribute(name);
    else node.setAttribute(name, said);
  }
}

/** What an attribute says, or null where there is none. @param {any} value @returns {string | null} */
function attribute(value) {
  const said = Array.isArray(value) ? value.filter(Boolean).join(" ") : value;
  if (said === null || said === undefined || said === false || said === "") return null;
  return said === true ? "" : String(said);
}

/** An element hears with one ear, whatever is to be done now: false would cancel the event. @param {Event} event */
function hear(event) {
  const { props } = /** @type {Described} */ (drawn.get(/** @type {Node} */ (event.currentTarget)));
  props[`on${event.type}`](event);
}

/** @param {string} selector @param {ParentNode} [inside] @returns {any} */
export function one(selector, inside = document) {
  return inside.querySelector(selector);
}
