import { spawn, spawnSync } from "node:child_process";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import {
  type ProcessOptions,
  prepared,
  type ServerProcess,
  serverEnvironment,
} from "./server-process.ts";

/** Why this machine cannot trace system calls; undefined if it can. */
export function tracingProblem(): string | undefined {
  if (process.platform !== "linux") return `there is no strace on ${process.platform}`;
  const { error, status, stderr } = spawnSync("strace", ["-f", "-o", "/dev/null", "true"], {
    encoding: "utf8",
  });
  if (error !== undefined) return "strace is not on the PATH";
  return status === 0 ? undefined : `strace may not trace here: ${stderr.trim()}`;
}

export interface TraceOptions extends ProcessOptions {
  /** The file that gets the trace. */
  readonly output: string;
  readonly calls: readonly string[];
  /** Faults to inject, in the form of strace's `-e inject=`. */
  readonly inject?: string;
  /** Traces, and injects into, only calls on this file. */
  readonly path?: string;
}

/** The longest text of a call that is kept: longer than any page or response of the tests. */
const KEPT_TEXT = 100_000;

export async function launchTraced(options: TraceOptions): Promise<ServerProcess> {
  const { output, calls, inject, path, main, args } = options;
  const flags = [
    "-f",
    "-y",
    "-tt",
    "-s",
    String(KEPT_TEXT),
    "-o",
    output,
    "-e",
    `trace=${calls.join(",")}`,
    ...(inject === undefined ? [] : ["-e", `inject=${inject}`]),
    ...(path === undefined ? [] : ["-P", path]),
  ];
  const command = [...flags, "--", process.execPath, fileURLToPath(main), ...args];
  const child = spawn("strace", command, {
    env: serverEnvironment(),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  return await prepared(child);
}

/**
 * One system call. `begun` and `ended` are places in the order in which strace has seen things
 * happen: it sees the beginning before the kernel does anything, and the end when all is done. So
 * where one call has `ended` before another has `begun`, it was over before the other could do
 * anything, whatever thread either was on.
 */
export interface SystemCall {
  readonly name: string;
  readonly begun: number;
  readonly ended: number;
  /** What its file descriptor refers to: a path, or for example `socket:[123]`. */
  readonly file: string;
  /** All arguments, as strace prints them: printable ASCII as it is, the rest escaped. */
  readonly text: string;
  /** As printed: a number, or -1 and the error. */
  readonly result: string;
}

const WHOLE = /^(\d+) +[\d:.]+ (\w+)\((.*)\) += (.*)$/s;
const BEGIN = /^(\d+) +[\d:.]+ (\w+)\((.*) <unfinished \.\.\.>$/s;
const END = /^(\d+) +[\d:.]+ <\.\.\. (\w+) resumed>(.*)\) += (.*)$/s;
const FILE = /^\d+<([^>]*)>/;

/** The calls of a trace in the order of their ends. */
export async function readTrace(path: string): Promise<readonly SystemCall[]> {
  const calls: SystemCall[] = [];
  const begun = new Map<string, { readonly at: number; readonly text: string }>();
  let at = 0;
  for await (const line of createInterface({ input: createReadStream(path, "utf8") })) {
    at += 1;
    const [, beginner, , opened = ""] = BEGIN.exec(line) ?? [];
    if (beginner !== undefined) {
      begun.set(beginner, { at, text: opened });
      continue;
    }
    const [, pid = "", name = "", text = "", result = ""] =
      WHOLE.exec(line) ?? END.exec(line) ?? [];
    if (name === "") continue;
    const earlier = begun.get(pid);
    begun.delete(pid);
    const whole = (earlier?.text ?? "") + text;
    const [, file = ""] = FILE.exec(whole) ?? [];
    calls.push({ name, begun: earlier?.at ?? at, ended: at, file, text: whole, result });
  }
  return calls;
}

/** The first bytes of what a call writes. */
export function bytesWritten({ text }: SystemCall): Buffer {
  const [, escaped = ""] = /"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  const bytes = escaped.replaceAll(/\\(x[0-9a-f]{2}|[0-7]{1,3}|.)/g, (_, code: string) => {
    if (code.startsWith("x")) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    return LETTERS[code] ?? code;
  });
  return Buffer.from(bytes, "latin1");
}

const LETTERS: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  v: "\v",
  f: "\f",
};
