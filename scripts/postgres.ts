import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "./free-port.ts";
import { findPostgres, type PostgresProgram } from "./postgres-program.ts";

export interface PostgresOptions {
  /** Off for plain tests, which lose nothing; on for tests of power cuts. */
  readonly fsync?: boolean;
  readonly port?: number;
  /** The data folder, which stays after a stop; a temporary one, if absent. */
  readonly folder?: string;
  /** Further settings, as `name=value`. */
  readonly settings?: readonly string[];
  /**
   * Makes it a standby of this one, which is stopped for the copy. It streams what the other writes,
   * and loses what had not come when it is promoted.
   */
  readonly standbyOf?: Postgres;
}

/** `fast` ends connections and writes a checkpoint; `immediate` is a crash; `kill` is signal 9. */
export type StopMode = "fast" | "immediate" | "kill";

/** A PostgreSQL server of our own, which ends with this process however that ends. */
export interface Postgres {
  /** The address of the database `postgres` for a superuser; restarts do not change it. */
  readonly url: string;
  readonly dataFolder: string;
  readonly postmasterPid: number | undefined;
  /** Resolves when it has ended; its data stays until `remove`. */
  stop(mode?: StopMode): Promise<void>;
  /** Starts it again on the same port with the same data. */
  restart(): Promise<void>;
  /** Stops it and removes its folder, if that is a temporary one. */
  remove(): Promise<void>;
}

const PASSWORD = "earshot-test";
const PREFIX = "earshot-postgres-run-";
const READY = /database system is ready to accept (?:read-only )?connections/;
const SIGNALS = { fast: "SIGINT", immediate: "SIGQUIT", kill: "SIGKILL" } as const;
/** The children of a killed postmaster hold its memory for a moment. */
const START_TRIES = 20;

export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  await sweep();
  const program = await findPostgres();
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), PREFIX));
  const dataFolder = join(folder, "data");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "owner.pid"), String(process.pid));
  if (options.standbyOf !== undefined) await copyFrom(options.standbyOf, { program, folder });
  else if (!existsSync(dataFolder)) await initialise(program, folder);
  const port = options.port ?? (await freePort());
  const run = { program, dataFolder, port, options };
  const isTemporary = options.folder === undefined;
  const watchOver = (pid: number) => watchdog(pid, isTemporary ? folder : undefined);

  let server: ChildProcess | undefined;
  let guard: ChildProcess | undefined;

  async function start(): Promise<void> {
    server = await startServer(run);
    guard = watchOver(Number(server.pid));
  }

  async function stop(mode: StopMode = "fast"): Promise<void> {
    const stopping = server;
    if (stopping === undefined) return;
    guard?.kill("SIGKILL");
    const ended = hasEnded(stopping) ? undefined : once(stopping, "exit");
    stopping.ref();
    stopping.kill(SIGNALS[mode]);
    await ended;
    server = undefined;
  }

  await start();
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    dataFolder,
    get postmasterPid() {
      return server?.pid;
    },
    stop,
    async restart() {
      await stop();
      await start();
    },
    async remove() {
      await stop("immediate");
      if (isTemporary) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Text is sorted by a language, as on most machines, so code that needs byte order must say so. */
async function initialise({ initdb, user }: PostgresProgram, folder: string): Promise<void> {
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, `${PASSWORD}\n`, { mode: 0o600 });
  if (user !== undefined) {
    chownSync(folder, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  await promisify(execFile)(
    initdb,
    [
      "-D",
      join(folder, "data"),
      "--username=postgres",
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "-c",
      "scram_iterations=64",
      "--no-sync",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=icu",
      "--icu-locale=en-US",
    ],
    { ...user, env: { ...process.env, LC_MESSAGES: "C" } },
  );
}

/** By a copy of the files, since the programs that npm installs have no `pg_basebackup`. */
async function copyFrom(
  primary: Postgres,
  { program: { user }, folder }: { readonly program: PostgresProgram; readonly folder: string },
): Promise<void> {
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  await primary.stop();
  await promisify(execFile)("cp", ["-a", primary.dataFolder, data]);
  await primary.restart();
  rmSync(join(data, "postmaster.pid"), { force: true });
  writeFileSync(join(data, "standby.signal"), "");
  // In a file and not on the command line, so that it can be taken away while the server runs.
  appendFileSync(join(data, "postgresql.auto.conf"), `primary_conninfo = '${primary.url}'\n`);
  if (user !== undefined) chownSync(join(data, "standby.signal"), user.uid, user.gid);
}

interface Run {
  readonly program: PostgresProgram;
  readonly dataFolder: string;
  readonly port: number;
  readonly options: PostgresOptions;
}

async function startServer(run: Run): Promise<ChildProcess> {
  for (let tries = 1; ; tries += 1) {
    const started = await tryToStart(run);
    if (typeof started !== "string") return started;
    const isHeldStill = /still in use|already exists/.test(started);
    if (!isHeldStill || tries === START_TRIES) {
      throw new Error(`PostgreSQL did not start:\n${started}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The server once it accepts connections; its output if it ended before. */
async function tryToStart(run: Run): Promise<ChildProcess | string> {
  const { program, dataFolder } = run;
  const server = spawn(program.postgres, ["-D", dataFolder, ...settings(run)], {
    ...program.user,
    env: { ...process.env, LC_MESSAGES: "C" },
    stdio: ["ignore", "ignore", "pipe"],
    // A Ctrl-C that ends this program must not end the server before those who still need it.
    detached: true,
  });
  let said = "";
  const output = server.stderr;
  const isReady = await new Promise<boolean>((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", () => resolve(false));
    output.setEncoding("utf8").on("data", (text: string) => {
      said = `${said}${text}`.slice(-4_096);
      if (READY.test(said)) resolve(true);
    });
  });
  if (!isReady) return said;
  // Read on, or the server stops when the pipe is full; but let this program end.
  output.removeAllListeners("data").resume();
  (output as unknown as { unref(): void }).unref();
  server.unref();
  return server;
}

function settings({ port, options }: Run): string[] {
  const isDurable = options.fsync ?? false;
  const values = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    `fsync=${isDurable ? "on" : "off"}`,
    "max_connections=200",
    "shared_buffers=64MB",
    "autovacuum_naptime=10s",
    "log_checkpoints=off",
    ...(options.settings ?? []),
  ];
  return values.flatMap((value) => ["-c", value]);
}

/**
 * Crashes the server and removes its folder when this process ends, by whatever signal, since that
 * closes this end of the pipe.
 */
function watchdog(pid: number, folder: string | undefined): ChildProcess {
  const script = `read -r _; kill -QUIT "$1" 2>/dev/null
    while kill -0 "$1" 2>/dev/null; do sleep 0.1; done
    [ -z "$2" ] || rm -rf "$2"`;
  const guard = spawn("sh", ["-c", script, "watchdog", String(pid), folder ?? ""], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return guard;
}

/** Removes what earlier runs left if their watchdog was killed too. */
async function sweep(): Promise<void> {
  const names = await readdir(tmpdir());
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    const pids = await Promise.all(["owner.pid", "data/postmaster.pid"].map(pidIn(folder)));
    if (pids[0] === undefined || pids.some((pid) => pid !== undefined && isAlive(pid))) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

function pidIn(folder: string): (file: string) => Promise<number | undefined> {
  return async (file) => {
    const text = await readFile(join(folder, file), "utf8").catch(() => undefined);
    return text === undefined ? undefined : Number(text.split("\n")[0]);
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
