// @ts-check
/** What the pages outside the table share: the line at the top, the settings, a name, and how a failure is told. */

import { Refusal } from "../core/api.js";
import { h, one, render } from "../core/dom.js";
import { icon, mark } from "../core/icons.js";
import { pref, prefer } from "../core/prefs.js";
import { say } from "../core/say.js";
import { settings } from "./settings.js";

export const NAME = 24; // characters of a name at most, as the server has it

/** The line at the top; the front page has no way home. @param {{ home?: boolean, extra?: any }} [how] */
export function topLine({ home = true, extra = null } = {}) {
  const brand = [mark(), h("span", { class: "word" }, "Cardshed")];
  return h(
    "header",
    { class: "top outside" },
    home
      ? h("a", { class: "brand", href: "/", "aria-label": `Cardshed · ${say("page.home")}` }, brand)
      : h("h1", { class: "brand" }, brand),
    h(
      "div",
      { class: "right" },
      extra,
      h(
        "button",
        {
          class: "item",
          type: "button",
          "aria-haspopup": "dialog",
          "aria-label": say("page.menu.settings"),
          onclick: openSettings,
        },
        icon("settings"),
        h("span", null, say("page.menu.settings")),
      ),
    ),
  );
}

function openSettings() {
  one("#settings").showModal();
}

/** The sheet of settings, shut until it is asked for. @param {() => void} redraw */
export function settingsSheet(redraw) {
  const shut = () => one("#settings").close();
  return h(
    "dialog",
    {
      id: "settings",
      class: "sheet",
      "aria-labelledby": "settings-title",
      onclick: (/** @type {any} */ event) => event.target === event.currentTarget && shut(),
    },
    h(
      "header",
      null,
      h("h2", { id: "settings-title" }, say("page.sheet.settings")),
      h("button", { class: "icon close", type: "button", "aria-label": say("page.close"), onclick: shut }, "×"),
    ),
    h("div", { class: "inside" }, settings(redraw)),
  );
}

/** Where a person writes the own name. @param {string} [problem] */
export function nameField(problem = "") {
  return h(
    "label",
    { class: ["field name", problem && "wrong"] },
    h("span", null, say("page.name")),
    h("input", {
      value: pref("name"),
      maxlength: NAME,
      autocomplete: "nickname",
      autocapitalize: "words",
      spellcheck: "false",
      placeholder: say("page.guest"),
      "aria-describedby": problem && "name-problem",
      onchange: (/** @type {any} */ event) => prefer("name", event.target.value.trim().slice(0, NAME)),
    }),
    problem ? h("span", { class: "problem", id: "name-problem" }, problem) : null,
  );
}

/** The sentence of whatever went wrong. @param {any} why */
export const sentenceOf = (why) => (why instanceof Refusal ? why.message : say("page.failed"));

/** A page that could not be made. @param {HTMLElement} root @param {any} why */
export function failed(root, why) {
  render(root, [
    topLine(),
    h(
      "main",
      { class: "hall", id: "main" },
      h("h2", null, say("page.failed")),
      h("p", null, sentenceOf(why)),
      h(
        "p",
        { class: "choice" },
        h("a", { class: "btn go", href: location.pathname }, say("page.again")),
        h("a", { class: "btn", href: "/" }, say("page.home")),
      ),
    ),
    settingsSheet(() => failed(root, why)),
  ]);
}

/** How many people a game is for. @param {any} game */
export function playersOf({ players: [low, high] }) {
  return low === high ? say("page.players", { n: low }) : say("page.players.range", { low, high });
}

/** That, and how long it takes. @param {any} game */
export const sizeOf = (game) =>
  [playersOf(game), game.minutes ? say("page.minutes", { minutes: game.minutes }) : ""].filter(Boolean).join(" · ");
