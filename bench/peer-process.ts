import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Postgres, startPostgres } from "../scripts/postgres.ts";
import type { Order, Reply } from "./peer-orders.ts";
import type { PeerSide } from "./peer-sides.ts";
import { processTree } from "./process-tree.ts";

/** A side that is ready: a process of its own, with a database server of its own if it needs one. */
export interface RunningSide {
  readonly side: PeerSide;
  order(order: Order): Promise<number>;
  /** All processes that take part, database server included. */
  processes(): readonly number[];
  end(): Promise<void>;
}

const KEPT_OUTPUT = 8_192;
/** Many times what an order takes on a busy machine; an order that needs longer would never end. */
const LONGEST_MS = 180_000;

/** Starts it in a folder of its own below `folder`; rejects with what it said if it cannot run. */
export async function startSide(side: PeerSide, folder: string): Promise<RunningSide> {
  const own = join(folder, side.name);
  mkdirSync(own);
  const needsPostgres = side.keepsIn === "PostgreSQL";
  const postgres = needsPostgres ? await startPostgres({ fsync: true }) : undefined;
  try {
    return await startOver(side, own, postgres);
  } catch (error) {
    await postgres?.remove();
    throw error;
  }
}

async function startOver(
  side: PeerSide,
  folder: string,
  postgres: Postgres | undefined,
): Promise<RunningSide> {
  const child = fork(side.program, [folder, postgres?.url ?? "", ...side.args], {
    // Standard output is for results alone; what a library prints is told if it fails.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let said = "";
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding("utf8").on("data", (text: string) => {
      said = `${said}${text}`.slice(-KEPT_OUTPUT);
    });
  }
  const reply = () => replyOf(child, () => said);

  async function end(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    }
    await postgres?.remove();
  }

  await reply();
  const roots = [child.pid, postgres?.postmasterPid].filter((pid) => pid !== undefined);
  return {
    side,
    async order(order) {
      child.send(order);
      return await reply();
    },
    processes: () => processTree(roots),
    end,
  };
}

async function replyOf(child: ChildProcess, said: () => string): Promise<number> {
  const settled = new AbortController();
  const { signal } = settled;
  const late = async () => {
    await sleep(LONGEST_MS, undefined, { signal, ref: false });
    throw new Error(`It did not answer within ${LONGEST_MS / 1_000} s.`);
  };
  const ended = async () => {
    const [code] = await once(child, "close", { signal });
    throw new Error(errorIn(said()) ?? `It ended with exit code ${code}.`);
  };
  try {
    const [message] = await Promise.race([once(child, "message", { signal }), ended(), late()]);
    const reply = message as Reply;
    if ("error" in reply) throw new Error(reply.error);
    return reply.value;
  } finally {
    settled.abort();
  }
}

/** The line of a stack trace that says what went wrong. */
function errorIn(said: string): string | undefined {
  return /^\w*Error\b.*$/m.exec(said)?.[0];
}
