// @ts-check
/** The look of any game: what its view tells, card by card. */

import { h } from "../core/dom.js";
import { lying } from "../table/cards.js";

/** @type {import("../table/context.js").Look} */
export const plain = {
  sorts: [{ name: "value", by: () => [] }],
  face: (card) => [h("span", { class: "ix" }, card.face)],
  middle(ctx) {
    const open = (ctx.view?.zones ?? []).filter((/** @type {any} */ zone) => zone.id !== "hand" && zone.cards.length);
    return open.map((/** @type {any} */ zone, /** @type {number} */ i) =>
      h(
        "div",
        { class: "pile", key: `${zone.id} ${zone.seat} ${i}` },
        h("span", { class: "quiet" }, zone.seat === null ? zone.id : `${zone.id} · ${ctx.names[zone.seat]}`),
        lying(zone.cards, ctx),
      ),
    );
  },
};
