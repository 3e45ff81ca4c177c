import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import {
  eventually,
  launch,
  makeFolder,
  PROGRAM,
  type Running,
  removeFolder,
  spawnEarshot,
  type Variables,
} from "../support/cli.ts";
import { databaseWithTables } from "../support/postgres.ts";

/* Nodes as a user starts them: a command each, a data folder each, one database. */

export interface TestNode {
  readonly data: string;
  readonly url: string;
  readonly process: Running;
  key(of: "operator" | "agent"): string;
  readonly agent: EarshotClient;
  readonly operator: EarshotClient;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

interface Deployment {
  /** Address of the database. */
  readonly database: string;
  /** Starts another node, with the deployment key of the first. */
  start(...more: readonly string[]): Promise<TestNode>;
  close(): Promise<void>;
}

const GREETING = /^Earshot listens on (http:\/\/127\.0\.0\.1:\d+)\n/;

/** An empty database, and nodes over it. Whoever opens it closes it. */
async function openDeployment(): Promise<Deployment> {
  const parent = makeFolder();
  const database = await databaseWithTables();
  const nodes: TestNode[] = [];
  let started = 0;

  async function start(...more: readonly string[]): Promise<TestNode> {
    started += 1;
    const data = join(parent, `node-${started}`);
    const key = started === 1 ? [] : ["--deployment-key", join(parent, "node-1", "deployment.key")];
    const node = await startNode(data, ["--postgres", database.url, ...key, ...more]);
    nodes.push(node);
    return node;
  }

  return {
    database: database.url,
    start,
    async close() {
      await Promise.all(nodes.map((node) => node.kill()));
      await database.drop();
      removeFolder(parent);
    },
  };
}

/** Nodes over a database for one test. */
export async function testDeployment(): Promise<Deployment> {
  const deployment = await openDeployment();
  onTestFinished(() => deployment.close());
  return deployment;
}

/** Starts a node and waits until it serves. */
async function startNode(data: string, more: readonly string[]): Promise<TestNode> {
  const process_ = launch(process.execPath, [
    PROGRAM,
    "start",
    "--no-console",
    "--no-link",
    "--no-policy",
    "--port",
    "0",
    "--data",
    data,
    "--make-keys",
    ...more,
  ]);
  const url = await greeted(process_);
  const key = (of: "operator" | "agent") => readFileSync(join(data, `${of}.key`), "utf8").trim();
  return {
    data,
    url,
    process: process_,
    key,
    agent: createClient({ url, key: key("agent") }),
    operator: createClient({ url, key: key("operator") }),
    async kill() {
      process_.child.kill("SIGKILL");
      await process_.finished;
    },
  };
}

async function greeted(running: Running): Promise<string> {
  let hasEnded = false;
  void running.finished.finally(() => {
    hasEnded = true;
  });
  return await eventually(
    () => {
      if (hasEnded) throw new Error(`The node has ended: ${running.stderr()}`);
      return GREETING.exec(running.stdout())?.[1];
    },
    () => `the node's first line; it said ${running.stdout()}${running.stderr()}`,
  );
}

/** Whom a command calls, and as whom. */
export function calling(key: string, ...nodes: readonly Pick<TestNode, "url">[]): Variables {
  return { EARSHOT_URL: nodes.map(({ url }) => url).join(","), EARSHOT_KEY: key };
}

/** A command of somebody who has no data folder of a node: only addresses and a key. */
export function command(env: Variables, ...args: readonly string[]): Running {
  const running = spawnEarshot([...args, "--data", "/nowhere/earshot"], { env });
  running.child.stdin.end();
  return running;
}
