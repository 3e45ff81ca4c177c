import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import type { Random } from "../../../../src/testing/simulator/random.ts";
import type { Fate } from "../../../support/faulty-proxy.ts";
import type { Deployment } from "./deployment.ts";
import type { Blow } from "./plan.ts";
import { newClient } from "./postgres-tables.ts";

export interface BlowOptions {
  readonly deployment: Deployment;
  readonly random: Random;
  startNode(number: number): Promise<void>;
  killNode(number: number): Promise<void>;
}

export interface Blows {
  /** Resolves when everything is back in place, whether it works yet or not. */
  strike(blow: Blow): Promise<void>;
  /** Does this to the tables without the nodes, with all rights. */
  vandalise(statement: string): Promise<void>;
}

const BACKENDS = `select pid from pg_stat_activity
  where datname = current_database() and application_name like 'earshot%'`;
/** Does not wait longer than this for the traffic to reach the point. */
const GIVE_UP_MS = 2_000;

export function createBlows({ deployment, random, startNode, killNode }: BlowOptions): Blows {
  const { postgres, proxy, databaseUrl } = deployment;

  async function asOwner<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = newClient(databaseUrl);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  async function endBackends(isAll: boolean): Promise<void> {
    await asOwner(async (client) => {
      const { rows } = await client.query<{ pid: number }>(BACKENDS);
      const pids = rows.map(({ pid }) => pid);
      const doomed = isAll || pids.length === 0 ? pids : [random.pick(pids)];
      await client.query("select pg_terminate_backend(pid) from unnest($1::int[]) as pid", [
        doomed,
      ]);
    });
  }

  async function cut(fate: Fate, count: number): Promise<void> {
    let left = count;
    const done = Promise.withResolvers<void>();
    proxy.decide(({ text }) => {
      if (!text.includes("earshot_commit_")) return "pass";
      left -= 1;
      if (left !== 0) return "pass";
      done.resolve();
      return fate;
    });
    await Promise.race([done.promise, pause(GIVE_UP_MS)]);
    proxy.decide(() => "pass");
  }

  return {
    async strike(blow) {
      switch (blow.harm) {
        case "node":
          await Promise.all(blow.nodes.map(killNode));
          await Promise.all(blow.nodes.map(startNode));
          return;
        case "backend":
          return await endBackends(blow.isAll);
        case "server":
          await postgres.stop("immediate");
          return await postgres.restart();
        case "cut":
          return await cut(blow.fate, blow.count);
      }
    },
    vandalise: (statement) => asOwner(async (client) => void (await client.query(statement))),
  };
}
