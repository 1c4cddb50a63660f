// @ts-check
/** House rules to choose from: presets first, how long a match is, and every single switch behind a fold. */

import { h } from "../core/dom.js";
import { knows, say } from "../core/say.js";

/**
 * @typedef {{ name: string, default: any, meaning: any, values?: Record<string, any>, presets?: Record<string, any>, low?: number, high?: number }} Option
 * @typedef {Record<string, string | number>} Chosen what differs from the book, by the name of the option
 * @typedef {{ game: string, options: Option[], chosen: Chosen, players: number, problem: { option: string, text: string } | null, change: (chosen: Chosen) => void }} House
 */

/** @param {Option} option */
const isPreset = (option) => Object.keys(option.presets ?? {}).length > 0;

/** What presets say about the single options. @param {Option[]} options @param {Chosen} chosen @returns {Chosen} */
function presetValues(options, chosen) {
  return Object.assign(
    {},
    ...options.filter(isPreset).map((option) => option.presets?.[chosen[option.name] ?? option.default] ?? {}),
  );
}

/** What an option has if nobody touches it. @param {Option} option @param {House} house */
const usual = (option, { options, chosen }) => presetValues(options, chosen)[option.name] ?? option.default;

/** @param {Option} option @param {House} house */
const value = (option, house) => house.chosen[option.name] ?? usual(option, house);

/** Choose a value; what is usual anyway is not kept. @param {Option} option @param {any} wanted @param {House} house */
function choose(option, wanted, house) {
  const { [option.name]: _, ...chosen } = house.chosen;
  for (const name of Object.keys(option.presets?.[wanted] ?? {})) delete chosen[name];
  house.change(wanted === usual(option, { ...house, chosen }) ? chosen : { ...chosen, [option.name]: wanted });
}

/** The options that say how long a match is. @param {Option} option @param {number} players */
const isLength = ({ name }, players) => ["match", "rounds", "goal", `rounds_${players}`].includes(name);

/** @param {House} house */
export function houseRules(house) {
  const { options, chosen, players } = house;
  const single = options.filter((option) => !isPreset(option) && !isLength(option, players));
  const changed = Object.keys(chosen).length;
  const open = single.some((option) => option.name === house.problem?.option);
  const words = single.filter((option) => option.values);
  const numbers = single.filter((option) => !option.values);
  return [
    options.filter(isPreset).map((option) => preset(option, house)),
    options.filter((option) => isLength(option, players)).map((option) => number(option, house)),
    h(
      "details",
      { class: "single", open: open || null },
      h(
        "summary",
        null,
        h("span", null, say("page.new.single")),
        h(
          "span",
          { class: "quiet" },
          changed ? say("page.options.house", { n: changed }) : say("page.options.book_short"),
        ),
      ),
      words.map((option) => inWords(option, house)),
      numbers.length
        ? h(
            "details",
            { class: "single", open: numbers.some((option) => option.name === house.problem?.option) || null },
            h("summary", null, say("page.new.numbers")),
            h(
              "div",
              { class: "numbers" },
              numbers.map((option) => number(option, house)),
            ),
          )
        : null,
      changed
        ? h("button", { class: "btn", type: "button", onclick: () => house.change({}) }, say("page.new.book"))
        : null,
    ),
  ];
}

/** @param {Option} option @param {House} house */
function problemOf(option, house) {
  return house.problem?.option === option.name
    ? h("span", { class: "problem", role: "alert", id: `problem-${option.name}` }, house.problem.text)
    : null;
}

/** @param {Option} option @param {House} house */
function mark(option, house) {
  return option.name in house.chosen ? h("span", { class: "changed" }, say("page.new.changed")) : null;
}

/** A family of rules, as large choices. @param {Option} option @param {House} house */
function preset(option, house) {
  const { game } = house;
  return h(
    "fieldset",
    { key: option.name, class: "presets" },
    h("legend", null, say(option.meaning)),
    Object.entries(option.values ?? {}).map(([name, meaning]) =>
      h(
        "label",
        { key: name, class: "preset" },
        h("input", {
          type: "radio",
          name: option.name,
          checked: value(option, house) === name,
          onchange: () => choose(option, name, house),
        }),
        h(
          "span",
          null,
          knows(`${game}.page.preset.${name}`) ? h("b", null, say(`${game}.page.preset.${name}`)) : null,
          h("span", null, say(meaning)),
        ),
      ),
    ),
    problemOf(option, house),
  );
}

/** A single switch whose values are told in words. @param {Option} option @param {House} house */
function inWords(option, house) {
  return h(
    "fieldset",
    { key: option.name, class: "switch" },
    h("legend", null, say(option.meaning), mark(option, house)),
    Object.entries(option.values ?? {}).map(([name, meaning]) =>
      h(
        "label",
        { key: name, class: "line" },
        h("input", {
          type: "radio",
          name: option.name,
          checked: String(value(option, house)) === name,
          onchange: () => choose(option, name, house),
        }),
        h("span", null, say(meaning).replace(/`/g, "")),
      ),
    ),
    problemOf(option, house),
  );
}

/** @param {Option} option @param {House} house */
function number(option, house) {
  const wrong = house.problem?.option === option.name;
  return h(
    "label",
    { key: option.name, class: ["number", wrong && "wrong"] },
    h("span", null, say(option.meaning), mark(option, house)),
    h("input", {
      type: "number",
      inputmode: "numeric",
      name: option.name,
      min: option.low,
      max: option.high,
      step: 1,
      value: String(value(option, house)),
      "aria-invalid": wrong && "true",
      "aria-describedby": wrong && `problem-${option.name}`,
      onchange: (/** @type {any} */ event) => {
        const wanted = event.target.value === "" ? option.default : Math.round(Number(event.target.value));
        choose(option, wanted, house);
      },
    }),
    problemOf(option, house),
  );
}
