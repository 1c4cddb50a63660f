// @ts-check
/** What is seen at /play/GAME until there is a table: on a new machine a game is compiled first. */

import * as api from "../core/api.js";
import { h, render } from "../core/dom.js";
import { say } from "../core/say.js";
import { failed } from "./parts.js";
import { playNow } from "./play.js";

/** @param {HTMLElement} root @param {string} game */
export async function playPage(root, game) {
  const show = (/** @type {string} */ text) =>
    render(
      root,
      h("main", { class: "hall", id: "main" }, h("h1", null, say("page.setting")), h("p", { role: "status" }, text)),
    );
  show("");
  api.status().then(
    ({ games }) => games[game] !== "ready" && show(say("page.preparing")),
    () => null, // then making the table fails, too, and that is told
  );
  try {
    await playNow(game);
  } catch (why) {
    failed(root, why);
  }
}
