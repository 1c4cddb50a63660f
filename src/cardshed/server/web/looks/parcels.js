// @ts-check
import { plain } from "./plain.js";

/** @type {import("../table/context.js").Look} */
export const parcels = plain;
