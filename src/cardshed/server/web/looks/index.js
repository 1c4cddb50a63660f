// @ts-check
/** The looks of all games; one without a look of its own is shown plainly. */

import { parcels } from "./parcels.js";
import { plain } from "./plain.js";
import { pyramid } from "./pyramid.js";
import { rummy } from "./rummy.js";
import { segments } from "./segments.js";
import { thirteen } from "./thirteen.js";

/** @type {Record<string, import("../table/context.js").Look>} */
const LOOKS = { parcels, pyramid, rummy, segments, thirteen };

/** @param {string} game */
export const lookOf = (game) => LOOKS[game] ?? plain;
