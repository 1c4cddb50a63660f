// @ts-check
/** The little Markdown that our rule texts are written in, as elements. */

import { h } from "./dom.js";

/**
 * @typedef {{
 *   level?: number,
 *   code?: (text: string, section?: string) => any,
 *   text?: (text: string) => any,
 *   fence?: (text: string, number: number) => any,
 *   after?: (id: string) => any,
 *   folded?: string[],
 * }} Draw what a page shows in another way: how far headings are lowered, code within a line, plain words, a block of
 * code, what is added below the first paragraph of a section (null leaves it as it is), and which sections are folded
 * @typedef {{ kind: string, lines: string[], level: number }} Block
 */

const MARKS = /^(#{1,4} |[-*] |\d+\. |> |\||```)/;

/** @param {string} text @param {Draw} [draw] */
export function markdown(text, draw = {}) {
  const ids = names();
  let fences = 0;
  let section = "";
  const here = { ...draw, code: (/** @type {string} */ text) => draw.code?.(text, section) };
  /** @type {string | null} */
  let owed = null; // the section whose drawing is still to come
  /** @type {any[]} */
  const found = [];
  const pay = () => {
    if (owed !== null) found.push(draw.after?.(owed) ?? null);
    owed = null;
  };
  for (const block of blocks(text)) {
    if (block.kind === "heading") {
      pay();
      owed = section = ids(block.lines[0]);
      found.push(h(`h${Math.min(4, block.level + (draw.level ?? 1))}`, { id: section }, inline(block.lines[0], here)));
    } else {
      found.push(block.kind === "fence" ? fence(block.lines.join("\n"), fences++, here) : one(block, here));
      if (!block.lines.at(-1)?.endsWith(":")) pay(); // what a colon announces comes first
    }
  }
  pay();
  return folded(found, draw.folded ?? []);
}

/** Sections that only few look for are folded away under their headings. @param {any[]} found @param {string[]} ids */
function folded(found, ids) {
  /** @type {any[]} */
  const all = [];
  for (const one of found) {
    const heading = /^h[1-4]$/.test(one?.tag) ? one : null;
    const open = all.at(-1);
    if (heading && ids.includes(heading.props.id))
      all.push(h("details", { key: heading.props.id }, h("summary", null, heading)));
    else if (!heading && open?.tag === "details") {
      if (one) open.children.push(one);
    } else all.push(one);
  }
  return all;
}

/** The headings of a text, with the names that they have as elements. @param {string} text */
export function headings(text) {
  const ids = names();
  return blocks(text)
    .filter((block) => block.kind === "heading")
    .map(({ level, lines }) => ({ level, text: lines[0].replace(/[*`]/g, ""), id: ids(lines[0]) }));
}

/** A name for each heading, no name twice. */
function names() {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return (/** @type {string} */ heading) => {
    const id = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "");
    const n = (seen.get(id) ?? 0) + 1;
    seen.set(id, n);
    return n === 1 ? id : `${id}-${n}`;
  };
}

/** @param {string} text @returns {Block[]} */
function blocks(text) {
  /** @type {Block[]} */
  const found = [];
  /** @type {Block | null} */
  let open = null;
  for (const line of text.split("\n")) {
    if (open?.kind === "fence") {
      if (line.startsWith("```")) open = null;
      else open.lines.push(line);
      continue;
    }
    const kind = kindOf(line);
    if (kind === "blank") open = null;
    else if (kind === "fence") found.push((open = { kind, lines: [], level: 0 }));
    else if (kind === "heading") {
      const [marks] = line.split(" ", 1);
      found.push({ kind, lines: [line.slice(marks.length + 1)], level: marks.length });
      open = null;
    } else if (open && (open.kind === kind || kind === "words")) open.lines.push(line);
    else found.push((open = { kind, lines: [line], level: 0 }));
  }
  return found;
}

/** @param {string} line */
function kindOf(line) {
  if (!line.trim()) return "blank";
  const mark = MARKS.exec(line)?.[0] ?? "";
  if (mark.startsWith("#")) return "heading";
  if (mark === "```") return "fence";
  if (mark === "|") return "table";
  if (mark === "> ") return "quote";
  if (/^\d/.test(mark)) return "numbers";
  return mark ? "list" : "words";
}

/** @param {Block} block @param {Draw} draw */
function one({ kind, lines }, draw) {
  if (kind === "table") return table(lines, draw);
  if (kind === "list") return h("ul", null, items(lines, /^[-*] /, draw));
  if (kind === "numbers") return h("ol", null, items(lines, /^\d+\. /, draw));
  if (kind === "quote")
    return h("blockquote", null, h("p", null, inline(lines.map((line) => line.replace(/^> ?/, "")).join(" "), draw)));
  return h("p", null, inline(lines.join(" "), draw));
}

/** @param {string} text @param {number} number @param {Draw} draw */
function fence(text, number, draw) {
  return draw.fence?.(text, number) ?? h("pre", { tabindex: "0" }, text);
}

/** @param {string[]} lines @param {RegExp} mark @param {Draw} draw */
function items(lines, mark, draw) {
  /** @type {string[]} */
  const found = [];
  for (const line of lines) {
    if (mark.test(line)) found.push(line.replace(mark, ""));
    else found[found.length - 1] += ` ${line.trim()}`;
  }
  return found.map((text) => h("li", null, inline(text, draw)));
}

/** @param {string[]} lines @param {Draw} draw */
function table(lines, draw) {
  const cells = (/** @type {string} */ line) =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => cell.trim());
  const [head, , ...body] = lines;
  const names = cells(head);
  return h(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": names.filter(Boolean).join(", ") },
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          names.map((cell) => h("th", { scope: "col" }, inline(cell, draw))),
        ),
      ),
      h(
        "tbody",
        null,
        body.map((line) =>
          h(
            "tr",
            null,
            cells(line).map((cell) => h("td", null, inline(cell, draw))),
          ),
        ),
      ),
    ),
  );
}

/** Bold, emphasis, code and links within a line. @param {string} text @param {Draw} draw @returns {any[]} */
function inline(text, draw) {
  const plain = (/** @type {string} */ words) => draw.text?.(words) ?? words;
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith("**")) return h("b", null, plain(part.slice(2, -2)));
    if (part.startsWith("`")) return draw.code?.(part.slice(1, -1)) ?? h("code", null, part.slice(1, -1));
    if (/^\*[^*]/.test(part)) return h("em", null, plain(part.slice(1, -1)));
    return plain(part.replace(/^\[([^\]]+)\]\([^)]+\)$/, "$1"));
  });
}
