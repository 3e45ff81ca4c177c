import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../src/client/client.ts";
import { dataPaths, readKeyFile, servingOf } from "../src/system/data-folder.ts";
import { asking } from "./asking.ts";
import type { Figure, Run } from "./figure.ts";
import { fill } from "./fill.ts";
import { inFolder } from "./folder.ts";
import { startTarget } from "./target.ts";

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
    const [count, forMs] = run.isQuick ? [2_000, 500] : [100_000, 20_000];
    return await inFolder(async (folder) => {
      await fill(folder, { answered: count, open: 0 });
      const target = await startTarget("product", folder);
      try {
        await asking(target, forMs / 4);
        const reference = await asking(target, forMs);
        await keepFor90Days(folder);
        await pause(run.isQuick ? 0 : SWEEP_AFTER_MS);
        const before = erasedIn(folder);
        const value = await asking(target, forMs);
        noteSpeed(run, (erasedIn(folder) - before) / (forMs / 1_000));
        return { value, reference, ratio: value / reference };
      } finally {
        await target.kill();
      }
    });
  },
};

function noteSpeed({ note }: Run, perSecond: number): void {
  note(`it erased ${perSecond.toFixed(0)} a second meanwhile`);
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
