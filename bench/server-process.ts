import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Order, Report } from "./servers/report.ts";

/** A server of the bench in a process of its own. */
export interface ServerProcess {
  readonly port: number;
  report(order?: Order): Promise<Report>;
  /** Ends gracefully: everything is on disk, in the database file itself. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts a program that reports (`servers/report.ts`); `places` are its data folders. */
export async function startProcess(
  program: URL,
  ...places: readonly string[]
): Promise<ServerProcess> {
  const child = fork(program, places, {
    execArgv: ["--expose-gc"],
    // Standard output is for results alone.
    stdio: ["ignore", process.stderr, process.stderr, "ipc"],
  });
  const { port } = (await messageOf(child)) as { port: number };

  async function end(how: () => void): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    how();
    await exited;
  }

  return {
    port,
    async report(order = "report") {
      child.send(order);
      return (await messageOf(child)) as Report;
    },
    stop: () => end(() => child.send("stop" satisfies Order)),
    kill: () => end(() => child.kill("SIGKILL")),
  };
}

/** The next message of a server; rejects where it ends instead. */
async function messageOf(child: ChildProcess): Promise<unknown> {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = async () => {
    const [code] = await once(child, "exit", { signal });
    throw new Error(`A server of the bench ended with exit code ${code}.`);
  };
  try {
    const [message] = await Promise.race([once(child, "message", { signal }), ended()]);
    return message;
  } finally {
    settled.abort();
  }
}
