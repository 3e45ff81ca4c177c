import { createProgram, usageExitCode } from "../../src/cli/program.ts";
import type { Finished } from "./cli.ts";

/*
 * Commands within the process of the test, where the process is not the point: a tenth of the work.
 * Those that read keys or standard input, start processes or serve are always processes of their own.
 */
const IN_PROCESS = [
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
  "deliveries",
  "channels",
  "runs",
  "init",
  "doctor",
  "liaison list",
  "liaison show",
  "liaison say",
  "liaison progress",
  "liaison complete",
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
];

/** Where and as what a process of its own would run. */
export interface Surroundings {
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The file that it is a process of. */
  readonly program: string;
}

/** What a command has said to either stream, also as a terminal would show it. */
export interface FinishedHere extends Finished {
  readonly said: string;
}

let running = 0;

/** Whether this call can be made within the process: two at once have the same surroundings. */
export function runsInProcess(args: readonly string[]): boolean {
  const reads = args.some((arg) => arg === "-" || arg.endsWith("=-") || arg.startsWith("--stdin"));
  const [group = "", command = ""] = args;
  const isFit = IN_PROCESS.includes(group) || IN_PROCESS.includes(`${group} ${command}`);
  return isFit && !reads;
}

/** Whether the surroundings are free to be changed. */
export function isUndisturbed(): boolean {
  return running === 0;
}

/** Runs a command to its end as its process would, with what it says. */
export async function runInProcess(
  args: readonly string[],
  surroundings?: Surroundings,
): Promise<FinishedHere> {
  const leave = surroundings === undefined ? () => {} : enter(surroundings);
  running += 1;
  try {
    return await runToItsEnd(args);
  } finally {
    running -= 1;
    leave();
  }
}

/** Returns what makes the surroundings as they were. */
function enter({ env, cwd, program }: Surroundings): () => void {
  const former = { env: { ...process.env }, cwd: process.cwd(), argv: process.argv };
  putEnvironment(env);
  process.argv = [process.execPath, program];
  process.chdir(cwd);
  return () => {
    process.chdir(former.cwd);
    putEnvironment(former.env);
    process.argv = former.argv;
  };
}

/** In place: what asks the system for the home folder sees no other object. */
function putEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

async function runToItsEnd(args: readonly string[]): Promise<FinishedHere> {
  const texts = { stdout: "", stderr: "", said: "" };
  const stream = (name: "stdout" | "stderr") => ({
    write(text: string) {
      texts[name] += text;
      texts.said += text;
    },
  });
  let code = 0;
  try {
    const program = await createProgram({
      finish: (exit) => {
        code = exit;
      },
      signal: new AbortController().signal,
      streams: { stdout: stream("stdout"), stderr: stream("stderr") },
      args,
    });
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    code = usageExitCode(error);
  }
  return { code, signal: null, ...texts };
}
