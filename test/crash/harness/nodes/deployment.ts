import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Postgres, startPostgres } from "../../../../scripts/postgres.ts";
import { present } from "../../../../src/domain/present.ts";
import { dataPaths } from "../../../../src/system/data-folder.ts";
import { programOf } from "../../../support/built-programs.ts";
import { type FaultyProxy, startFaultyProxy } from "../../../support/faulty-proxy.ts";
import type { FurtherOptions } from "../../../support/serve-when-told.ts";
import type { ServerProcess } from "../../../support/server-process.ts";
import { createServers } from "../servers.ts";
import { newClient } from "./postgres-tables.ts";

/** A node at work. */
export interface Node {
  readonly url: string;
  readonly server: ServerProcess;
  /** How long the start takes until it listens. */
  readonly startMs: number;
}

/** A PostgreSQL server, a proxy in front of it, and nodes that reach it through the proxy. */
export interface Deployment {
  readonly postgres: Postgres;
  readonly proxy: FaultyProxy;
  /** Past the proxy, with all rights. */
  readonly databaseUrl: string;
  /** The folder of the node with this number, kept over its restarts. */
  dataFolder(number: number): string;
  startNode(number: number): Promise<Node>;
  close(): Promise<void>;
}

const CRASH_MAIN = programOf("crash-main");
const DATABASE = "earshot_crash";

/** With fsync, as where it counts. */
export async function deploy(folder: string, further: FurtherOptions = {}): Promise<Deployment> {
  const postgres = await startPostgres({ fsync: true });
  const databaseUrl = await createDatabase(postgres.url);
  const proxy = await startFaultyProxy(databaseUrl);
  const servers = createServers({ main: CRASH_MAIN, args: [] });
  const dataFolder = (number: number) => join(folder, `node-${number}`);
  const { deploymentKey } = dataPaths(dataFolder(0));
  return {
    postgres,
    proxy,
    databaseUrl,
    dataFolder,
    async startNode(number) {
      const server = await servers.next();
      mkdirSync(folder, { recursive: true });
      const begun = performance.now();
      const url = await server.start(dataFolder(number), {
        ...further,
        postgres: {
          url: proxy.urlFor(databaseUrl),
          ...present({ deploymentKey: number === 0 ? undefined : deploymentKey }),
        },
      });
      return { url, server, startMs: performance.now() - begun };
    },
    async close() {
      await servers.close();
      await proxy.close();
      await postgres.remove();
    },
  };
}

async function createDatabase(url: string): Promise<string> {
  const client = newClient(url);
  await client.connect();
  await client.query(`create database ${DATABASE}`);
  await client.end();
  const own = new URL(url);
  own.pathname = `/${DATABASE}`;
  return own.href;
}
