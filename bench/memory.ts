import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "./figure.ts";
import { askMany, runMany } from "./load.ts";
import { answerText } from "./question-text.ts";
import { median } from "./statistics.ts";
import { type Target, withTarget } from "./target.ts";

const PATIENCE_MS = 30_000;

interface Scale {
  readonly rounds: number;
  readonly counted: number;
  /** Waiters that are not counted: the first ones also pay for shared costs. */
  readonly first: number;
  /**
   * Questions asked after those that are waited for, since a server may remember the newest anyway.
   */
  readonly later: number;
}
const FULL: Scale = { rounds: 3, counted: 5_000, first: 1_000, later: 5_000 };
const QUICK: Scale = { rounds: 1, counted: 200, first: 50, later: 50 };

export const memory: Figure = {
  name: "memory.waiter",
  what: "resident memory of an attached waiter; product ÷ limit",
  unit: "B",
  judged: "ratio",
  better: "less",
  atLeast: 1.6,
  aim: 1.2,

  async measure({ isQuick, note }) {
    const scale = isQuick ? QUICK : FULL;
    const products: number[] = [];
    const limits: number[] = [];
    // A process is used once, since it would reuse freed memory, which is invisible from outside.
    for (let round = 0; round < scale.rounds; round++) {
      products.push(await withTarget("product", (target) => bytesPerWaiter(target, scale)));
      limits.push(await withTarget("limit", (target) => bytesPerWaiter(target, scale)));
    }
    const ratios = products.map((bytes, round) => bytes / (limits[round] ?? Number.NaN));
    note(`${scale.counted} waiters a round; ratios ${ratios.map((r) => r.toFixed(2)).join(", ")}`);
    return { value: median(products), reference: median(limits), ratio: median(ratios) };
  },
};

/** Each waiter has its own connection and question. */
async function bytesPerWaiter(target: Target, scale: Scale): Promise<number> {
  const ids = await askMany(target, scale.first + scale.counted);
  await askMany(target, scale.later);
  const first = ids.slice(0, scale.first).map((id) => target.wait(id));
  await untilWaiting(target, first.length);
  const before = await target.report("collect");
  const rest = ids.slice(scale.first).map((id) => target.wait(id));
  await untilWaiting(target, ids.length);
  const after = await target.report("collect");
  await runMany({ count: ids.length, concurrency: 64 }, (n) =>
    target.answer(ids[n] ?? "", answerText(n)),
  );
  const heard = await Promise.all([...first, ...rest]);
  if (heard.some((text, n) => text !== answerText(n))) throw new Error("A waiter heard nonsense.");
  return (after.rss - before.rss) / scale.counted;
}

export async function untilWaiting(target: Target, count: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while ((await target.countWaiters()) < count) {
    if (performance.now() > deadline) throw new Error(`${target.name} has not ${count} waiters.`);
    await sleep(20);
  }
}
