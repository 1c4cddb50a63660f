// @ts-check
import * as api from "../core/api.js";
import { h, render } from "../core/dom.js";
import { pref } from "../core/prefs.js";
import { say } from "../core/say.js";

/** @param {HTMLElement} root */
export async function front(root) {
  const games = await api.games();
  const play = async (/** @type {any} */ game) => {
    const made = await api.makeTable({ game: game.name, name: pref("name") || say("page.guest"), pace: pref("pace") });
    location.href = `/t/${made.id}`;
  };
  render(root, h("main", { id: "main" }, games.map((/** @type {any} */ game) => h("button", { key: game.name, class: "btn", onclick: () => play(game) }, game.title))));
}
