// @ts-check
/** Things that are shown one a frame. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** @type {any} */
const world = globalThis;
/** @type {(() => void)[]} */
let frames = [];
/** @type {(() => void) | null} */
let looked = null;

world.document = {
  visibilityState: "visible",
  addEventListener: (/** @type {string} */ _, /** @type {() => void} */ listener) => (looked = listener),
  removeEventListener: () => (looked = null),
};
world.requestAnimationFrame = (/** @type {() => void} */ frame) => frames.push(frame);

const { Steps } = await import("../../../src/cardshed/server/web/core/steps.js");

/** @type {string[]} */
let done = [];
const steps = () =>
  new Steps((/** @type {string} */ item) => {
    done.push(`show ${item}`);
    return () => done.push(`rest of ${item}`);
  });
/** Long enough for a few timers that follow from each other, also on a busy machine. */
const tick = async () => {
  for (let i = 0; i < 8; i++) await new Promise((next) => setTimeout(next, 2));
};
const frame = () => frames.splice(0).forEach((one) => one());

beforeEach(() => {
  [frames, done] = [[], []];
  world.document.visibilityState = "visible";
});

test("the rest of a step comes before the next one, which waits for the frame", async () => {
  const shown = steps();
  shown.add("a");
  shown.add("b");
  assert.deepEqual(done, ["show a"]);
  await tick();
  assert.deepEqual(done, ["show a", "rest of a"]);
  frame();
  await tick();
  assert.deepEqual(done, ["show a", "rest of a", "show b", "rest of b"]);
});

test("a frame that is quicker does the rest, once", async () => {
  const shown = steps();
  shown.add("a");
  frame();
  assert.deepEqual(done, ["show a", "rest of a"]);
  await tick();
  frame();
  assert.deepEqual(done, ["show a", "rest of a"]);
});

test("what comes between the rest and the frame waits for the frame", async () => {
  const shown = steps();
  shown.add("a");
  await tick();
  shown.add("b");
  assert.deepEqual(done, ["show a", "rest of a"]);
  frame();
  await tick();
  assert.deepEqual(done.slice(2), ["show b", "rest of b"]);
});

test("a hidden page shows all at once, also what waited when it was hidden", async () => {
  const shown = steps();
  shown.add("a");
  shown.add("b");
  world.document.visibilityState = "hidden";
  looked?.();
  assert.deepEqual(done, ["show a", "rest of a", "show b", "rest of b"]);
  shown.add("c");
  assert.deepEqual(done.slice(4), ["show c", "rest of c"]);
  world.document.visibilityState = "visible";
  looked?.();
  frame();
  await tick();
  shown.add("d");
  assert.deepEqual(done.slice(6), ["show d"]);
  await tick();
});

test("who is far behind catches up", () => {
  const shown = steps();
  for (let i = 0; i < 10; i++) shown.add(String(i));
  assert.equal(done.filter((one) => one.startsWith("show")).length, 10);
  assert.equal(done.at(-1), "rest of 9");
});

test("nothing is shown once it is closed", async () => {
  const shown = steps();
  shown.add("a");
  shown.add("b");
  shown.close();
  frame();
  await tick();
  assert.deepEqual(done, ["show a"]);
  assert.equal(looked, null);
});

test("one that fails does not hold up the others", async () => {
  const shown = new Steps((/** @type {string} */ item) => {
    if (item === "bad") throw new Error(item);
    done.push(item);
    return () => undefined;
  });
  assert.throws(() => shown.add("bad"), /bad/);
  frame();
  await tick();
  shown.add("good");
  assert.deepEqual(done, ["good"]);
});

test("what is stopped goes on with what stopped it, and nothing is lost", async () => {
  /** @type {InstanceType<typeof Steps>} */
  const shown = new Steps((/** @type {string} */ item) => {
    done.push(item);
    if (item === "stop" && done.filter((one) => one === item).length === 1) shown.stop(item);
    return () => undefined;
  });
  for (const item of ["a", "stop", "b"]) {
    shown.add(item);
    frame();
    await tick();
  }
  for (let i = 0; i < 20; i++) shown.add(`later ${i}`);
  world.document.visibilityState = "hidden";
  looked?.();
  assert.deepEqual(done, ["a", "stop"]);
  world.document.visibilityState = "visible";
  shown.goOn();
  assert.deepEqual(done, ["a", "stop"]);
  frame();
  await tick();
  assert.deepEqual(done.slice(2, 5), ["stop", "b", "later 0"]);
  assert.equal(done.length, 24);
});

test("it is not stopped for ever", () => {
  const shown = steps();
  shown.stop("a");
  for (let i = 0; i < 60; i++) shown.add(String(i));
  assert.equal(done.at(0), "show a");
  assert.ok(done.includes("show 39"));
});

test("what belongs to a step has a frame of its own, before the next step", async () => {
  /** @type {InstanceType<typeof Steps>} */
  const shown = new Steps((/** @type {string} */ item) => {
    done.push(item);
    shown.then(() => {
      done.push(`more of ${item}`);
      return () => done.push(`rest of ${item}`);
    });
    return () => undefined;
  });
  shown.add("a");
  shown.add("b");
  await tick();
  assert.deepEqual(done, ["a"]);
  frame();
  await tick();
  assert.deepEqual(done, ["a", "more of a", "rest of a"]);
  world.document.visibilityState = "hidden";
  looked?.();
  assert.deepEqual(done.slice(3), ["b", "more of b", "rest of b"]);
});
