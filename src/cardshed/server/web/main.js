// @ts-check
/** Where the page begins: words first, then the screen that the address names. */

import { render, h } from "./core/dom.js";
import { show } from "./core/prefs.js";
import { learn, say } from "./core/say.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

/** @type {[RegExp, (found: RegExpExecArray) => Promise<void>][]} */
const SCREENS = [
  [/^\/t\/([a-z0-9]+)$/, async ([, id]) => void new (await import("./table/screen.js")).TableScreen(root, id)],
  [/^\/play\/([a-z0-9_]+)$/, async ([, game]) => (await import("./pages/play.js")).playNow(game)],
  [/^\/new\/([a-z0-9_]+)$/, async ([, game]) => (await import("./pages/new.js")).newTable(root, game)],
  [/^\/rules\/([a-z0-9_]+)$/, async ([, game]) => (await import("./pages/rules.js")).rulesPage(root, game)],
  [/^/, async () => (await import("./pages/front.js")).front(root)],
];

async function begin() {
  show();
  try {
    await learn("en");
    for (const [address, open] of SCREENS) {
      const found = address.exec(location.pathname);
      if (found) return await open(found);
    }
  } catch (problem) {
    console.error(problem);
    render(root, h("main", { class: "hall", id: "main" }, h("h1", null, say("page.failed")), h("a", { class: "btn", href: location.pathname }, say("page.again"))));
  }
}

begin();
