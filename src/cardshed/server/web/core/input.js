// @ts-check
/** Whether a person was last heard of by keys: only then does the focus go where they may want it next. */

let keys = false;
addEventListener("keydown", () => (keys = true), true);
addEventListener("pointerdown", () => (keys = false), true);

export const byKeys = () => keys;
