import { createProgram, usageExitCode } from "../../src/cli/program.ts";
import type { Finished } from "./cli.ts";

/*
 * Commands within the process of the test, where the process is not the point: a tenth of the work.
 * Those that read keys or standard input, start processes or serve are always processes of their own.
 */
const IN_PROCESS = [
  ...["ask", "tell", "wait", "answer", "list", "show", "cancel", "skills", "authorize", "redeem"],
  ...["events", "status", "attention", "retention", "keys list", "operators", "link"],
  ...["web-sessions", "links", "route", "agents", "policy show", "policy check", "policy test"],
  ...["grant", "permissions list", "memory", "audit", "review"],
  ...["deliveries list", "deliveries show", "deliveries resend", "channels list", "runs"],
  ...["liaison list", "liaison show", "liaison say", "liaison progress", "liaison complete"],
  ...[
    "liaison report",
    "liaison fitness",
    "liaison export",
    "liaison graph",
    "liaison graph-query",
  ],
  ...["sessions list", "sessions show", "sessions start", "sessions resume", "sessions cancel"],
];

/** Whether this call can be made within the process. */
export function runsInProcess(args: readonly string[]): boolean {
  const reads = args.includes("-") || args.some((arg) => arg.startsWith("--stdin"));
  const [group = "", command = ""] = args;
  return !reads && (IN_PROCESS.includes(group) || IN_PROCESS.includes(`${group} ${command}`));
}

/** Runs a command to its end as its process would, with what it says. */
export async function runInProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  const former = { ...process.env };
  Object.assign(process.env, env);
  try {
    return await runToItsEnd(args);
  } finally {
    for (const name of Object.keys(env)) {
      if (former[name] === undefined) delete process.env[name];
      else process.env[name] = former[name];
    }
  }
}

async function runToItsEnd(args: readonly string[]): Promise<Finished> {
  const said = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof said) => ({
    write(text: string) {
      said[name] += text;
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
  return { code, signal: null, ...said };
}
