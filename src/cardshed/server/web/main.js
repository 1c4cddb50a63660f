// @ts-check
/** Where the page begins: words first, then the screen that the address names. */

import { render, h } from "./core/dom.js";
import { speak } from "./core/language.js";
import { show } from "./core/prefs.js";
import { say } from "./core/say.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

/** Addresses, what to load for them, and how to begin. @type {[RegExp, () => Promise<any>, (module: any, name: string) => any][]} */
const SCREENS = [
  [/^\/t\/([a-z0-9]+)$/, () => import("./table/screen.js"), (module, id) => new module.TableScreen(root, id)],
  [/^\/m\/([a-z0-9]+)$/, () => import("./replay/screen.js"), (module, id) => new module.ReplayScreen(root, id)],
  [/^\/play\/([a-z0-9_]+)$/, () => import("./pages/playing.js"), (module, game) => module.playPage(root, game)],
  [/^\/new\/([a-z0-9_]+)$/, () => import("./pages/new.js"), (module, game) => module.newTable(root, game)],
  [/^\/rules\/([a-z0-9_]+)$/, () => import("./pages/rules.js"), (module, game) => module.rulesPage(root, game)],
  [/^\/learn\/([a-z0-9_]+)$/, () => import("./learn/guided.js"), (module, game) => new module.GuideScreen(root, game)],
  [
    /^\/puzzle\/([a-z0-9_/]+)$/,
    () => import("./learn/puzzle.js"),
    (module, which) => new module.PuzzleScreen(root, which),
  ],
  [/^\/results$/, () => import("./pages/results.js"), (module) => module.resultsPage(root)],
  [/^/, () => import("./pages/front.js"), (module) => module.front(root)],
];

async function begin() {
  show();
  try {
    for (const [address, load, open] of SCREENS) {
      const found = address.exec(location.pathname);
      if (!found) continue;
      const [module] = await Promise.all([load(), speak()]);
      return await open(module, found[1]);
    }
  } catch (problem) {
    console.error(problem);
    render(
      root,
      h(
        "main",
        { class: "hall", id: "main" },
        h("h1", null, say("page.failed")),
        h("a", { class: "btn", href: location.pathname }, say("page.again")),
      ),
    );
  }
}

begin();
