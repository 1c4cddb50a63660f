// @ts-check
/**
 * All that is said to people comes from the message catalogue of the server, as in `cardshed/engine/messages.py`.
 * @typedef {{ key: string, params: Record<string, any> }} Message
 */

/** @type {Record<string, string>} */
let entries = {};

/** All words of a language. @param {string} language @returns {Promise<Record<string, string>>} */
export async function wordsOf(language) {
  return (await fetch(`/api/messages/${language}`)).json();
}

/** @param {Record<string, string>} catalogue */
export function use(catalogue) {
  entries = catalogue;
}

let own = ""; // the game that the page shows

/** A key that begins with a dot is said by this game from now on, whatever it is called. @param {string} game */
export function sayOf(game) {
  own = game;
}

/** @param {string} key */
const whole = (key) => (key.startsWith(".") ? own + key : key);

/** The key of what a game says, as it is written in its folder: with a dot for the game's name. @param {Message} message */
export const keyOf = ({ key }) => key.slice(key.indexOf("."));

/** Whether there is a sentence for a key. @param {string} key */
export const knows = (key) => whole(key) in entries;

/**
 * The sentence of a message, or of a key with parameters.
 * @param {Message | string} message
 * @param {Record<string, any>} [given] parameters of a key
 * @param {string[]} [names] of the players, seat by seat
 * @returns {string}
 */
export function say(message, given = {}, names = undefined) {
  if (typeof message !== "string") return say(message.key, message.params, names);
  let key = whole(message);
  if ("n" in given && !(key in entries)) key += given.n === 1 ? ".one" : ".other";
  const sentence = entries[key];
  if (sentence === undefined) return key;
  const put = (/** @type {string} */ all, /** @type {string} */ name) =>
    name ? said(name, given[name], names) : all[0];
  return sentence.replace(/\{\{|\}\}|\{(\w+)[^}]*\}/g, put);
}

/** @param {string} name @param {any} value @param {string[] | undefined} names @returns {string} */
function said(name, value, names) {
  if (Array.isArray(value)) return value.map((one) => said(name === "seats" ? "seat" : name, one, names)).join(", ");
  if (value && typeof value === "object") return say(value.key, value.params, names);
  if (name === "seat" && typeof value === "number") return names?.[value] ?? say("seat", { number: value });
  return String(value);
}

/** The first of two sentences if it is known, such as a game's own, or else the second. @param {string} own @param {string} common */
export const either = (own, common) => (knows(own) ? own : common);

const BOTS = 8; // names that bots have

/** What a bot is called at the table. @param {number} seat */
export const botName = (seat) => say(`page.bot.${seat % BOTS}`);

/** A number as it is printed. @param {number} n */
export const printed = (n) => String(n).replace("-", "−");

/** A number with its sign. @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : printed(n));
