import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { programOf } from "../../support/built-programs.ts";
import { type Exit, environment } from "../../support/cli.ts";
import type { RunOrder } from "./death.ts";

/** A process of `run-main.ts` that has loaded. */
export interface RunProcess {
  start(order: RunOrder): void;
  kill(): void;
  readonly exited: Promise<Exit & { readonly said: string }>;
}

const MAIN = fileURLToPath(programOf("run-main"));

export async function launchRun(): Promise<RunProcess> {
  const child = fork(MAIN, [], { stdio: ["ignore", "pipe", "pipe", "ipc"], env: environment() });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (said += text));
  }
  const exited = new Promise<Exit & { said: string }>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, said }));
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const loaded = new Promise<void>((resolve) => child.once("message", () => resolve()));
  const ended = exited.then(({ said: why }) => {
    throw new Error(`The process ended before it had loaded: ${why}`);
  });
  ended.catch(() => {});
  await Promise.race([loaded, ended]);
  return {
    start: (order) => void child.send(order),
    kill: () => void child.kill("SIGKILL"),
    exited,
  };
}
