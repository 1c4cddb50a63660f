// @ts-check
/** The rules of a game, with drawn examples, a table of contents, and the way to play. */

import * as api from "../core/api.js";
import { h, render } from "../core/dom.js";
import { headings, markdown } from "../core/markdown.js";
import { onPrefer } from "../core/prefs.js";
import { say } from "../core/say.js";
import { examplesFor } from "../looks/index.js";
import { emblem } from "./emblems.js";
import { drawings } from "./examples.js";
import { playNow } from "./play.js";
import { failed, sentenceOf, settingsSheet, sizeOf, topLine } from "./parts.js";

/** @param {HTMLElement} root @param {string} name of the game */
export async function rulesPage(root, name) {
  try {
    const [games, text] = await Promise.all([api.games(), api.rules(name), examplesFor(name)]);
    new RulesPage(
      root,
      games.find((/** @type {any} */ game) => game.name === name),
      text,
    );
  } catch (why) {
    failed(root, why);
  }
}

class RulesPage {
  /** @param {HTMLElement} root @param {any} game @param {string} text */
  constructor(root, game, text) {
    this.root = root;
    this.game = game;
    const body = text.replace(/^# .*\n/, "");
    this.contents = headings(body).filter(({ level }) => level === 2);
    this.article = markdown(body, { level: 0, ...drawings(game.name) });
    this.busy = false;
    this.problem = "";
    this.here = "";
    document.title = say("page.rules.title", { game: game.title });
    document.body.dataset.game = game.name;
    onPrefer(() => this.draw());
    this.draw();
    this.follow();
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }

  /** Mark the section that is being read. */
  follow() {
    const seen = new IntersectionObserver(
      (entries) => {
        const found = entries.find((entry) => entry.isIntersecting);
        if (!found || found.target.id === this.here) return;
        this.here = found.target.id;
        this.draw();
      },
      { rootMargin: "0px 0px -75% 0px" },
    );
    for (const { id } of this.contents) {
      const heading = document.getElementById(id);
      if (heading) seen.observe(heading);
    }
  }

  async play() {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    this.draw();
    try {
      await playNow(this.game.name);
    } catch (why) {
      this.busy = false;
      this.problem = sentenceOf(why);
      this.draw();
    }
  }

  draw() {
    const { game } = this;
    const { name, title } = game;
    render(this.root, [
      topLine(),
      h(
        "main",
        { class: "book", id: "main" },
        h(
          "header",
          null,
          emblem(game),
          h("div", null, h("h1", null, title), h("p", { class: "quiet" }, sizeOf(game)), this.ways()),
        ),
        h(
          "nav",
          { class: "contents", "aria-label": say("page.rules.contents") },
          h("details", { open: wide() || null }, h("summary", null, say("page.rules.contents")), this.list()),
        ),
        h("article", { class: "rules" }, this.article),
        h("footer", null, h("h2", null, say("page.rules.enough")), this.ways()),
      ),
      settingsSheet(() => this.draw()),
    ]);
  }

  list() {
    return h(
      "ol",
      null,
      this.contents.map(({ id, text }) =>
        h("li", { key: id }, h("a", { href: `#${id}`, "aria-current": this.here === id && "true" }, text)),
      ),
    );
  }

  ways() {
    const { name } = this.game;
    return h(
      "div",
      { class: "choice" },
      h(
        "button",
        { class: "btn go", type: "button", "aria-disabled": String(this.busy), onclick: () => this.play() },
        say(this.busy ? "page.front.making" : "page.front.play"),
      ),
      h("a", { class: "btn", href: `/new/${name}` }, say("page.front.new")),
      this.game.guide ? h("a", { class: "btn", href: `/learn/${name}` }, say("page.front.learn")) : null,
      this.problem ? h("p", { class: "problem", role: "alert" }, this.problem) : null,
    );
  }
}

const wide = () => matchMedia("(min-width: 1000px)").matches;
