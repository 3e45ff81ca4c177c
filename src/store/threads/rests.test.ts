import { performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import { createRest } from "./rests.ts";

const STEP_MS = 10;

/** How long the rests after so many steps are, altogether. */
async function rested(steps: number, mark: () => unknown): Promise<number> {
  const rest = await createRest(mark);
  let restedMs = 0;
  for (let step = 0; step < steps; step++) {
    const began = performance.now();
    while (performance.now() - began < STEP_MS);
    const ended = performance.now();
    await rest();
    restedMs += performance.now() - ended;
  }
  return restedMs;
}

test("while others write a long read rests twice as long as it works", async () => {
  let writes = 0;
  expect(await rested(3, () => writes++)).toBeGreaterThanOrEqual(3 * 2 * STEP_MS - 3);
});

test("after somebody has written it goes on resting, since they may write again", async () => {
  let asked = 0;
  expect(await rested(4, () => Math.min(asked++, 1))).toBeGreaterThanOrEqual(4 * 2 * STEP_MS - 4);
});

test("where nobody writes it goes through without a rest", async () => {
  let paused = 0;
  const rest = await createRest(() => "same");
  const timer = setTimeout(() => paused++, 0);
  for (let step = 0; step < 1_000; step++) await rest();
  expect(paused).toBe(0);
  clearTimeout(timer);
});
