// @ts-check
/** What a person likes: theme, deck, motion, marks, pace. */

import { h } from "../core/dom.js";
import { LANGUAGES, choose } from "../core/language.js";
import { pref, prefer } from "../core/prefs.js";
import { say } from "../core/say.js";

/** @type {[string, any[]][]} */
const CHOICES = [
  ["theme", ["auto", "dark", "light"]],
  ["deck", ["four", "two"]],
  ["motion", ["auto", "off"]],
  ["marks", [true, false]],
  ["pace", ["slow", "normal", "instant"]],
  ["quiet", [false, true]],
];

/** @param {() => void} redraw */
export function settings(redraw) {
  return h(
    "div",
    { class: "settings" },
    languages(),
    CHOICES.map(([name, values]) =>
      h(
        "fieldset",
        { key: name },
        h("legend", null, say(`page.pref.${name}`)),
        values.map((value) =>
          h(
            "label",
            { key: String(value), class: "radio" },
            h("input", {
              type: "radio",
              name,
              value: String(value),
              checked: pref(name) === value,
              onchange: () => {
                prefer(name, value);
                redraw();
              },
            }),
            h("span", null, say(`page.pref.${name}.${value}`)),
          ),
        ),
      ),
    ),
  );
}

/** Each language by its own name, whatever is spoken now. */
function languages() {
  const radio = (/** @type {string} */ value, /** @type {string} */ name) =>
    h(
      "label",
      { key: value, class: "radio" },
      h("input", {
        type: "radio",
        name: "language",
        value,
        checked: pref("language") === value,
        onchange: () => choose(value),
      }),
      h("span", value === "auto" ? null : { lang: value }, name),
    );
  return h(
    "fieldset",
    { key: "language" },
    h("legend", null, say("page.pref.language")),
    radio("auto", say("page.pref.language.auto")),
    Object.entries(LANGUAGES).map(([value, name]) => radio(value, name)),
  );
}
