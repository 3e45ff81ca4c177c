import { join } from "node:path";
import { startServer } from "../src/compose/compose.ts";
import { createContext } from "../src/core/call/context.ts";
import { DEFAULT_WORKSPACE } from "../src/domain/id.ts";
import { openSqliteStore } from "../src/store/sqlite-store.ts";
import { systemClock } from "../src/system/clock.ts";
import { dataPaths } from "../src/system/data-folder.ts";
import { createLocalPorts } from "../src/testing/local-ports.ts";
import type { Figure } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { fillPaused, type Paused } from "./paused.ts";
import { answerText } from "./question-text.ts";
import { startProcess } from "./server-process.ts";
import { clientOf, kill, startServer as startProgram } from "./start.ts";
import { median } from "./statistics.ts";

const PRODUCT = new URL("./servers/product.ts", import.meta.url);
/** Two starts of an empty server differ by less. Over 100,000 sessions it is 160 bytes each. */
const HELD_BYTES = 16 * 1024 * 1024;

export const hostStart: Figure = {
  name: "host.start",
  what: "start with 100,000 paused sessions until the first is answered and a host has its continuation",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 2_000,
  aim: 500,

  async measure({ isQuick, note }) {
    const [count, starts] = isQuick ? [500, 1] : [100_000, 7];
    return await inFolder(async (folder) => {
      const data = join(folder, "data");
      const empty = await residentBytes(join(folder, "empty"));
      const paused = await fillFolder(data, count);
      const held = (await residentBytes(data)) - empty;
      note(`${count} paused sessions hold ${(held / 1024 / 1024).toFixed(1)} MiB`);
      if (held > HELD_BYTES) throw new Error(`Paused sessions hold ${held} bytes of memory.`);
      const times: number[] = [];
      for (const one of paused.slice(0, starts)) times.push(await startAndResume(data, one));
      note(`resumed after ${times.map((ms) => ms.toFixed(0)).join(", ")} ms`);
      return { value: median(times) };
    });
  },
};

async function fillFolder(data: string, count: number): Promise<readonly Paused[]> {
  // The first start founds the workspace and writes the files of keys.
  await (await startServer({ dataFolder: data, port: 0 })).stop();
  const path = dataPaths(data).database;
  const store = await openSqliteStore({
    path,
    clock: systemClock,
    onFatal(error) {
      throw error;
    },
  });
  const ports = createLocalPorts({ store, clock: systemClock, database: path });
  try {
    const by = { workspace: DEFAULT_WORKSPACE, kind: "agent", name: "agent" } as const;
    const agent = await store.findPrincipalByName(by);
    if (agent?.kind !== "agent") throw new Error("There is no agent.");
    return await fillPaused(createContext(ports), agent, { count, lanes: count });
  } finally {
    ports.process.close();
    await store.close();
  }
}

/** For a server that has only started. */
async function residentBytes(data: string): Promise<number> {
  const server = await startProcess(PRODUCT, data);
  const { rss } = await server.report("collect");
  await server.stop();
  return rss;
}

/** Milliseconds since the start of the process. */
async function startAndResume(data: string, { session, request }: Paused): Promise<number> {
  const began = performance.now();
  const server = await startProgram(data);
  try {
    const answer = { text: answerText(0) };
    await clientOf(data, "operator").answer({ id: request, answer });
    const given = { host: "bench", holdMs: 10_000 };
    const { claimed } = await clientOf(data, "agent").claimSession(given);
    if (claimed?.session.continues !== session) throw new Error(`Nothing goes on from ${session}.`);
    return performance.now() - began;
  } finally {
    await kill(server);
  }
}
