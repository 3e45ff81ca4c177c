import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../src/client/client.ts";
import { dataPaths, readKeyFile, servingOf } from "../src/system/data-folder.ts";
import { asking } from "./asking.ts";
import type { Figure, Run } from "./figure.ts";
import { fill } from "./fill.ts";
import { inFolder } from "./folder.ts";
import { startTarget, type Target } from "./target.ts";

/** A sweep begins so long after its policy has come into force. */
const SWEEP_AFTER_MS = 6_000;

export const upkeepRetention: Figure = {
  name: "upkeep.retention",
  what: "p99 of an ask every 25 ms while a policy that was just applied has 100,000 old requests erased ÷ without",
  unit: "ms",
  judged: "ratio",
  better: "less",
  atLeast: 3,
  aim: 2,

  async measure(run) {
    return await whileErasing(run, async ({ target, forMs, erasing }) => {
      const reference = await asking(target, forMs);
      const { result: value, perSecond } = await erasing(() => asking(target, forMs));
      run.note(`it erased ${perSecond.toFixed(0)} a second meanwhile`);
      return { value, reference, ratio: value / reference };
    });
  },
};

/** How many requests are closed each second, as a busy house closes them. */
const CLOSINGS = 50;

export const upkeepPace: Figure = {
  name: "upkeep.pace",
  what: "old requests erased beside an ask every 25 ms and 50 closings a second ÷ these closings",
  unit: "calls/s",
  judged: "ratio",
  better: "more",
  atLeast: 1,
  aim: 2,

  async measure(run) {
    return await whileErasing(run, async ({ target, forMs, erasing }) => {
      const { result, perSecond } = await erasing(async () => {
        const [p99, closed] = await Promise.all([asking(target, forMs), closing(target, forMs)]);
        return { p99, closed };
      });
      run.note(`an ask took ${result.p99.toFixed(1)} ms meanwhile (p99)`);
      const reference = (result.closed / forMs) * 1_000;
      return { value: perSecond, reference, ratio: perSecond / reference };
    });
  },
};

/** Asks and answers at that pace; returns how many were closed. */
async function closing(target: Target, forMs: number): Promise<number> {
  const until = performance.now() + forMs;
  const under = new Set<Promise<void>>();
  let closed = 0;
  async function closeOne(): Promise<void> {
    await target.answer(await target.ask("May I close it?"), "Yes.");
    closed += 1;
  }
  while (performance.now() < until) {
    const one = closeOne().finally(() => under.delete(one));
    under.add(one);
    await pause(1_000 / CLOSINGS);
  }
  await Promise.all(under);
  return closed;
}

interface Erasing {
  readonly target: Target;
  readonly forMs: number;
  /** Has old requests erased, and tells how many a second while the work is done. */
  erasing<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly perSecond: number }>;
}

/** A server with requests of a year, of which a policy that is applied then keeps the newest alone. */
async function whileErasing<T>(run: Run, measure: (place: Erasing) => Promise<T>): Promise<T> {
  const [count, forMs] = run.isQuick ? [2_000, 500] : [100_000, 20_000];
  return await inFolder(async (folder) => {
    await fill(folder, { answered: count, open: 0 });
    const target = await startTarget("product", folder);
    try {
      await asking(target, forMs / 4);
      return await measure({
        target,
        forMs,
        async erasing(work) {
          await keepFor90Days(folder);
          await pause(run.isQuick ? 0 : SWEEP_AFTER_MS);
          const before = erasedIn(folder);
          const result = await work();
          return { result, perSecond: ((erasedIn(folder) - before) / forMs) * 1_000 };
        },
      });
    } finally {
      await target.kill();
    }
  });
}

async function keepFor90Days(folder: string): Promise<void> {
  const key = readKeyFile(folder, "operator") ?? "";
  const url = servingOf(folder)?.url ?? "";
  await createClient({ url, key }).applyPolicy({
    source: { version: 1, rules: [], retention: { requests: "90d" } },
  });
}

function erasedIn(folder: string): number {
  const db = new DatabaseSync(dataPaths(folder).database, { readOnly: true });
  try {
    const text = "select count(*) as count from requests where erased_at is not null";
    return Number(db.prepare(text).get()?.["count"]);
  } finally {
    db.close();
  }
}
