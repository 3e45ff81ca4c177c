import { copyFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SHARDS } from "../src/domain/hub/delivery.ts";
import type { Figure, Measured, Run } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { type Queue, withQueue } from "./hub-queue.ts";
import { inPairs } from "./pairs.ts";
import { assertOrderly, type Platform, withPlatform } from "./platform.ts";
import { withPostgres } from "./postgres.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";

const NODE = new URL("./servers/hub-node.ts", import.meta.url);
/** With fewer processors, two nodes, PostgreSQL and the platform have nothing to share. */
const CORES = 4;
const LOOK_MS = 20;
const GIVE_UP_MS = 120_000;

export const hubNodes: Figure = {
  name: "hub.nodes",
  what: "messages that fall due at once, to 1,000 addresses over PostgreSQL; two nodes ÷ one",
  unit: "calls/s",
  judged: "ratio",
  better: "more",
  atLeast: 1.3,
  aim: 1.6,

  measure: (run) =>
    withPlatform((platform) =>
      withPostgres((newDatabase) =>
        inFolder((one) =>
          inFolder(async (other) => {
            const url = await newDatabase("hub");
            const places = [url, String(platform.port)];
            const first = await startProcess(NODE, one, ...places);
            copyFileSync(join(one, "deployment.key"), join(other, "deployment.key"));
            const second = () => startProcess(NODE, other, ...places);
            try {
              return await withQueue(url, (queue) => compare(run, { platform, queue, second }));
            } finally {
              await first.kill();
            }
          }),
        ),
      ),
    ),
};

interface Sides {
  readonly platform: Platform;
  readonly queue: Queue;
  /** Starts the second node beside the first. */
  readonly second: () => Promise<ServerProcess>;
}

async function compare({ isQuick, note }: Run, sides: Sides): Promise<Measured> {
  const [pairs, count] = isQuick ? [1, 200] : [3, 3_000];
  const alone = () => perSecond(sides, { count, nodes: 1 });
  const together = async () => {
    const node = await sides.second();
    try {
      return await perSecond(sides, { count, nodes: 2 });
    } finally {
      await node.stop();
    }
  };
  await alone();
  const compared = await inPairs({ pairs, first: together, second: alone });
  note(`${pairs} pairs of ${count}; half of the ratios lie in ${compared.spread}`);
  const cores = availableParallelism();
  if (cores < CORES) note(`Only ${cores} processors: nodes, PostgreSQL and platform share them.`);
  return { value: compared.first, reference: compared.second, ratio: compared.ratio };
}

/** From the moment when all are due until the platform has the last. */
async function perSecond(
  { platform, queue }: Sides,
  { count, nodes }: { readonly count: number; readonly nodes: number },
): Promise<number> {
  await until(async () => {
    const shares = [...(await queue.shares()).values()];
    return shares.length === nodes && shares.every((share) => share === SHARDS / nodes);
  });
  await platform.reset();
  const dueMs = await queue.fill(count);
  await until(async () => (await platform.state()).posts >= count && (await queue.isEmpty()));
  await assertOrderly(platform, count);
  return count / (((await platform.state()).lastMs - dueMs) / 1_000);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error("The nodes did not get so far.");
    await pause(LOOK_MS);
  }
}
