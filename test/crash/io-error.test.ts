import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isEarshotError } from "../../src/client/index.ts";
import { present } from "../../src/domain/present.ts";
import { dataPaths } from "../../src/system/data-folder.ts";
import { programOf } from "../support/built-programs.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { launch, type ServerProcess } from "../support/server-process.ts";
import { launchTraced, tracingProblem } from "../support/trace.ts";
import { checkLedger } from "./check-ledger.ts";
import { type Desk, openDesk } from "./desk.ts";
import type { Members } from "./harness/crowd.ts";
import { enlist } from "./harness/found.ts";
import { createLedger, type Ledger } from "./harness/ledger.ts";

/*
 * After a failed fsync nobody knows what is on disk: the system may have dropped the writes, and
 * the next fsync still reports success. So the server must end without another word, and the next
 * one reads what is there.
 */
const problem = tracingProblem();
const CRASH_MAIN = { main: programOf("crash-main"), args: [] };
const FAILED_FSYNC = "fsync,fdatasync:error=EIO";
/** EX_IOERR. */
const FATAL = { code: 74, signal: null };
const TIMEOUT = { timeout: 120_000 };

let root = "";
let servers: ServerProcess[] = [];
beforeEach(() => {
  root = makeFolder();
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  removeFolder(root);
});

/** The data folder of a killed server, and who may call it. */
interface Past {
  readonly folder: string;
  readonly members: Members;
}

interface Copy extends Past {
  readonly ledger: Ledger;
  readonly log: string;
}

async function launchSound(): Promise<ServerProcess> {
  const server = await launch(CRASH_MAIN);
  servers.push(server);
  return server;
}

async function makePast(): Promise<Past> {
  const folder = join(root, "past");
  const server = await launchSound();
  const members = await enlist(await server.start(folder), folder);
  await server.kill();
  return { folder, members };
}

function copyOf({ folder, members }: Past, name: string): Copy {
  const copy = join(root, name);
  cpSync(folder, copy, { recursive: true });
  // As if it had been moved: a server refuses a copy.
  rmSync(dataPaths(copy).place);
  const log = `${dataPaths(copy).database}-wal`;
  return { folder: copy, members, ledger: createLedger(), log };
}

interface Faulty {
  readonly server: ServerProcess;
  /** The calls that were made to fail, as the trace shows them. */
  failed(): readonly string[];
}

/** A server some of whose system calls fail; with a path only those on that file. */
async function launchFaulty(inject: string, path?: string): Promise<Faulty> {
  const output = join(root, `trace-${servers.length}`);
  const server = await launchTraced({
    ...CRASH_MAIN,
    output,
    inject,
    calls: ["pwrite64", "fsync", "fdatasync"],
    ...present({ path }),
  });
  servers.push(server);
  const failed = () => {
    const lines = readFileSync(output, "utf8").split("\n");
    return lines.filter((line) => line.includes("(INJECTED)"));
  };
  return { server, failed };
}

/**
 * Asks one question after another; returns how many were acknowledged before the server was gone.
 */
async function askUntilGone(desk: Desk, count: number, pauseMs = 0): Promise<number> {
  for (let asked = 0; asked < count; asked++) {
    if (pauseMs > 0) await setTimeout(pauseMs);
    try {
      await desk.send(desk.question("into the fault"));
    } catch (error) {
      if (!isEarshotError(error, "UNREACHABLE")) throw error;
      return asked;
    }
  }
  return count;
}

/** A server without faults finds what was acknowledged, and nothing else. */
async function checkAfterRestart({ folder, ledger }: Copy): Promise<void> {
  const server = await launchSound();
  await checkLedger(ledger, { url: await server.start(folder), folder });
  await server.kill();
}

const QUESTIONS = 2;

interface Outcome {
  /** The call that failed; undefined where none was the n-th. */
  readonly failed: string | undefined;
  readonly wasListening: boolean;
  readonly acknowledged: number;
  readonly server: ServerProcess;
}

async function failNth(nth: number, copy: Copy): Promise<Outcome> {
  const { server, failed } = await launchFaulty(`${FAILED_FSYNC}:when=${nth}`);
  const url = await server.start(copy.folder).catch(() => undefined);
  const acknowledged = url === undefined ? 0 : await askUntilGone(openDesk(url, copy), QUESTIONS);
  return { failed: failed()[0], wasListening: url !== undefined, acknowledged, server };
}

test("whichever fsync fails, the server ends and nothing is lost", TIMEOUT, async ({ skip }) => {
  skip(problem !== undefined, problem);
  const past = await makePast();
  let fatal = 0;
  for (let nth = 1; ; nth++) {
    const copy = copyOf(past, `copy-${nth}`);
    const { failed, wasListening, acknowledged, server } = await failNth(nth, copy);
    if (failed === undefined) break;
    // SQLite accepts that the fsync of the folder fails, since some systems have none.
    const isOfFolder = failed.includes(`<${copy.folder}>`);
    if (isOfFolder) {
      expect(acknowledged).toBe(QUESTIONS);
      await server.kill();
    } else if (wasListening) {
      expect(await server.exited, failed).toEqual(FATAL);
      fatal += 1;
    } else {
      expect((await server.exited).code, failed).toBeGreaterThan(0);
    }
    await checkAfterRestart(copy);
  }
  expect(fatal).toBe(QUESTIONS);
});

test("no call of a commit that fails is acknowledged", TIMEOUT, async ({ skip }) => {
  skip(problem !== undefined, problem);
  const copy = copyOf(await makePast(), "copy");
  const { server, failed } = await launchFaulty(`${FAILED_FSYNC}:when=1+`, copy.log);
  const desk = openDesk(await server.start(copy.folder), copy);
  const all = Array.from({ length: 8 }, () => desk.send(desk.question("at once")));
  const replies = await Promise.allSettled(all);
  expect(replies.map(({ status }) => status)).toEqual(all.map(() => "rejected"));
  expect(await server.exited).toEqual(FATAL);
  expect(failed()).toHaveLength(1);
  await checkAfterRestart(copy);
});

test("a readiness check whose fsync fails ends the server", TIMEOUT, async ({ skip }) => {
  skip(problem !== undefined, problem);
  const copy = copyOf(await makePast(), "copy");
  const { server } = await launchFaulty(`${FAILED_FSYNC}:when=1+`, copy.log);
  const url = await server.start(copy.folder);
  await expect(fetch(`${url}/readyz`)).rejects.toThrow();
  expect(await server.exited).toEqual(FATAL);
});

test("a write to the log of the database that fails ends the server", TIMEOUT, async ({ skip }) => {
  skip(problem !== undefined, problem);
  const copy = copyOf(await makePast(), "copy");
  const { server } = await launchFaulty("pwrite64:error=EIO:when=3+", copy.log);
  const desk = openDesk(await server.start(copy.folder), copy);
  expect(await askUntilGone(desk, 1)).toBe(0);
  expect(await server.exited).toEqual(FATAL);
  await checkAfterRestart(copy);
});

test(
  "a checkpoint whose fsync fails ends the server, and the log alone holds everything",
  TIMEOUT,
  async ({ skip }) => {
    skip(problem !== undefined, problem);
    const past = await makePast();
    const copy = copyOf(past, "copy");
    const { database } = dataPaths(copy.folder);
    const { server, failed } = await launchFaulty(`${FAILED_FSYNC}:when=1+`, database);
    const desk = openDesk(await server.start(copy.folder), copy);
    // More commits than fit before a checkpoint, and a pause: SQLite postpones the fsync of the
    // database as long as commits arrive while it copies.
    expect(await askUntilGone(desk, 1_000, 20)).toBeLessThan(1_000);
    expect(await server.exited).toEqual(FATAL);
    expect(failed()).toHaveLength(1);
    // What a power failure may do: nothing written there had to reach the disk.
    cpSync(dataPaths(past.folder).database, database);
    rmSync(dataPaths(copy.folder).place);
    await checkAfterRestart(copy);
  },
);
