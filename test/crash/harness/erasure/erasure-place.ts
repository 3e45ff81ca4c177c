import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Context, createContext } from "../../../../src/core/call/context.ts";
import { openPostgresStore } from "../../../../src/store/postgres-store.ts";
import { systemClock } from "../../../../src/system/clock.ts";
import { dataPaths } from "../../../../src/system/data-folder.ts";
import { programOf } from "../../../support/built-programs.ts";
import { openContext } from "../../../support/context.ts";
import { type MatterRecord, postgresRecord, sqliteRecord } from "../../../support/matter-stage.ts";
import type { ServerProcess } from "../../../support/server-process.ts";
import { deploy } from "../nodes/deployment.ts";
import { createServers } from "../servers.ts";

/** A server that erases, and the record that it erases in. */
export interface ErasurePlace extends MatterRecord {
  readonly dataFolder: string;
  /** Whether the harness can choose the commit at which the server ends. */
  readonly hasPoints: boolean;
  start(): Promise<{ readonly url: string; readonly server: ServerProcess }>;
  /** Writes to the record while no server runs. */
  within(work: (ctx: Context) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export function openErasurePlace(folder: string, isPostgres: boolean): Promise<ErasurePlace> {
  return isPostgres ? overPostgres(folder) : overFile(folder);
}

async function overFile(folder: string): Promise<ErasurePlace> {
  const dataFolder = join(folder, "data");
  const { database } = dataPaths(dataFolder);
  const servers = createServers({ main: programOf("crash-main"), args: [] });
  return {
    dataFolder,
    hasPoints: true,
    ...sqliteRecord(database),
    async start() {
      const server = await servers.next();
      return { server, url: await server.start(dataFolder) };
    },
    async within(work) {
      const { ctx, close } = await openContext(systemClock, database);
      await work(ctx).finally(close);
    },
    close: () => servers.close(),
  };
}

async function overPostgres(folder: string): Promise<ErasurePlace> {
  const { databaseUrl, dataFolder, startNode, close } = await deploy(folder);
  return {
    dataFolder: dataFolder(0),
    hasPoints: false,
    ...postgresRecord(databaseUrl),
    close,
    start: () => startNode(0),
    async within(work) {
      const local = await openContext(systemClock);
      const { store, close: closeStore } = await openPostgresStore({
        url: databaseUrl,
        node: randomUUID(),
      });
      try {
        await work(createContext({ ...local.ctx, store }));
      } finally {
        await local.close();
        await closeStore();
      }
    },
  };
}
