import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { watchLoopDelay } from "./loop-delay.ts";

const WINDOW_MS = 200;
const STALL_SECONDS = 0.4;

function stall(): void {
  const until = performance.now() + 1_000 * STALL_SECONDS;
  while (performance.now() < until);
}

async function reaches(is: () => boolean): Promise<void> {
  const ticks = new EventTarget();
  const timer = setInterval(() => ticks.dispatchEvent(new Event("tick")), 20);
  while (!is()) await once(ticks, "tick");
  clearInterval(timer);
}

describe("the delay of the event loop", () => {
  test("is of the last window that has ended: a stall is shown, and passes", async () => {
    const delay = watchLoopDelay(WINDOW_MS);
    onTestFinished(delay.close);
    expect(delay.p99()).toBeUndefined();
    await reaches(() => delay.p99() !== undefined);
    stall();
    await reaches(() => (delay.p99() ?? 0) >= STALL_SECONDS / 2);
    await reaches(() => (delay.p99() ?? 1) < STALL_SECONDS / 2);
  });
});
