// @ts-check
/** What can be laid over the table: rules, log, scores, invitation, settings, the shuffle's proof. */

import { h } from "../core/dom.js";
import { either, say } from "../core/say.js";
import { markdown } from "../core/markdown.js";
import { ownNonce } from "../core/nonces.js";
import { drawings } from "../pages/examples.js";
import { settings } from "../pages/settings.js";
import { lying } from "./cards.js";
import { invitation } from "./invitation.js";
import { logList } from "./news.js";
import { closing, people, person } from "./owner.js";
import { round, scores } from "./scores.js";
import { check, stream } from "./shuffle.js";

/** @typedef {import("./context.js").Context} Context */

/** @type {Record<string, { title: string | ((ctx: Context) => string), body: (ctx: Context) => any }>} */
const SHEETS = {
  rules: {
    title: "page.sheet.rules",
    body: (ctx) => [
      houseRules(ctx),
      h(
        "article",
        { class: "rules" },
        ctx.ui.rules ? markdown(ctx.ui.rules, drawings(ctx.table.game)) : ctx.say("page.loading"),
      ),
    ],
  },
  log: { title: "page.sheet.log", body: logList },
  scores: { title: "page.sheet.scores", body: scores },
  trick: { title: "page.sheet.trick", body: lastTrick },
  invite: { title: "page.sheet.invite", body: invitation },
  settings: {
    title: "page.sheet.settings",
    body: (ctx) =>
      ctx.ui.coach ? settings(ctx.act.redraw) : [people(ctx), settings(ctx.act.redraw), device(ctx), leaving(ctx)],
  },
  shuffle: { title: "page.sheet.shuffle", body: shuffle },
  phrases: { title: "page.sheet.phrases", body: phrases },
  keys: { title: "page.sheet.keys", body: keys },
  hint: { title: "page.sheet.hint", body: hint },
  round: {
    title: (ctx) =>
      ctx.say(ctx.ended ? "page.sheet.match" : either(`${ctx.table.game}.page.sheet.round`, "page.sheet.round")),
    body: round,
  },
  pass: { title: "page.pass", body: (ctx) => ctx.look.passing?.(ctx) ?? passes(ctx) },
  leave: { title: "page.sheet.leave", body: leave },
  person: { title: (ctx) => ctx.table.seats[ctx.ui.about].guest?.name ?? ctx.names[ctx.ui.about], body: person },
  close: { title: "page.sheet.close", body: closing },
};

/** @param {Context} ctx */
export function sheet(ctx) {
  const found = SHEETS[ctx.ui.sheet];
  if (!found) return null;
  const title = typeof found.title === "string" ? ctx.say(found.title) : found.title(ctx);
  return h(
    "div",
    {
      class: "veil",
      key: "sheet",
      onclick: (/** @type {any} */ event) => event.target === event.currentTarget && ctx.act.open(null),
    },
    h(
      "section",
      {
        class: ["sheet", `sheet-${ctx.ui.sheet}`],
        role: "dialog",
        "aria-modal": "true",
        "aria-labelledby": "sheet-title",
        tabindex: "-1",
      },
      h(
        "header",
        null,
        h("h2", { id: "sheet-title" }, title),
        h(
          "button",
          {
            class: "icon close",
            type: "button",
            "aria-label": ctx.say("page.close"),
            onclick: () => ctx.act.open(null),
          },
          "×",
        ),
      ),
      h("div", { class: "inside" }, found.body(ctx)),
    ),
  );
}

/** The house rules of this table, in words. @param {Context} ctx */
export function houseRules(ctx) {
  const { game, options } = ctx.table;
  const names = Object.keys(options);
  if (!names.length) return h("p", { class: "quiet" }, ctx.say("page.options.book"));
  const said = (/** @type {string} */ name) => {
    const value = options[name];
    const meaning = ctx.say(`${game}.option.${name}.${value}`);
    return meaning.startsWith(`${game}.option.`) ? String(value) : meaning;
  };
  return h(
    "dl",
    { class: "options" },
    names.map((name) => [h("dt", null, ctx.say(`${game}.option.${name}`)), h("dd", null, said(name))]),
  );
}

/** @param {Context} ctx */
function lastTrick(ctx) {
  const plays = ctx.ui.lastTrick ?? [];
  if (!plays.length) return h("p", { class: "quiet" }, ctx.say("page.no_trick"));
  return h(
    "ol",
    { class: "plays" },
    plays.map((/** @type {any} */ play, /** @type {number} */ i) =>
      h("li", { key: i }, h("b", null, ctx.names[play.seat]), lying(play.cards, ctx, { class: "small" })),
    ),
  );
}

/** @param {Context} ctx */
function device(ctx) {
  if (ctx.me === null) return null;
  const ticket = ctx.ui.ticket;
  return h(
    "section",
    { class: "device" },
    h("h3", null, ctx.say("page.device")),
    ticket
      ? [
          h("p", null, ctx.say("page.device.warn")),
          h("img", {
            class: "qr",
            src: `data:image/svg+xml,${encodeURIComponent(ticket.qr)}`,
            alt: ctx.say("page.device.qr"),
            width: "200",
            height: "200",
          }),
          h("input", { readonly: true, value: ticket.link, "aria-label": ctx.say("page.device.link") }),
        ]
      : h("button", { class: "btn", type: "button", onclick: () => ctx.act.ticket() }, ctx.say("page.device.ask")),
  );
}

/** @param {Context} ctx */
function leaving(ctx) {
  if (ctx.me === null) return null;
  const leave = () => ctx.act.open("leave");
  return h(
    "section",
    { class: "device" },
    h("button", { class: "btn danger", type: "button", onclick: leave }, ctx.say("page.leave")),
  );
}

/** @param {Context} ctx */
function leave(ctx) {
  return [
    h("p", null, ctx.say("page.leave.text")),
    h(
      "div",
      { class: "choice" },
      h("button", { class: "btn", type: "button", onclick: () => ctx.act.command("away") }, ctx.say("page.leave.away")),
      h("button", { class: "btn danger", type: "button", onclick: () => ctx.act.leave() }, ctx.say("page.leave.sure")),
    ),
  ];
}

/** @param {Context} ctx */
function shuffle(ctx) {
  const { commitment, salt, seed, hashes, nonces, names } = ctx.table.shuffle;
  if (!commitment) return h("p", null, ctx.say("page.shuffle.none"));
  const found = check(ctx.table, ctx.view?.version, ownNonce(ctx.table));
  const line = (/** @type {string} */ said, /** @type {string} */ hex) => [
    h("dt", null, said),
    h("dd", { class: "hex" }, hex),
  ];
  const seats = Object.keys(hashes).map(Number);
  const then = ctx.names.map((name, seat) => names[seat] ?? name); // somebody else may sit there now
  const by = (/** @type {string} */ key, /** @type {any} */ given) => say(key, given, then);
  const added = (/** @type {number} */ seat) =>
    seat in nonces
      ? line(by("page.shuffle.nonce", { seat }), nonces[seat])
      : line(by("page.shuffle.hash", { seat }), hashes[seat]);
  return [
    h("p", null, ctx.say(seed ? "page.shuffle.after" : "page.shuffle.before")),
    h(
      "dl",
      { class: "options" },
      line(ctx.say("page.shuffle.commitment"), commitment),
      seats.map(added),
      seed
        ? [
            line(ctx.say(salt.length === 64 ? "page.shuffle.secret" : "page.shuffle.salt"), salt),
            line(ctx.say(salt.length === 64 ? "page.shuffle.key" : "page.shuffle.seed"), seed),
            salt.length === 64
              ? Object.keys(ctx.state.deals).map((_, deal) =>
                  line(ctx.say("page.shuffle.deal", { number: deal + 1 }), stream(seed, deal)),
                )
              : null,
          ]
        : null,
    ),
    found
      ? h(
          "p",
          { class: ["verdict", found.wrong ? "bad" : "good"] },
          by(found.wrong ? `page.shuffle.wrong.${found.wrong}` : "page.shuffle.right", {
            found: found.sum,
            seat: found.seat,
          }),
        )
      : null,
    found?.left.length ? h("p", null, by("page.shuffle.left", { seats: found.left })) : null,
    h("p", { class: "quiet" }, ctx.say("page.shuffle.bots")),
    ctx.ended
      ? h("a", { class: "btn", href: `/api/tables/${ctx.table.id}/record`, download: true }, ctx.say("page.record"))
      : null,
  ];
}

const PHRASES = [
  "hello",
  "good_luck",
  "well_played",
  "thanks",
  "sorry",
  "oops",
  "thinking",
  "your_turn",
  "wow",
  "good_game",
  "smile",
  "laugh",
  "sad",
  "clap",
  "heart",
  "sleepy",
];

/** @param {Context} ctx */
function phrases(ctx) {
  return h(
    "div",
    { class: "phrases" },
    PHRASES.map((phrase) =>
      h(
        "button",
        { key: phrase, class: "chip", type: "button", onclick: () => ctx.act.phrase(phrase) },
        ctx.say(`server.phrase.${phrase}`),
      ),
    ),
  );
}

/** @param {Context} ctx */
function keys(ctx) {
  const all = ["arrows", "space", "enter", "p", "h", "u", "s", "l", "r", "t", "escape", "question"];
  return h(
    "dl",
    { class: "keys" },
    all.map((key) => [
      h("dt", null, h("kbd", null, ctx.say(`page.key.${key}`))),
      h("dd", null, ctx.say(`page.key.${key}.does`)),
    ]),
  );
}

/** @param {Context} ctx */
function hint(ctx) {
  const found = ctx.ui.hint;
  if (!found) return h("p", { class: "quiet" }, ctx.say("page.hint.thinking"));
  return [
    h("p", { class: "quiet" }, ctx.say("page.hint.text")),
    h(
      "ol",
      { class: "hints" },
      lookedAt(found).map(({ move, value }) => {
        const percent = Math.round(100 * value);
        return h(
          "li",
          { key: move.text },
          h("button", { class: "chip", type: "button", onclick: () => ctx.act.follow(move) }, ctx.say(move.label)),
          h("span", { class: "meter", vars: { "--share": String(value) } }),
          h("small", null, ctx.say("page.hint.value", { percent })),
        );
      }),
    ),
  ];
}

/** In the bot's order, the one that it would play first, without what was hardly looked at.
 * @param {{ move: any, value: number, visits: number }[]} hints */
function lookedAt(hints) {
  const most = Math.max(...hints.map(({ visits }) => visits));
  return hints.filter(({ visits }) => 4 * visits >= most);
}

/** All ways to pass, where there are several. @param {Context} ctx */
function passes(ctx) {
  return h(
    "div",
    { class: "phrases" },
    ctx.moves
      .filter((move) => move.kind === "pass")
      .map((move) =>
        h(
          "button",
          { key: move.text, class: "chip", type: "button", onclick: () => ctx.act.play(move) },
          ctx.say(move.label),
        ),
      ),
  );
}
