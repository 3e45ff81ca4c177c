import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/index.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import { programOf } from "../support/built-programs.ts";
import type { ProcessOptions, ServerProcess } from "../support/server-process.ts";
import { launchTraced, readTrace, type SystemCall, tracingProblem } from "../support/trace.ts";
import { findUnsynced } from "./unsynced.ts";

/*
 * A killed process loses nothing that it has given to the system. So killing cannot show that an
 * fsync is missing; only a power failure or a trace of the system calls can.
 */
const problem = tracingProblem();
const CALLS = ["openat", "pwrite64", "write", "writev", "sendto", "sendmsg", "fsync", "fdatasync"];
const LABEL = /(?:ask|answer)-[a-z]+-\d+-end/g;
/** Enough for more than 1,000 pages, after which SQLite starts its log again. */
const ONE_BY_ONE = 80;
const AT_ONCE = { times: 10, callers: 12 };

const EARSHOT: ProcessOptions = { main: programOf("crash-main"), args: [] };
const LAZY: ProcessOptions = { main: programOf("sabotaged-main"), args: ["syncs lazily"] };

const folders: string[] = [];
const servers: ServerProcess[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.kill()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Traced {
  readonly calls: readonly SystemCall[];
  readonly data: string;
  readonly log: string;
}

/** Traces a server while `drive` calls it, and returns its system calls. */
async function trace(
  options: ProcessOptions,
  drive: (agent: EarshotClient, operator: EarshotClient) => Promise<void>,
): Promise<Traced> {
  const folder = mkdtempSync(join(tmpdir(), "earshot-fsync-"));
  folders.push(folder);
  const data = join(folder, "data");
  const output = join(folder, "trace");
  const server = await launchTraced({ ...options, calls: CALLS, output });
  servers.push(server);
  const url = await server.start(data);
  const client = (name: "agent" | "operator") =>
    createClient({ url, key: readKeyFile(data, name) ?? "" });
  await drive(client("agent"), client("operator"));
  await server.kill();
  return { calls: await readTrace(output), data, log: `${dataPaths(data).database}-wal` };
}

/** One question from asking to the answer, with somebody who waits for it. */
async function cycle(agent: EarshotClient, operator: EarshotClient, name: string): Promise<void> {
  const { request } = await agent.ask({ text: `ask-${name}-end` });
  const waiting = agent.wait({ id: request.id, holdMs: 20_000 });
  await operator.answer({ id: request.id, answer: { text: `answer-${name}-end` } });
  await waiting;
}

async function oneByOne(agent: EarshotClient, operator: EarshotClient): Promise<void> {
  for (let index = 0; index < ONE_BY_ONE; index++) await cycle(agent, operator, `alone-${index}`);
}

async function atOnce(agent: EarshotClient, operator: EarshotClient): Promise<void> {
  for (let time = 0; time < AT_ONCE.times; time++) {
    const callers = Array.from({ length: AT_ONCE.callers }, (_, caller) =>
      cycle(agent, operator, `together-${time * AT_ONCE.callers + caller}`),
    );
    await Promise.all(callers);
  }
}

test("each acknowledgement follows an fsync that began after its write", async ({ skip }) => {
  skip(problem !== undefined, problem);
  const { calls, log, data } = await trace(EARSHOT, oneByOne);
  const { told, unsynced } = findUnsynced(calls, { log, label: LABEL });
  expect([...unsynced]).toEqual([]);
  expect(told.size).toBe(2 * ONE_BY_ONE);
  // The run covers the moment when the log is full and starts again.
  expect(calls.some(isCheckpoint(dataPaths(data).database))).toBe(true);
});

test("each acknowledgement of a shared commit follows its fsync", async ({ skip }) => {
  skip(problem !== undefined, problem);
  const { calls, log } = await trace(EARSHOT, atOnce);
  const { told, unsynced } = findUnsynced(calls, { log, label: LABEL });
  expect([...unsynced]).toEqual([]);
  expect(told.size).toBe(2 * AT_ONCE.times * AT_ONCE.callers);
  const syncs = calls.filter((call) => isSync(call) && call.file === log).length;
  expect(syncs, "commits are shared").toBeLessThan(told.size);
});

test("the name of the log is on disk before anything is acknowledged", async ({ skip }) => {
  skip(problem !== undefined, problem);
  const { calls, log, data } = await trace(EARSHOT, (agent, operator) =>
    cycle(agent, operator, "first-0"),
  );
  const created = calls.find(({ name, text }) => name === "openat" && text.includes(log));
  const named = calls.find(
    (call) => isSync(call) && call.file === data && call.begun > (created?.ended ?? 0),
  );
  const told = calls.find((call) => call.file.startsWith("socket:") && call.text.match(LABEL));
  expect(created?.text).toContain("O_CREAT");
  expect(named?.result).toBe("0");
  expect(told?.begun).toBeGreaterThan(named?.ended ?? Number.POSITIVE_INFINITY);
});

test("the trace shows a server that leaves syncing to the system", async ({ skip }) => {
  skip(problem !== undefined, problem);
  const { calls, log } = await trace(LAZY, oneByOne);
  const { told, unsynced } = findUnsynced(calls, { log, label: LABEL });
  expect(told.size).toBe(2 * ONE_BY_ONE);
  expect(unsynced.size).toBeGreaterThan(ONE_BY_ONE);
});

function isSync({ name }: SystemCall): boolean {
  return name === "fsync" || name === "fdatasync";
}

/** A page of the log, copied to its place in the database after the log was in use. */
function isCheckpoint(database: string): (call: SystemCall) => boolean {
  return ({ name, file, text }) =>
    name === "pwrite64" && file === database && !text.includes("SQLite format 3");
}
