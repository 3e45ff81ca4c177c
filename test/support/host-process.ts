import { fork } from "node:child_process";
import { once } from "node:events";
import type { SessionPoint } from "../../src/host/sessions/session-point.ts";
import { programOf } from "./built-programs.ts";
import { type Exit, serverEnvironment } from "./server-process.ts";

/** Where a host works, and for whom. */
export interface HostStart {
  /** Of this host, new with every start. */
  readonly host: string;
  /** The server's folder, where the host reads its address. */
  readonly dataFolder: string;
  readonly agent: string;
  /** Of the agent. */
  readonly key: string;
  readonly model: string;
  /** A file with a line for each effect of a tool. */
  readonly effects: string;
}

export type HostOrder =
  | ({ readonly order: "host" } & HostStart)
  /** End yourself by SIGKILL when this point is reached for the `count`-th time from now. */
  | { readonly order: "die"; readonly at: SessionPoint; readonly count: number };

export interface HostReport {
  readonly report: "loaded";
}

/** A host in a process of its own, loaded and waiting for its order. */
export interface HostProcess {
  work(start: HostStart): void;
  dieAt(point: SessionPoint, count: number): void;
  /** Stops it for this long, and then lets it continue. */
  freeze(ms: number): Promise<void>;
  /** Kills it by SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  readonly exited: Promise<Exit>;
  /** The last lines that it wrote to standard error. */
  stderr(): string;
}

const MAIN = programOf("host-crash-main");
const KEPT_STDERR = 4_000;

/** `args` say what is to be wrong with it. */
export async function launchHost(args: readonly string[] = []): Promise<HostProcess> {
  const child = fork(MAIN, args, {
    execArgv: [],
    env: serverEnvironment(),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    stderr = (stderr + chunk).slice(-KEPT_STDERR);
  });
  const exited = once(child, "exit").then(([code, signal]): Exit => ({ code, signal }));
  child.on("error", () => {});
  const loaded = once(child, "message").then(() => true);
  if (!(await Promise.race([loaded, exited.then(() => false)]))) {
    throw new Error(`A host ended before it had loaded. ${stderr}`);
  }
  const send = (order: HostOrder) => {
    if (child.connected) child.send(order, () => {});
  };
  return {
    work: (start) => send({ order: "host", ...start }),
    dieAt: (at, count) => send({ order: "die", at, count }),
    async freeze(ms) {
      child.kill("SIGSTOP");
      await new Promise((resolve) => setTimeout(resolve, ms));
      child.kill("SIGCONT");
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await exited;
    },
    exited,
    stderr: () => stderr,
  };
}
