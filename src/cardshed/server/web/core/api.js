// @ts-check
/** Asking the server. What it refuses is thrown as a `Refusal` with its sentence. */

import { say } from "./say.js";
import { read } from "./wire.js";

export class Refusal extends Error {
  /** @param {string} text @param {string} key @param {number} status @param {Record<string, any>} [params] */
  constructor(text, key, status, params = {}) {
    super(text);
    this.key = key;
    this.status = status;
    this.params = params;
  }
}

/** @param {string} path @param {any} [body] */
async function ask(path, body) {
  let answer;
  try {
    answer = await fetch(path, body === undefined ? {} : post(body));
  } catch {
    throw new Refusal(say("page.offline"), "page.offline", 0);
  }
  const told = (answer.headers.get("content-type") ?? "").includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw refusal(told, answer.status);
  return told;
}

/** @param {any} body @returns {RequestInit} */
function post(body) {
  const text = typeof body === "string";
  return {
    method: "POST",
    headers: { "content-type": text ? "text/plain" : "application/json" },
    body: text ? body : JSON.stringify(body),
  };
}

/** @param {any} told @param {number} status */
export function refusal(told, status) {
  const error = told?.error;
  if (!error) return new Refusal(say("page.failed"), "page.failed", status);
  return new Refusal(error.key ? say(error) : error.text, error.key, status, error.params);
}

const PATIENCE = 2000; // milliseconds until a game that is being prepared is tried again

/** Ask again as long as a game is being prepared. @template T @param {() => Promise<T>} asking @returns {Promise<T>} */
export async function patiently(asking) {
  for (;;) {
    try {
      return await asking();
    } catch (/** @type {any} */ why) {
      if (why.key !== "server.refused.compiling") throw why;
      await new Promise((done) => setTimeout(done, PATIENCE));
    }
  }
}

export const games = () => ask("/api/games");
export const status = () => ask("/api/status");
/** @param {"waiting" | "playing" | "over"} state */
export const tables = (state) => ask(`/api/tables?state=${state}`);
export const mine = () => ask("/api/mine");
/** @param {string} game */
export const rules = (game) => ask(`/api/games/${game}/rules`);
/** @param {any} wanted @returns {Promise<{ id: string, seat: number | null, link: string }>} */
export const makeTable = (wanted) => ask("/api/tables", wanted);
/** @param {string} table */
export const tableState = async (table) => read(await ask(`/api/tables/${table}`));
/** @param {string} table @param {number | null} seat */
export const replay = (table, seat) => ask(`/api/tables/${table}/replay${seat === null ? "" : `?seat=${seat}`}`);
/** @param {string} table */
export const analyse = (table) => ask(`/api/tables/${table}/analysis`, {});
/** @param {string} table @param {number} after */
export const analysis = (table, after) => ask(`/api/tables/${table}/analysis?after=${after}`);
/** @param {string} table @param {number} ply @param {any} wanted */
export const playOn = (table, ply, wanted) => ask(`/api/tables/${table}/moments/${ply}/play`, wanted);
/** @param {string} game */
export const guide = (game) => ask(`/api/games/${game}/guide`);
/** @param {string} game @param {number} step @param {string} text */
export const tryInGuide = (game, step, text) => ask(`/api/games/${game}/guide/${step}`, { text });
/** @param {string} game @param {string} day */
export const puzzleOf = (game, day) => ask(`/api/games/${game}/puzzle?day=${day}`);
/** @param {string} game @param {number} number */
export const puzzle = (game, number) => ask(`/api/games/${game}/puzzles/${number}`);
/** @param {string} game @param {number} number @param {string} text */
export const tryInPuzzle = (game, number, text) => ask(`/api/games/${game}/puzzles/${number}`, { text });
/** @param {string} game @param {number} number @param {any} wanted */
export const playPuzzle = (game, number, wanted) => ask(`/api/games/${game}/puzzles/${number}/play`, wanted);
export const results = () => ask("/api/mine/results");
/** @param {string} table @param {string} command @param {any} [body] */
export const command = (table, command, body = {}) => ask(`/api/tables/${table}/${command}`, body);
/** @param {string} text of a `.shed` file */
export const upload = (text) => ask("/api/records", text);
