import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Command } from "commander";
import { type Environment, environmentOfServer } from "../../compose/config.ts";
import { EarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import type { BackupPlan } from "../../ports/store/backups.ts";
import { backupSchedule, lastDrill } from "../../system/backup-notes.ts";
import { dataPaths } from "../../system/data-folder.ts";
import type { PostgresOptions } from "../../system/postgres-url.ts";
import { newestIn } from "../backup/backup-folder.ts";
import { removeLeft } from "../backup/drill-folder.ts";
import { duration, wholeNumber } from "../terminal/command.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { durationOf, numberOf } from "./limits.ts";

/** What the command line says about backups; the environment supplies what it leaves open. */
export interface BackupOptions {
  readonly backupEvery?: number;
  readonly backupTo?: string;
  readonly backupKeep?: number;
  readonly backupPassphraseFile?: string;
  readonly drillEvery?: number;
  /** A stand-in server: it gives way to one that somebody starts, and leaves backups to that. */
  readonly standIn?: true;
}

/** A database and its key, if the record is not in the data folder. */
type Place = Pick<PostgresOptions, "url" | "deploymentKey"> | undefined;

interface Settings {
  readonly everyMs: number;
  readonly to: string;
  readonly keep: number;
  readonly passphraseFile: string | undefined;
  readonly drillEveryMs: number | undefined;
}

const KEEP = 7;
const MOST_KEPT = 10_000;
const LEAST_MS = 60_000;
/** A command that is told to end removes what it had begun. */
const GRACE_MS = 5_000;

export function addBackupOptions(command: Command): Command {
  return command
    .option("--backup-every <duration>", "take a backup by itself, such as every 24h", duration)
    .option("--backup-to <folder>", "folder that these backups go to; best on another disk")
    .option("--backup-keep <number>", "how many of them stay; 7 by default", wholeNumber(1))
    .option(
      "--backup-passphrase-file <file>",
      "put the keys into them, under its first line; without it they are left out",
    )
    .option(
      "--drill-every <duration>",
      "restore the newest for practice, such as every 7d; see npx earshot backup drill",
      duration,
    );
}

/** Undefined if nothing says that this server takes backups. */
export function backupPlan(
  context: RunContext,
  options: BackupOptions,
  place: Place,
): BackupPlan | undefined {
  const settings = settingsOf(options, context.environment);
  if (settings === undefined) return undefined;
  const { everyMs, to, drillEveryMs, passphraseFile, keep } = settings;
  const { root } = dataPaths(context.options.data);
  const withKeys =
    passphraseFile === undefined
      ? []
      : ["--with-keys", "--passphrase-file", resolve(passphraseFile)];
  const run = (args: readonly string[], signal: AbortSignal) =>
    runCommand([...args, "--data", root, "--plain", ...withKeys], { place, signal });
  return {
    everyMs,
    drillEveryMs,
    keeper: {
      newestMs: async (keyIds) => (await newestIn(to, keyIds, Date.now()))?.atMs,
      async take(signal) {
        try {
          await run(["backup", "--to", to, "--keep", String(keep)], signal);
          noteAttempt(root, undefined);
        } catch (error) {
          if (!signal.aborted) noteAttempt(root, (error as Error).message);
          throw error;
        }
      },
      drilledMs() {
        const note = lastDrill.read(root);
        return note === undefined ? undefined : Date.parse(note.at);
      },
      drill: (signal) => run(["backup", "drill", "--from", to], signal),
    },
  };
}

/** For `doctor`: what the server of this folder does by itself from now on. */
export function noteSchedule(
  { options: { data }, environment }: RunContext,
  options: BackupOptions,
): void {
  removeLeft(data);
  if (options.standIn === true) return;
  const settings = settingsOf(options, environment);
  if (settings === undefined) {
    backupSchedule.remove(data);
    return;
  }
  const { everyMs, to, keep, drillEveryMs } = settings;
  const before = backupSchedule.read(data);
  backupSchedule.write(data, {
    everyMs,
    to,
    keep,
    ...present({ drillEveryMs }),
    since: before?.since ?? new Date().toISOString(),
    ...present({ failed: before?.failed }),
  });
}

function noteAttempt(root: string, why: string | undefined): void {
  const schedule = backupSchedule.read(root);
  if (schedule === undefined) return;
  const { failed: _failed, ...rest } = schedule;
  const failed = present({
    failed: why === undefined ? undefined : { at: new Date().toISOString(), why },
  });
  backupSchedule.write(root, { ...rest, ...failed });
}

function settingsOf(options: BackupOptions, environment: Environment): Settings | undefined {
  const {
    backupEvery: every,
    backupTo,
    backupKeep,
    backupPassphraseFile,
    drillEvery,
  } = environment;
  const everyMs = options.backupEvery ?? durationOf("EARSHOT_BACKUP_EVERY", every);
  const to = options.backupTo ?? backupTo;
  const drillEveryMs = options.drillEvery ?? durationOf("EARSHOT_DRILL_EVERY", drillEvery);
  const keep = options.backupKeep ?? numberOf("EARSHOT_BACKUP_KEEP", backupKeep, MOST_KEPT);
  const passphraseFile = options.backupPassphraseFile ?? backupPassphraseFile;
  const named = [everyMs, to, drillEveryMs, keep, passphraseFile];
  if (options.standIn === true || named.every((one) => one === undefined)) return undefined;
  if (everyMs === undefined || to === undefined) throw incomplete();
  if (Math.min(everyMs, drillEveryMs ?? everyMs) < LEAST_MS) throw tooOften();
  return { everyMs, drillEveryMs, to: resolve(to), keep: keep ?? KEEP, passphraseFile };
}

function incomplete(): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    "Backups by themselves need both --backup-every and --backup-to, such as --backup-every 24h --backup-to /mnt/elsewhere/backups. The server was not started.",
  );
}

function tooOften(): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    "Backups and drills are at least a minute apart. The server was not started.",
  );
}

/**
 * Runs a command of this program as its own process. Reading, packing and checking a large record
 * takes a whole processor, and no call may wait for that. Its priority stays the same: a systemd
 * unit that forbids changing priorities kills any process that tries.
 */
async function runCommand(
  args: readonly string[],
  { place, signal }: { readonly place: Place; readonly signal: AbortSignal },
): Promise<void> {
  // Through the environment, since everybody on the machine can read a process's arguments.
  const child = spawn(process.execPath, [process.argv[1] ?? "", ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      ...environmentOfServer(),
      ...present({ EARSHOT_POSTGRES: place?.url }),
      ...present({ EARSHOT_DEPLOYMENT_KEY: place?.deploymentKey }),
    },
  });
  const finished = ended(child);
  const stop = () => {
    child.kill();
    setTimeout(() => child.kill("SIGKILL"), GRACE_MS).unref();
  };
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const { code, said } = await finished.finally(() => signal.removeEventListener("abort", stop));
  if (code === 0) return;
  throw new EarshotError("STORE_UNAVAILABLE", said || `npx earshot ${args[0]} ended with ${code}.`);
}

function ended(
  child: ChildProcess,
): Promise<{ readonly code: number | null; readonly said: string }> {
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = `${said}${text}`.slice(-2_000);
  });
  return new Promise((resolveEnd, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      resolveEnd({ code, said: said.split("error: ").at(-1)?.trim() ?? "" }),
    );
  });
}
