import { startServer } from "../../compose/start-server.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { isLocked } from "../../system/lock.ts";
import { storeOf } from "../server/store-of.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** How long to wait for a database that is not there yet. */
const POSTGRES_WAIT_MS = 10_000;

/**
 * Does the work at the running server, or at one started for it alone. That one hears no channel
 * and runs no agent, so that nothing begins before the work is done.
 */
export async function withServer<T>(
  context: RunContext,
  agent: string,
  work: (earshot: Pick<Earshot, "importSessions">) => Promise<T>,
): Promise<T> {
  const { options, environment, signal } = context;
  const isThere = environment.url !== undefined || isLocked(dataPaths(options.data).lock);
  if (isThere) return await work(context.connectAs("operator"));
  const server = await startServer({
    ...storeOf(context, { postgresWait: POSTGRES_WAIT_MS }, undefined),
    dataFolder: options.data,
    port: 0,
    signal,
    isDeaf: true,
    agentNames: [agent],
  });
  try {
    return await work(context.connectAs("operator"));
  } finally {
    await server.stop();
  }
}
