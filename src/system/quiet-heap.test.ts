import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const MODULE = new URL("./quiet-heap.ts", import.meta.url).href;

/** Collections that were asked for, V8's own aside, and the size of the heap in MiB, in a process of its own. */
async function watched(
  then: string,
): Promise<{ collected: number; before: number; after: number }> {
  const program = `
    import { PerformanceObserver, constants } from "node:perf_hooks";
    import { setTimeout as pause } from "node:timers/promises";
    import { giveBackWhenQuiet } from ${JSON.stringify(MODULE)};
    const held = () => Math.round(process.memoryUsage().heapTotal / 2 ** 20);
    // What lives through collections makes V8 take more for the young generation.
    for (let round = 0; round < 20; round++) Array.from({ length: 200_000 }, (_, n) => ({ n }));
    let collected = 0;
    new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries())
        if (detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) collected += 1;
    }).observe({ entryTypes: ["gc"] });
    const before = held();
    const end = giveBackWhenQuiet(300);
    ${then}
    end();
    console.log(JSON.stringify({ collected, before, after: held() }));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "-e",
    program,
  ]);
  return JSON.parse(stdout);
}

test("a process that has nothing to do gives back what its heap no longer needs", async () => {
  const { collected, before, after } = await watched(`
    const until = performance.now() + 60_000;
    while (held() > before / 2 && performance.now() < until) await pause(100);
  `);
  expect(after).toBeLessThanOrEqual(before / 2);
  expect(collected).toBeGreaterThan(0);
}, 90_000);

test("a process that works is left alone", async () => {
  const { collected } = await watched(`
    const until = performance.now() + 1_500;
    while (performance.now() < until) {
      const pausing = performance.now() + 20;
      while (performance.now() < pausing);
      await new Promise(setImmediate);
    }
  `);
  expect(collected).toBe(0);
});

test("nothing in the process gets the function that collects", async () => {
  const { before } = await watched(`
    const { runInNewContext } = await import("node:vm");
    if (globalThis.gc !== undefined || runInNewContext("typeof gc") !== "undefined")
      throw new Error("It is there.");
  `);
  expect(before).toBeGreaterThan(0);
});
