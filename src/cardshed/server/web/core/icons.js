// @ts-check
/** Small signs, drawn by us. */

import { h } from "./dom.js";

/** @type {Record<string, string>} */
const ICONS = {
  rules: "M5 4h9a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zm3 3v2h6V7zm0 4v2h6v-2z",
  log: "M4 5h3v3H4zm5 0h11v3H9zM4 10.500h3v3H4zm5 0h11v3H9zM4 16h3v3H4zm5 0h11v3H9z",
  scores: "M4 20V11h4v9zm6 0V4h4v16zm6 0v-6h4v6z",
  invite:
    "M9 5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zm-7 15c0-3.500 3-5.500 7-5.500s7 2 7 5.500zM17 7h2v3h3v2h-3v3h-2v-3h-3v-2h3z",
  shuffle:
    "M12 2 20 5v6c0 5-3.400 9-8 11-4.600-2-8-6-8-11V5zm-1.200 13.500 6-6-1.400-1.400-4.600 4.600-2.200-2.200-1.400 1.400z",
  settings:
    "M10.300 2h3.400l.5 2.600 1.700.7L18 3.800l2.400 2.400-1.500 2.200.7 1.700 2.600.5v3.400l-2.600.5-.7 1.700 1.500 2.200-2.400 2.400-2.200-1.500-1.700.7-.5 2.600h-3.400l-.5-2.600-1.700-.7-2.200 1.500-2.400-2.400 1.500-2.200-.7-1.700-2.600-.5v-3.400l2.600-.5.7-1.700-1.500-2.200L5.800 3.800 8 5.300l1.700-.7zM12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7z",
  hint: "M12 2a7 7 0 0 1 4 12.700V17H8v-2.300A7 7 0 0 1 12 2zM8.500 18.500h7V20a2 2 0 0 1-2 2h-3a2 2 0 0 1-2-2z",
  undo: "M9 4v4h5a6 6 0 0 1 0 12H7v-2.500h7a3.500 3.500 0 0 0 0-7H9v4L3 9.200z",
  sort: "M7 3l4 5H8.300v13H5.700V8H3zm10 18-4-5h2.700V3h2.600v13H21z",
  trick: "M4 6l8-3 6 15-8 3zm12-2 4 1.500-3 8z",
  phrases: "M4 4h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-8l-5 4v-4H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z",
};

/** @param {string} name */
export const icon = (name) =>
  h(
    "svg",
    { viewBox: "0 0 24 24", class: "ico", "aria-hidden": "true" },
    h("path", { d: ICONS[name], "fill-rule": "evenodd" }),
  );

/** The sign of the house. */
export const mark = () =>
  h(
    "svg",
    { viewBox: "0 0 32 32", class: "mark", "aria-hidden": "true" },
    h("path", { d: "M4 13 16 4l12 9v15H4z" }),
    h("path", { class: "cut", d: "M10 15h8v10h-8z" }),
    h("path", { class: "card2", d: "m15 13 8 2.500-3 9.500-2-.6V15z" }),
  );
