import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createClient, type EarshotClient } from "../src/client/client.ts";
import { untilClosed } from "../src/client/until-closed.ts";
import type { RequestId } from "../src/domain/id.ts";
import { type KeyFile, readKeyFile, readServerInfo } from "../src/system/data-folder.ts";
import type { Figure } from "./figure.ts";
import { fill } from "./fill.ts";
import { inFolder } from "./folder.ts";
import { answerText } from "./question-text.ts";
import { median } from "./statistics.ts";

/** How long an agent waits before its server is killed. */
const ATTACH_MS = 500;
const PROGRAM = fileURLToPath(new URL("../bin/earshot.js", import.meta.url));

export const start: Figure = {
  name: "start.100k",
  what: "start with 100,000 open until the first is answered and its waiter told",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 2_000,
  aim: 500,

  async measure({ isQuick, note }) {
    const [open, starts] = isQuick ? [500, 1] : [100_000, 7];
    return await inFolder(async (folder) => {
      const data = join(folder, "data");
      const began = performance.now();
      const ids = await fill(data, { answered: 0, open });
      note(`asked ${open} questions in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
      const times = await startAgainAndAgain(data, ids.slice(0, starts) as RequestId[]);
      for (const part of ["ready", "answered", "told"] as const) {
        const all = times.map((time) => time[part]);
        note(`${part.padEnd(8)} after ${all.map((ms) => ms.toFixed(0)).join(", ")} ms`);
      }
      return { value: median(times.map(({ told }) => told)) };
    });
  },
};

/** Milliseconds since the start of the process. */
interface Times {
  /** The program said where it listens. */
  readonly ready: number;
  /** The answer to the first question was acknowledged. */
  readonly answered: number;
  /** The agent, which had been waiting since before the server was killed, has the answer. */
  readonly told: number;
}

/**
 * Kills the server while an agent waits and starts it again, once for each id: as a user would start
 * it, with the client that a command uses, which looks for the server until it is there.
 */
async function startAgainAndAgain(data: string, ids: readonly RequestId[]): Promise<Times[]> {
  const agent = clientOf(data, "agent");
  const operator = clientOf(data, "operator");
  const times: Times[] = [];
  let server = await startServer(data);
  try {
    for (const [n, id] of ids.entries()) {
      const waited = untilClosed(agent, id);
      await sleep(ATTACH_MS);
      await kill(server);
      const began = performance.now();
      const since = () => performance.now() - began;
      const told = waited.then(({ outcome }) => {
        if (outcome !== "answered") throw new Error(`${id} came out ${outcome}.`);
        return since();
      });
      server = await startServer(data);
      const ready = since();
      await operator.answer({ id, answer: { text: answerText(n) } });
      times.push({ ready, answered: since(), told: await told });
    }
  } finally {
    await kill(server);
  }
  return times;
}

/** Finds the server anew for every attempt: each start is at another port. */
export function clientOf(data: string, name: KeyFile): EarshotClient {
  const key = readKeyFile(data, name) ?? "";
  return createClient({ url: () => ({ url: readServerInfo(data)?.url ?? "", key }) });
}

/** Resolves once the program says that it listens. */
export async function startServer(data: string): Promise<ChildProcess> {
  const options = ["--data", data, "--port", "0", "--no-console"];
  const server = spawn(process.execPath, [PROGRAM, "start", ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith("Earshot listens on ")) return server;
  }
  throw new Error("The server ended before it listened.");
}

export async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, "exit");
  server.kill("SIGKILL");
  await exited;
}
