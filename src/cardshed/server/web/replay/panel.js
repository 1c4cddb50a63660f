// @ts-check
/** The bot's opinion beside a replay: the curve of the chances, the move that was made, and what else could be done. */

import { h } from "../core/dom.js";
import { sentenceOf } from "../pages/parts.js";
import { capital } from "../table/bar.js";
import { curve } from "./curve.js";
import { opinions } from "./opinions.js";

/** @typedef {import("../table/context.js").Context} Context */
/** @typedef {import("./screen.js").ReplayScreen} Replay */
/** @typedef {import("./analysis.js").Finding} Finding */

const ENOUGH = 0.1; // of the visits of the most visited move, from which another was more than hardly looked at

/** @param {Context} ctx @param {Replay} replay */
export function panel(ctx, replay) {
  const { analysis } = replay;
  return h(
    "aside",
    { class: "analysis", "aria-label": ctx.say("page.analysis") },
    h("h2", null, ctx.say("page.analysis")),
    analysis.problem ? h("p", { class: "problem", role: "alert" }, sentenceOf(analysis.problem)) : null,
    analysis.begun
      ? [
          progress(ctx, replay),
          curve(ctx, replay),
          slips(ctx, replay),
          h("div", { key: "opinion", class: "opinion", role: "status" }, opinion(ctx, replay)),
          summary(ctx, replay),
        ]
      : [
          h("p", { class: "quiet" }, ctx.say("page.analysis.text")),
          h(
            "button",
            { class: "btn go", type: "button", "data-act": "analyse", onclick: () => analysis.begin() },
            ctx.say("page.analysis.begin"),
          ),
        ],
    playOn(ctx, replay),
  );
}

/** @param {Context} ctx @param {Replay} replay */
function progress(ctx, { analysis }) {
  if (analysis.done || !analysis.choices) return null;
  const [done, all] = [analysis.findings.size, analysis.choices.length];
  return h(
    "p",
    { key: "progress", class: "quiet working" },
    h("progress", { value: String(done), max: String(all), "aria-label": ctx.say("page.analysis.working") }),
    h("span", null, ctx.say("page.analysis.progress", { done, all })),
  );
}

/** To the mistake before and after. @param {Context} ctx @param {Replay} replay */
function slips(ctx, replay) {
  const { mistakes } = replay.analysis;
  const before = mistakes.findLast((one) => one.ply + 1 < replay.at);
  const after = mistakes.find((one) => one.ply + 1 > replay.at);
  const way = (/** @type {Finding | undefined} */ one, /** @type {"before" | "after"} */ which) =>
    h(
      "button",
      {
        key: which,
        class: "btn",
        type: "button",
        "data-slip": which,
        disabled: !one,
        onclick: () => one && replay.go(one.ply + 1),
      },
      ctx.say(which === "before" ? "page.analysis.before" : "page.analysis.after"),
    );
  return h("div", { key: "slips", class: "choice" }, way(before, "before"), way(after, "after"));
}

/** About the move that led here. @param {Context} ctx @param {Replay} replay */
function opinion(ctx, replay) {
  const { at, analysis } = replay;
  if (!at) return h("p", { class: "quiet" }, ctx.say("page.analysis.first"));
  const ply = at - 1;
  const found = analysis.findings.get(ply);
  if (!found)
    return h(
      "p",
      { class: "quiet" },
      ctx.say(analysis.choices?.includes(ply) ? "page.analysis.not_yet" : "page.analysis.forced"),
    );
  const shown = lookedAt(found);
  return [
    h("p", { class: ["verdict", found.mark && "bad"] }, sentence(found, ctx)),
    found.mark ? why(found, ctx) : null,
    opinions(
      shown.toSorted((a, b) => b.value - a.value),
      found.played.move.text,
      ctx,
    ),
  ];
}

/** What the bot looked at more than hardly, and what was played. @param {Finding} found */
function lookedAt({ others, played, best }) {
  const most = Math.max(...others.map((one) => one.visits));
  const chosen = [played.move.text, best.move.text];
  const kept = others.filter((one) => one.visits >= ENOUGH * most || chosen.includes(one.move.text));
  return kept.some((one) => one.move.text === played.move.text) ? kept : [...kept, played];
}

/** @param {Finding} found @param {Context} ctx */
function sentence({ seat, played, best, mark }, ctx) {
  const [percent, better] = [played, best].map((one) => Math.round(100 * one.value));
  const [move, other] = [played, best].map((one) => ctx.say(one.move.label));
  const params = { seat, move, best: other, percent, better, lost: better - percent };
  if (played.move.text === best.move.text) return capital(ctx.say("page.analysis.best", params));
  if (percent >= better) return capital(ctx.say("page.analysis.equal", params));
  if (!mark) return capital(ctx.say("page.analysis.good", params));
  return capital(ctx.say(mark === "??" ? "page.analysis.blunder" : "page.analysis.mistake", params));
}

/** What follows in the bot's eyes, and what would have. @param {Finding} found @param {Context} ctx */
function why({ after, line }, ctx) {
  const told = (/** @type {any[]} */ moves) =>
    moves.slice(1, 4).map((one) => ctx.say("page.log.move", { seat: one.seat, what: ctx.say(one.label) }));
  const [then, instead] = [told(after), told(line)];
  return [
    then.length ? h("p", { class: "quiet" }, ctx.say("page.analysis.then", { line: then.join("; ") })) : null,
    instead.length ? h("p", { class: "quiet" }, ctx.say("page.analysis.instead", { line: instead.join("; ") })) : null,
  ];
}

/** Mistakes of each seat. @param {Context} ctx @param {Replay} replay */
function summary(ctx, { analysis }) {
  if (!analysis.done) return null;
  const rows = ctx.names.map((name, seat) => {
    const own = [...analysis.findings.values()].filter((one) => one.seat === seat);
    const count = (/** @type {string} */ mark) => own.filter((one) => one.mark === mark).length;
    return h(
      "tr",
      { key: seat },
      h("th", { scope: "row" }, name),
      [own.length, count("?"), count("??")].map((n, i) => h("td", { key: i }, String(n))),
    );
  });
  const heads = ["page.analysis.choices", "page.analysis.mistakes", "page.analysis.blunders"];
  return h(
    "table",
    { key: "summary", class: "sums" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("td", null),
        heads.map((head) => h("th", { key: head, scope: "col" }, ctx.say(head))),
      ),
    ),
    h("tbody", null, rows),
  );
}

/** A table of one's own that begins here. @param {Context} ctx @param {Replay} replay */
function playOn(ctx, replay) {
  if (replay.at === replay.last) return null;
  const seats = ctx.view.acting.length ? ctx.view.acting : ctx.names.map((_, seat) => seat);
  const seat = replay.seat ?? (ctx.table.you !== null && replay.table.you !== null ? replay.table.you : seats[0]);
  return h(
    "section",
    { key: "play-on", class: "play-on" },
    h("p", { class: "quiet" }, ctx.say("page.replay.play_on.text", { seat })),
    h(
      "button",
      { class: "btn", type: "button", "data-act": "play-on", onclick: () => replay.playOn(seat) },
      ctx.say("page.replay.play_on"),
    ),
  );
}
