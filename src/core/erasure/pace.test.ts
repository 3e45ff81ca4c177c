import { expect, test } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createPace } from "./pace.ts";

/** Does steps of a store that needs so long for each piece. */
async function paced(steps: number, msEach: (step: number) => number) {
  const clock = createFakeClock();
  const pace = createPace(clock);
  const done: { readonly size: number; readonly rest: number }[] = [];
  for (let step = 0; step < steps; step++) {
    const size = pace.size();
    const rest = await pace.step(async () => clock.jump(Math.ceil(size * msEach(step))));
    done.push({ size, rest });
  }
  return done;
}

test("steps take a store that is fast for a few milliseconds each", async () => {
  const last = (await paced(12, () => 0.2)).at(-1);
  expect(last?.size).toBeGreaterThan(25);
  expect(last?.size).toBeLessThan(60);
});

test("steps of a store that becomes slow are small at once, and rest four times as long", async () => {
  const steps = await paced(14, (step) => (step < 10 ? 0.05 : 2));
  expect(steps[9]?.size).toBeGreaterThan(100);
  const first = steps[11];
  expect(first?.size).toBeLessThanOrEqual(8);
  expect(first?.rest).toBe(4 * 2 * (first?.size ?? 0));
});

test("there is always a step, and always a rest", async () => {
  for (const { size, rest } of await paced(20, (step) => (step % 2 === 0 ? 500 : 0))) {
    expect(size).toBeGreaterThanOrEqual(1);
    expect(rest).toBeGreaterThanOrEqual(5);
  }
});
