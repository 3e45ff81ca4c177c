import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import { present } from "../../src/domain/present.ts";
import { readServerInfo, servingOf } from "../../src/system/data-folder.ts";
import { COMPILE_CACHE } from "./compile-cache.ts";
import {
  GREETED,
  readsInput,
  runInProcess,
  runsInProcess,
  serveInProcess,
  servesInProcess,
} from "./in-process.ts";

/* The command line as a user meets it: real processes, real folders, real servers. */

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/**
 * What `bin/earshot.js` runs after it has checked that the build is fresh; here that is checked
 * once for all. Coverage counts the lines of the sources, not those of the build.
 */
export const PROGRAM =
  process.env["EARSHOT_TEST_COVERAGE"] === undefined
    ? join(ROOT, "dist", "earshot.js")
    : join(ROOT, "src", "cli", "main.ts");

/** Long enough for a machine that is busy with other tests. */
export const PATIENCE_MS = 40_000;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Finished extends Exit {
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves once both streams have ended too. */
  readonly finished: Promise<Finished>;
}

export type Variables = Readonly<Record<string, string>>;

/** Where nothing can be: a command that names no folder must not find the developer's home server. */
export const NO_STATE = "/dev/null/state";

/** The environment of a command: no variable of the developer's that could change what it does. */
export function environment(more: Variables = {}): Record<string, string> {
  const { PATH = "", HOME = "" } = process.env;
  return {
    PATH,
    HOME,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    XDG_STATE_HOME: NO_STATE,
    // What people decide at a terminal counts at once, where a test does not say otherwise.
    EARSHOT_UNDO: "off",
    ...codeVariables(),
    ...markVariables(),
    ...more,
  };
}

/** By these scripts/test.ts finds out which test a leftover process belongs to. */
export function markVariables(): Record<string, string> {
  const { EARSHOT_TEST_RUN = "", EARSHOT_TEST_NAME = "" } = process.env;
  return { EARSHOT_TEST_RUN, EARSHOT_TEST_NAME };
}

/** Compiled code is kept between runs, since compiling takes half the time of a command. */
export function codeVariables(): Record<string, string> {
  const { EARSHOT_TEST_COVERAGE: coverage } = process.env;
  return {
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...present({ NODE_V8_COVERAGE: coverage === undefined ? undefined : join(ROOT, coverage) }),
  };
}

/** A new folder that is removed with its content once its owner ends. */
export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), "earshot-test-"));
}

export function removeFolder(folder: string): void {
  endServersOf(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Commands start a server if none runs, and it outlives them. It must not outlive its folder. */
function endServersOf(folder: string): void {
  for (const file of globSync("{,*/,*/*/}server.json", { cwd: folder })) {
    const data = join(folder, dirname(file));
    const pid = servingOf(data)?.pid;
    if (pid !== undefined && pid !== process.pid) process.kill(pid, "SIGKILL");
  }
}

/** A folder for one test. */
export function testFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

export interface SpawnOptions {
  readonly env?: Variables;
  readonly cwd?: string;
}

export interface RunOptions extends SpawnOptions {
  /** The content of its standard input. Empty, if absent. */
  readonly stdin?: string | undefined;
}

async function end({ child, finished }: Running): Promise<void> {
  child.kill("SIGKILL");
  await finished;
}

/** Kills a program that was launched, with all that it has started. */
export async function killAll({ child, finished }: Running): Promise<void> {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    // All of them have ended.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
  await finished;
}

/** Starts a program in a session of its own, so that no terminal controls it. */
export function launch(
  command: string,
  args: readonly string[],
  { env = {}, cwd = ROOT }: SpawnOptions = {},
): Running {
  const child = spawn(command, args, { cwd, env: environment(env), detached: true });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  child.stdin.on("error", () => {});
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  finished.catch(() => {});
  return { child, stdout: () => stdout, stderr: () => stderr, finished };
}

/** Starts `earshot` with these arguments; it is killed with the test at the latest. */
export function spawnEarshot(args: readonly string[], options: SpawnOptions = {}): Running {
  const running = launch(process.execPath, [PROGRAM, ...args], options);
  onTestFinished(() => end(running));
  return running;
}

/** A server that `earshot start` runs, and what it has said. */
export interface Served {
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly finished: Promise<Finished>;
  /** Stops it as a termination signal does. */
  stop(): Promise<Finished>;
}

/**
 * Starts `earshot start` with these arguments, on a free port and without a console, within this process where
 * that shows the same. Resolves once it has greeted or has ended; it is stopped with the test at the latest.
 */
export async function serve(
  args: readonly string[],
  { env = {}, cwd = ROOT }: SpawnOptions = {},
): Promise<Served> {
  const line = ["start", "--no-console", "--port", "0", ...args];
  const server = servesInProcess()
    ? await serveInProcess(line, { env: environment(env), cwd, program: PROGRAM })
    : await greeted(spawnEarshot(line, { env, cwd }));
  const stop = () => {
    server.interrupt();
    return server.finished;
  };
  onTestFinished(async () => void (await stop()));
  return { stdout: server.stdout, stderr: server.stderr, finished: server.finished, stop };
}

async function greeted(running: Running) {
  let hasEnded = false;
  void running.finished.then(() => {
    hasEnded = true;
  });
  await eventually(() => hasEnded || GREETED.test(running.stdout()) || undefined);
  return { ...running, interrupt: () => void running.child.kill("SIGTERM") };
}

/** Runs `earshot` to its end; within this process where that shows the same. */
export async function earshot(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Finished> {
  const { env, cwd, stdin } = options;
  const isPlain =
    env === undefined && cwd === undefined && stdin === undefined && !readsInput(args);
  if (runsInProcess(args, isPlain)) {
    return await (isPlain
      ? runInProcess(args)
      : runInProcess(args, { env: environment(env), cwd: cwd ?? ROOT, program: PROGRAM, stdin }));
  }
  return await earshotProcess(args, options);
}

/** Runs `earshot` to its end as a process of its own. */
export async function earshotProcess(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Finished> {
  const running = spawnEarshot(args, options);
  running.child.stdin.end(options.stdin);
  return await running.finished;
}

/** Resolves with what `find` finds as soon as it finds something. */
export async function eventually<T>(
  find: () => T | undefined | Promise<T | undefined>,
  what: () => string = () => "what was waited for",
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Not within ${PATIENCE_MS} ms: ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A server on a data folder of its own, with its keys and commands. */
export interface TestServer {
  readonly data: string;
  /** Where it listens now; another port after a restart. */
  readonly url: () => string;
  key(of: "operator" | "agent"): string;
  /** Earshot over HTTP, which finds the server again after a restart. */
  readonly agent: EarshotClient;
  readonly operator: EarshotClient;
  /** Runs a command with this data folder, within this process where that shows the same. */
  run(...args: readonly string[]): Promise<Finished>;
  /** Starts a command with this data folder, as a process of its own. */
  spawn(...args: readonly string[]): Running;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

/** One that is a process of its own. */
export interface TestServerProcess extends TestServer {
  readonly process: () => Running;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it on its folder. */
  start(): Promise<void>;
}

const GREETING = /^Earshot listens on (http:\/\/127\.0\.0\.1:\d+)\n/;

function onFolder(data: string, url: () => string): Omit<TestServer, "close"> {
  const key = (of: "operator" | "agent") => readFileSync(join(data, `${of}.key`), "utf8").trim();
  const clientOf = (of: "operator" | "agent") =>
    createClient({ url: () => ({ url: url(), key: key(of) }) });
  const withData = (args: readonly string[]) => {
    const options = args.includes("--") ? args.indexOf("--") : args.length;
    return [...args.slice(0, options), "--data", data, ...args.slice(options)];
  };
  return {
    data,
    url,
    key,
    agent: clientOf("agent"),
    operator: clientOf("operator"),
    run: (...args) => earshot(withData(args)),
    spawn: (...args) => spawnEarshot(withData(args)),
  };
}

/** A server within this process, on a folder that may be prepared for it. The opener closes it. */
export async function openServer(prepare?: (data: string) => void): Promise<TestServer> {
  const folder = makeFolder();
  const data = join(folder, "data");
  // Loaded late: tests that only start programs need not load all parts of a server.
  const { startServer } = await import("../../src/compose/compose.ts");
  const { makeEmptyDataFolder } = await import("./empty-record.ts");
  await makeEmptyDataFolder(data);
  prepare?.(data);
  const server = await startServer({ dataFolder: data, port: 0 });
  return {
    ...onFolder(data, () => server.url),
    async close() {
      await server.stop();
      removeFolder(folder);
    },
  };
}

/**
 * A server in a process of its own, which can be killed and started again. The opener closes it.
 */
export async function openServerProcess(): Promise<TestServerProcess> {
  const folder = makeFolder();
  const data = join(folder, "data");
  let running: Running;
  let url = "";

  async function start(): Promise<void> {
    const started = launch(process.execPath, [
      PROGRAM,
      "start",
      "--no-console",
      "--port",
      "0",
      "--data",
      data,
    ]);
    running = started;
    let hasEnded = false;
    void started.finished.finally(() => {
      hasEnded = true;
    });
    url = await eventually(
      () => {
        if (hasEnded) throw new Error(`The server has ended: ${started.stderr()}`);
        return GREETING.exec(started.stdout())?.[1];
      },
      () => `the server's first line; it said ${started.stdout()}${started.stderr()}`,
    );
  }

  const kill = () => end(running);
  await start();
  return {
    ...onFolder(data, () => url),
    process: () => running,
    kill,
    start,
    async close() {
      await kill();
      removeFolder(folder);
    },
  };
}

/** A server that a test stops and starts again on its folder, which `earshot start` serves. */
export interface RestartedServer extends Omit<TestServer, "close"> {
  /** What the start that was last has said. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  stop(): Promise<Finished>;
  start(): Promise<void>;
}

/** For one test, and a process of its own only where a terminal would be asked. */
export async function restartedServer(): Promise<RestartedServer> {
  const data = join(testFolder(), "data");
  let server: Served;
  async function start(): Promise<void> {
    server = await serve(["--data", data]);
  }
  await start();
  return {
    ...onFolder(data, () => readServerInfo(data)?.url ?? ""),
    stdout: () => server.stdout(),
    stderr: () => server.stderr(),
    stop: () => server.stop(),
    start,
  };
}

/** A server for one test. */
export async function testServer(prepare?: (data: string) => void): Promise<TestServer> {
  const server = await openServer(prepare);
  onTestFinished(() => server.close());
  return server;
}

/** A server in a process of its own for one test. */
export async function testServerProcess(): Promise<TestServerProcess> {
  const server = await openServerProcess();
  onTestFinished(() => server.close());
  return server;
}
