// @ts-check
/** Small signs, drawn by us. */

import { h, once } from "./dom.js";

/** @type {Record<string, string>} */
const ICONS = {
  rules: "M5 4h9a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zm3 3v2h6V7zm0 4v2h6v-2z",
  log: "M4 5h3v3H4zm5 0h11v3H9zM4 10.5h3v3H4zm5 0h11v3H9zM4 16h3v3H4zm5 0h11v3H9z",
  scores: "M4 20V11h4v9zm6 0V4h4v16zm6 0v-6h4v6z",
  invite: "M9 5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zm-7 15c0-3.5 3-5.5 7-5.5s7 2 7 5.5zM17 7h2v3h3v2h-3v3h-2v-3h-3v-2h3z",
  shuffle: "M12 2 20 5v6c0 5-3.4 9-8 11-4.6-2-8-6-8-11V5zm-1.2 13.5 6-6-1.4-1.4-4.6 4.6-2.2-2.2-1.4 1.4z",
  settings:
    "M10.3 2h3.4l.5 2.6 1.7.7L18 3.8l2.4 2.4-1.5 2.2.7 1.7 2.6.5v3.4l-2.6.5-.7 1.7 1.5 2.2-2.4 2.4-2.2-1.5-1.7.7-.5 2.6h-3.4l-.5-2.6-1.7-.7-2.2 1.5-2.4-2.4 1.5-2.2-.7-1.7-2.6-.5v-3.4l2.6-.5.7-1.7-1.5-2.2L5.8 3.8 8 5.3l1.7-.7zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  link: "M10.5 6.5 14 3a5 5 0 0 1 7 7l-3.5 3.5-1.6-1.6 3.5-3.5a2.7 2.7 0 0 0-3.8-3.8L12.1 8.1zM13.5 17.5 10 21a5 5 0 0 1-7-7l3.5-3.5 1.6 1.6-3.5 3.5a2.7 2.7 0 0 0 3.8 3.8l3.5-3.5zM8 14.4l6.4-6.4 1.6 1.6L9.6 16z",
  download: "M10.5 3h3v9h4L12 17.5 6.5 12h4zM4 19h16v2.5H4z",
  hint: "M12 2a7 7 0 0 1 4 12.7V17H8v-2.3A7 7 0 0 1 12 2zM8.5 18.5h7V20a2 2 0 0 1-2 2h-3a2 2 0 0 1-2-2z",
  undo: "M9 4v4h5a6 6 0 0 1 0 12H7v-2.5h7a3.5 3.5 0 0 0 0-7H9v4L3 9.2z",
  sort: "M7 3l4 5H8.3v13H5.7V8H3zm10 18-4-5h2.7V3h2.6v13H21z",
  trick: "M4 6l8-3 6 15-8 3zm12-2 4 1.5-3 8z",
  phrases: "M4 4h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-8l-5 4v-4H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z",
};

export const icon = once((/** @type {string} */ name) =>
  h(
    "svg",
    { viewBox: "0 0 24 24", class: "ico", "aria-hidden": "true" },
    h("path", { d: ICONS[name], "fill-rule": "evenodd" }),
  ),
);

/** The sign of the house. */
export const mark = once(() =>
  h(
    "svg",
    { viewBox: "0 0 32 32", class: "mark", "aria-hidden": "true" },
    h("path", { d: "M4 13 16 4l12 9v15H4z" }),
    h("path", { class: "cut", d: "M10 15h8v10h-8z" }),
    h("path", { class: "card2", d: "m15 13 8 2.5-3 9.5-2-.6V15z" }),
  ),
);
