import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type EarshotClient } from "../../../src/client/index.ts";
import { present } from "../../../src/domain/present.ts";
import { dataPaths, readKeyFile } from "../../../src/system/data-folder.ts";
import type { Members } from "../../crash/harness/crowd.ts";
import { enlist } from "../../crash/harness/found.ts";
import { programOf } from "../../support/built-programs.ts";
import { type FaultyProxy, startFaultyProxy } from "../../support/faulty-proxy.ts";
import { newDatabase, queryServer } from "../../support/postgres.ts";
import { launch, type ServerProcess } from "../../support/server-process.ts";

/** A node in a process of its own, with a proxy of its own before the database. */
export interface ProofNode {
  readonly url: string;
  readonly server: ServerProcess;
  readonly proxy: FaultyProxy;
  readonly operator: EarshotClient;
  readonly agent: EarshotClient;
}

export interface ProofNodes {
  readonly nodes: readonly [ProofNode, ProofNode];
  readonly members: Members;
  /** Past the nodes, with all rights. */
  query<R extends object>(statement: string, values?: readonly unknown[]): Promise<readonly R[]>;
  /** Kills the node by SIGKILL, and starts it again on its data folder. */
  restart(node: ProofNode): Promise<ProofNode>;
  close(): Promise<void>;
}

export interface ProofOptions {
  /** Of test/support; Earshot as it is where absent. */
  readonly main?: string;
  /** The address of a PostgreSQL; the tests' own where absent. */
  readonly server?: string;
}

/** Two nodes over an empty database, with everybody in it whom the crowd needs. */
export async function startNodes({ main = "crash-main", server }: ProofOptions = {}) {
  const database = await newDatabase(server);
  const parent = mkdtempSync(join(tmpdir(), "earshot-proof-"));
  const folderOf = (number: number) => join(parent, `node-${number}`);
  const { deploymentKey } = dataPaths(folderOf(0));
  const started = new Map<ProofNode, number>();
  const cleanups: (() => Promise<void>)[] = [];

  async function start(number: number): Promise<ProofNode> {
    const proxy = await startFaultyProxy(database.url);
    cleanups.push(() => proxy.close());
    const process = await launch({ main: programOf(main), args: [] });
    cleanups.unshift(() => process.kill());
    const url = await process.start(folderOf(number), {
      postgres: {
        url: proxy.urlFor(database.url),
        ...present({ deploymentKey: number === 0 ? undefined : deploymentKey }),
      },
    });
    const client = (name: "operator" | "agent") =>
      createClient({ url, key: readKeyFile(folderOf(0), name) ?? "" });
    const node = {
      url,
      proxy,
      server: process,
      operator: client("operator"),
      agent: client("agent"),
    };
    started.set(node, number);
    return node;
  }

  async function close(): Promise<void> {
    for (const cleanup of cleanups.splice(0)) await cleanup();
    await database.drop();
    rmSync(parent, { recursive: true, force: true });
  }

  try {
    const first = await start(0);
    const members = await enlist(first.url, folderOf(0));
    const nodes = [first, await start(1)] as const;
    const all: ProofNodes = {
      nodes,
      members,
      query: (statement, values) => queryServer(database.url, statement, values),
      async restart(node) {
        await node.server.kill();
        return await start(started.get(node) ?? 0);
      },
      close,
    };
    return all;
  } catch (error) {
    await close();
    throw error;
  }
}
