import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import type { ReadStream, WriteStream } from "node:tty";
import { createProgram, usageExitCode } from "../../src/cli/program.ts";
import { hasControllingTerminal } from "../../src/cli/terminal/has-controlling-terminal.ts";
import type { Finished } from "./cli.ts";

/*
 * Commands within the process of the test, where the process is not the point: a tenth of the work.
 * Those that start processes or serve are always processes of their own; test/cli/in-process.test.ts
 * proves that the others show the same both ways.
 */
const IN_PROCESS = [
  "--help",
  "help",
  "completions",
  "ask",
  "tell",
  "wait",
  "answer",
  "list",
  "show",
  "cancel",
  "skills",
  "authorize",
  "redeem",
  "events",
  "status",
  "attention",
  "retention",
  "keys list",
  "operators",
  "link",
  "web-sessions",
  "links",
  "route",
  "agents",
  "policy show",
  "policy check",
  "policy test",
  "grant",
  "permissions list",
  "memory",
  "audit",
  "review",
  "channels",
  "runs",
  "templates",
  "init",
  "doctor",
  "liaison list",
  "liaison show",
  "liaison say",
  "liaison progress",
  "liaison complete",
  "liaison events",
  "liaison report",
  "liaison fitness",
  "liaison export",
  "liaison graph",
  "liaison graph-query",
  "sessions list",
  "sessions show",
  "sessions start",
  "sessions resume",
  "sessions cancel",
  "sessions begin",
  "sessions pending",
  "sessions import",
  "sessions export",
];

/** Commands that ask at the controlling terminal: the test process must not have one either. */
const WITHOUT_TERMINAL = [
  "run",
  "approve",
  "reject",
  "revoke",
  "pin",
  "erase",
  "separate",
  "keys create",
  "keys revoke",
  "policy apply",
  "permissions give",
  "permissions revoke",
  "deliveries",
  "liaise",
  "liaison erase",
  "open --print",
];
const hasTerminal = hasControllingTerminal();

/** The folder, environment and name that a process of its own would have. */
export interface Surroundings {
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The file that it is a process of. */
  readonly program: string;
  /** What it can read; nothing where absent. */
  readonly stdin?: string | undefined;
}

/** What a command wrote to both streams, also as a terminal would show it. */
export interface FinishedHere extends Finished {
  readonly said: string;
}

let running = 0;
let isEntered = false;

/**
 * Whether this call can be made within the process now. Two at once have the same surroundings: who
 * wants others than the test's own must be alone.
 */
export function runsInProcess(args: readonly string[], isPlain: boolean): boolean {
  const [group = "", command = ""] = args;
  const isIn = (table: readonly string[]) =>
    table.includes(group) || table.includes(`${group} ${command}`);
  const isFit = isIn(IN_PROCESS) || (!hasTerminal && isIn(WITHOUT_TERMINAL));
  return isFit && !isEntered && (isPlain || running === 0);
}

/** Whether it reads standard input. */
export function readsInput(args: readonly string[]): boolean {
  return args.some((arg) => arg === "-" || arg.endsWith("=-") || arg.startsWith("--stdin"));
}

/** Runs a command to its end as its process would, and returns its output. */
export async function runInProcess(
  args: readonly string[],
  surroundings?: Surroundings,
): Promise<FinishedHere> {
  const leave = surroundings === undefined ? () => {} : enter(surroundings);
  running += 1;
  try {
    return await begin(args).finished;
  } finally {
    running -= 1;
    leave();
  }
}

/** A command under way within this process. */
export interface RunningHere {
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly said: () => string;
  readonly finished: Promise<FinishedHere>;
  /** Ends it as a termination signal would. */
  interrupt(): void;
}

/** Whether `earshot start` can be this process now: at a terminal it would ask there. */
export function servesInProcess(): boolean {
  return !hasTerminal && !isEntered && running === 0;
}

/**
 * `earshot start` within this process; resolves once it has greeted, or has ended. Then the surroundings are
 * as they were, so that others can run beside it.
 */
export async function serveInProcess(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<RunningHere> {
  const umask = process.umask();
  const leave = enter(surroundings);
  running += 1;
  try {
    const { promise: greeted, resolve } = Promise.withResolvers<void>();
    const server = begin(args, {
      onSaid: () => void (GREETED.test(server.stdout()) && resolve()),
    });
    await Promise.race([greeted, server.finished]);
    return server;
  } finally {
    running -= 1;
    leave();
    process.umask(umask);
  }
}

/** A command that speaks with its client over standard input and output. */
export interface SpeakingHere extends Omit<RunningHere, "stdout" | "said"> {
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
}

/**
 * `earshot proxy` or `earshot mcp` within this process; resolves once it listens to its client, or has ended.
 * Then the surroundings are as they were.
 */
export async function speakInProcess(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<SpeakingHere> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const leave = enter(surroundings, { stdin, stdout });
  running += 1;
  try {
    const listens = once(stdin, "resume");
    const command = begin(args);
    await Promise.race([listens, command.finished]);
    return { ...command, stdin, stdout };
  } finally {
    running -= 1;
    leave();
  }
}

/** A terminal, or what stands in for one. */
export interface TerminalHere {
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly stderr: WriteStream;
  /** Resolves once something is shown on it. */
  readonly shows: Promise<unknown>;
}

/** A command that talks with a person at a terminal; resolves once it has begun to, or has ended. */
export async function talkInProcess(
  args: readonly string[],
  surroundings: Surroundings,
  { stdin, stdout, stderr, shows }: TerminalHere,
): Promise<Pick<RunningHere, "finished" | "interrupt">> {
  const leave = enter(surroundings, { stdin, stdout, stderr });
  running += 1;
  try {
    const command = begin(args, { streams: { stdout, stderr } });
    await Promise.race([shows, command.finished]);
    return command;
  } finally {
    running -= 1;
    leave();
  }
}

/** The last that a start says to people, or all that it says as JSON. */
export const GREETED = /npx earshot ask .*\n\n$|^\{.*\}\n$/;

/** Returns a function that restores the surroundings; the streams stand in for those of the process. */
function enter(
  { env, cwd, program, stdin = "" }: Surroundings,
  streams: Readonly<Record<string, unknown>> = { stdin: Readable.from([Buffer.from(stdin)]) },
): () => void {
  const former = { env: { ...process.env }, cwd: process.cwd(), argv: process.argv };
  const names = Object.keys(streams);
  const own = names.map((name) => Object.getOwnPropertyDescriptor(process, name));
  isEntered = true;
  putEnvironment(env);
  process.argv = [process.execPath, program];
  process.chdir(cwd);
  for (const name of names) {
    Object.defineProperty(process, name, { configurable: true, value: streams[name] });
  }
  return () => {
    isEntered = false;
    for (const [at, name] of names.entries()) {
      Object.defineProperty(process, name, own[at] as PropertyDescriptor);
    }
    process.chdir(former.cwd);
    putEnvironment(former.env);
    process.argv = former.argv;
  };
}

/** Changed in place: code that asks the system for the home folder must see the same object. */
function putEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

interface Begun {
  /** At each word of it. */
  readonly onSaid?: () => void;
  /** Where it writes instead. */
  readonly streams?: Pick<TerminalHere, "stdout" | "stderr">;
}

function begin(args: readonly string[], { onSaid, streams }: Begun = {}): RunningHere {
  const texts = { stdout: "", stderr: "", said: "" };
  const stream = (name: "stdout" | "stderr") => ({
    write(text: string) {
      texts[name] += text;
      texts.said += text;
      onSaid?.();
    },
  });
  const stop = new AbortController();
  async function toItsEnd(): Promise<FinishedHere> {
    let code = 0;
    try {
      const program = await createProgram({
        finish: (exit) => {
          code = exit;
        },
        signal: stop.signal,
        streams: streams ?? { stdout: stream("stdout"), stderr: stream("stderr") },
        args,
      });
      await program.parseAsync(args, { from: "user" });
    } catch (error) {
      code = usageExitCode(error);
    }
    return { code, signal: null, ...texts };
  }
  return {
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    said: () => texts.said,
    finished: toItsEnd(),
    interrupt: () => stop.abort(),
  };
}
