import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { COMPILE_CACHE } from "./compile-cache.ts";
import type { DeathPoint, FurtherOptions, Order, Report } from "./serve-when-told.ts";

const START_WITHIN_MS = 60_000;
const KEPT_STDERR = 4_000;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server in a process of its own, loaded and waiting for the order to start. */
export interface ServerProcess {
  readonly pid: number;
  /** Resolves with the address; rejects if the process ends first or takes too long. */
  start(dataFolder: string, options?: FurtherOptions): Promise<string>;
  /** Makes it kill itself at a named point of a commit, or of the hub. */
  dieAt(point: DeathPoint, count: number): void;
  /** Kills it by SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  readonly exited: Promise<Exit>;
  /** The last lines that it wrote to standard error. */
  stderr(): string;
}

export interface ProcessOptions {
  /** A file of `test/support` that calls `serveWhenTold`. */
  readonly main: URL;
  readonly args: readonly string[];
}

/** The environment of a server process: with Node's compile cache it loads in half the time. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE };
}

export async function launch({ main, args }: ProcessOptions): Promise<ServerProcess> {
  const child = fork(main, args, {
    execArgv: [],
    env: serverEnvironment(),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  return await prepared(child);
}

/**
 * The handle of a process that was just spawned with an IPC channel, once it has loaded. The server
 * may be a child of the process that was spawned.
 */
export async function prepared(child: ChildProcess): Promise<ServerProcess> {
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    stderr = (stderr + chunk).slice(-KEPT_STDERR);
  });
  const exited = once(child, "exit").then(([code, signal]): Exit => ({ code, signal }));
  // A broken channel shows as an exit, which everybody who waits for a report also watches.
  child.on("error", () => {});

  function next<R extends Report["report"]>(wanted: R): Promise<Extract<Report, { report: R }>> {
    const { promise, resolve, reject } = Promise.withResolvers<Extract<Report, { report: R }>>();
    const timer = setTimeout(
      () => reject(new Error(`The server was not ${wanted} after ${START_WITHIN_MS} ms.`)),
      START_WITHIN_MS,
    );
    const listen = (report: unknown) => {
      const known = report as Report;
      if (known.report === wanted) resolve(known as Extract<Report, { report: R }>);
    };
    child.on("message", listen);
    void exited.then(({ code, signal }) =>
      reject(new Error(`The server ended (${code ?? signal}) before it was ${wanted}. ${stderr}`)),
    );
    return promise.finally(() => {
      clearTimeout(timer);
      child.off("message", listen);
    });
  }

  function send(order: Order): void {
    if (child.connected) child.send(order, () => {});
  }

  async function loaded(): Promise<number> {
    try {
      return (await next("loaded")).pid;
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    }
  }

  const pid = await loaded();
  return {
    pid,
    async start(dataFolder, options) {
      const listening = next("listening");
      send({ order: "start", dataFolder, options });
      return (await listening).url;
    },
    dieAt: (at, count) => send({ order: "die", at, count }),
    async kill() {
      if (child.exitCode === null && child.signalCode === null) process.kill(pid, "SIGKILL");
      await exited;
    },
    exited,
    stderr: () => stderr,
  };
}
