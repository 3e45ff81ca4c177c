import { copyFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { type Context, createContext } from "../src/core/call/context.ts";
import { callerWithAllRights, found } from "../src/core/callers/bootstrap.ts";
import { createEarshot } from "../src/core/create-earshot.ts";
import { DEFAULT_WORKSPACE } from "../src/domain/id.ts";
import type { AgentPrincipal } from "../src/domain/people/principal.ts";
import type { Session } from "../src/domain/sessions/session.ts";
import type { Earshot } from "../src/ports/earshot/earshot.ts";
import { openPostgresStore } from "../src/store/postgres-store.ts";
import { systemClock } from "../src/system/clock.ts";
import { createLocalPorts } from "../src/testing/local-ports.ts";
import type { Figure, Measured, Run } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { runMany } from "./load.ts";
import { inPairs } from "./pairs.ts";
import { fillPaused, type Paused } from "./paused.ts";
import { withPostgres } from "./postgres.ts";
import { answerText } from "./question-text.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";

const NODE = new URL("./servers/host-node.ts", import.meta.url);
/** With fewer processors, two hosts and PostgreSQL have nothing to share. */
const CORES = 4;
const LANES = 100;
const AT_ONCE = 64;
const LOOK_MS = 20;
const GIVE_UP_MS = 120_000;

export const hostTwo: Figure = {
  name: "host.two",
  what: "1,000 paused sessions answered at once, in 100 lanes over PostgreSQL, until all continuations are done; two hosts ÷ one",
  unit: "calls/s",
  judged: "ratio",
  better: "more",
  atLeast: 1.3,
  aim: 1.6,

  measure: (run) =>
    withPostgres((newDatabase) =>
      inFolder((one) =>
        inFolder(async (other) => {
          const url = await newDatabase("host");
          return await withDesk(url, async (desk) => {
            const first = await startProcess(NODE, one, url);
            copyFileSync(join(one, "deployment.key"), join(other, "deployment.key"));
            const second = () => startProcess(NODE, other, url);
            try {
              return await compare(run, desk, second);
            } finally {
              await first.kill();
            }
          });
        }),
      ),
    ),
};

/** Without the nodes: fills the database, and answers. */
interface Desk {
  readonly ctx: Context;
  readonly agent: AgentPrincipal;
  readonly owner: Earshot;
}

async function withDesk<T>(url: string, use: (desk: Desk) => Promise<T>): Promise<T> {
  const { store, close } = await openPostgresStore({ url, node: "bench" });
  const ports = createLocalPorts({
    store,
    clock: systemClock,
    database: new DatabaseSync(":memory:"),
  });
  const ctx = createContext(ports);
  try {
    const { agent, owner } = await found(ctx, { owner: "operator", agent: "agent" });
    if (agent.principal.kind !== "agent") throw new Error("There is no agent.");
    const as = createEarshot(ctx, callerWithAllRights(owner.principal));
    return await use({ ctx, agent: agent.principal, owner: as });
  } finally {
    ports.process.close();
    await close();
  }
}

async function compare(
  { isQuick, note }: Run,
  desk: Desk,
  second: () => Promise<ServerProcess>,
): Promise<Measured> {
  const [pairs, count] = isQuick ? [1, 100] : [7, 1_000];
  const alone = () => perSecond(desk, count);
  const together = async () => {
    const node = await second();
    try {
      return await perSecond(desk, count);
    } finally {
      await node.stop();
    }
  };
  await alone();
  const compared = await inPairs({ pairs, first: together, second: alone });
  note(`${pairs} pairs of ${count}; half of the ratios lie in ${compared.spread}`);
  const cores = availableParallelism();
  if (cores < CORES) note(`Only ${cores} processors: hosts and PostgreSQL share them.`);
  return { value: compared.first, reference: compared.second, ratio: compared.ratio };
}

/** From the first answer until the last continuation has ended. */
async function perSecond({ ctx, agent, owner }: Desk, count: number): Promise<number> {
  const paused = await fillPaused(ctx, agent, { count, lanes: LANES });
  const began = performance.now();
  await runMany({ count, concurrency: AT_ONCE }, async (n) => {
    const { request } = paused[n] as Paused;
    await owner.answer({ id: request, answer: { text: answerText(n) } });
  });
  await untilQuiet(ctx);
  const seconds = (performance.now() - began) / 1_000;
  await assertOnceInOrder(ctx, paused);
  return count / seconds;
}

async function untilQuiet({ store }: Context): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  const left = async () => {
    const workspace = DEFAULT_WORKSPACE;
    const queued = await store.countSessions({ workspace, status: "queued" });
    return queued + (await store.countSessions({ workspace, status: "running" }));
  };
  while ((await left()) > 0) {
    if (performance.now() > giveUpAt) throw new Error("The hosts did not get so far.");
    await pause(LOOK_MS);
  }
}

/**
 * Each had one continuation, which was claimed once and began after the one before it in its lane
 * had ended.
 */
async function assertOnceInOrder({ store }: Context, paused: readonly Paused[]): Promise<void> {
  const continuations: Session[] = [];
  for (const { session } of paused) {
    const next = await store.continuationOf(DEFAULT_WORKSPACE, session);
    if (next?.status !== "completed" || next.attempts !== 1) {
      throw new Error(`What goes on from ${session} is ${next?.status ?? "nothing"}.`);
    }
    continuations.push(next);
  }
  for (const lane of Map.groupBy(continuations, (one) => one.lane).values()) {
    const inOrder = lane.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    inOrder.reduce((before, after) => {
      if ((after.startedAt ?? "") >= (before.endedAt ?? "")) return after;
      throw new Error(`${after.id} began before ${before.id} of its lane had ended.`);
    });
  }
}
