import { setTimeout as pause } from "node:timers/promises";
import { quantile } from "./statistics.ts";
import type { Target } from "./target.ts";

/** What an agent notices that asks now and then. */
const EVERY_MS = 25;

/** The p99 of questions, one every 25 ms. */
export async function asking(target: Target, forMs: number): Promise<number> {
  const times: number[] = [];
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    const began = performance.now();
    await target.ask("May I?");
    const took = performance.now() - began;
    times.push(took);
    await pause(Math.max(EVERY_MS - took, 0));
  }
  return quantile(times, 0.99);
}
