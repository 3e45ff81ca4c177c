import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { environmentOfChild } from "../../compose/config.ts";
import { EarshotError } from "../../domain/errors.ts";

/** This program, run once more in a process of its own. */
export interface Child {
  readonly pid: number;
  /** The first line of standard output; rejects if the process ends without one. */
  readonly firstLine: Promise<string>;
  readonly finished: Promise<{ readonly code: number | null; readonly stdout: string }>;
  /** Kills it with signal 9; resolves when it is gone. */
  kill(): Promise<void>;
}

export interface Children {
  /** `onNote` gets each line of standard error. */
  run(args: readonly string[], onNote?: (line: string) => void): Child;
  /** Kills those that are still running. */
  close(): Promise<void>;
}

export function createChildren(): Children {
  const children: Child[] = [];
  return {
    run(args, onNote = () => {}) {
      const child = start(args, onNote);
      children.push(child);
      return child;
    },
    close: async () => void (await Promise.all(children.map((child) => child.kill()))),
  };
}

function start(args: readonly string[], onNote: (line: string) => void): Child {
  const child = spawn(process.execPath, [process.argv[1] ?? "", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: environmentOfChild(),
  });
  createInterface({ input: child.stderr }).on("line", onNote);
  const closed = once(child, "close");
  const firstLine = readFirstLine(child, args);
  // A caller that does not wait for the line learns about it from the end.
  firstLine.catch(() => {});
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  return {
    pid: child.pid ?? 0,
    firstLine,
    finished: closed.then(([code]) => ({ code, stdout })),
    async kill() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

async function readFirstLine(
  child: ChildProcessByStdio<null, Readable, Readable>,
  args: readonly string[],
): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new EarshotError("INTERNAL", `earshot ${args.join(" ")} has ended without a word.`);
}
