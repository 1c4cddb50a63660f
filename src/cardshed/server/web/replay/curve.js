// @ts-check
/** The chances of all seats over a match, as each saw them when it chose. */

import { h } from "../core/dom.js";

/** @typedef {import("../table/context.js").Context} Context */
/** @typedef {import("./screen.js").ReplayScreen} Replay */

const WIDE = 300;
const HIGH = 100;

/** @param {Context} ctx @param {Replay} replay */
export function curve(ctx, replay) {
  const { analysis, last, at } = replay;
  const x = (/** @type {number} */ move) => (WIDE * move) / Math.max(1, last);
  const y = (/** @type {number} */ value) => HIGH * (1 - value);
  const findings = [...analysis.findings.values()].sort((a, b) => a.ply - b.ply);
  const lines = ctx.names.map((_, seat) => {
    const points = findings
      .filter((one) => one.seat === seat)
      .map((one) => `${x(one.ply + 1).toFixed(1)} ${y(one.played.value).toFixed(1)}`);
    return points.length ? h("path", { key: `s${seat}`, class: `chance s${seat}`, d: `M${points.join("L")}` }) : null;
  });
  const place = (/** @type {number} */ move, /** @type {number} */ value) => ({
    "--x": String(move / Math.max(1, last)),
    "--y": String(1 - value),
  });
  return h(
    "figure",
    { class: "curve" },
    h(
      "div",
      {
        class: "plot",
        onclick: (/** @type {any} */ event) => {
          const box = event.currentTarget.getBoundingClientRect();
          replay.go(Math.round(((event.clientX - box.left) / box.width) * last));
        },
      },
      h(
        "svg",
        { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": told(ctx, replay) },
        h("path", { class: "half", d: `M0 ${HIGH / 2}H${WIDE}` }),
        replay.deals
          .slice(1)
          .filter((deal) => deal < last)
          .map((deal) => h("path", { key: `d${deal}`, class: "deal", d: `M${x(deal)} 0V${HIGH}` })),
        lines,
        h("path", { class: "here", d: `M${x(at)} 0V${HIGH}` }),
      ),
      analysis.mistakes.map((one) =>
        h(
          "span",
          {
            key: one.ply,
            class: ["slip", `s${one.seat}`, one.mark === "??" && "blunder"],
            vars: place(one.ply + 1, one.played.value),
            "aria-hidden": "true",
          },
          one.mark,
        ),
      ),
    ),
    h(
      "figcaption",
      null,
      ctx.names.map((name, seat) => h("span", { key: seat, class: ["key", `s${seat}`] }, name)),
      h("span", { key: "scale", class: "quiet" }, ctx.say("page.percent")),
    ),
  );
}

/** The curve in words: how each seat stood at last. @param {Context} ctx @param {Replay} replay */
function told(ctx, { analysis }) {
  const said = ctx.names.flatMap((_, seat) => {
    const own = [...analysis.findings.values()].filter((one) => one.seat === seat);
    const latest = own.sort((a, b) => b.ply - a.ply)[0];
    return latest ? [ctx.say("page.analysis.stands", { seat, percent: Math.round(100 * latest.played.value) })] : [];
  });
  return `${ctx.say("page.analysis.curve")} ${said.join("; ")}`;
}
