import { closeSync, openSync, writeSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { type EarshotError, isEarshotError, untilClosed } from "../../src/client/index.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import { programOf } from "../support/built-programs.ts";
import { eventually, makeFolder, removeFolder } from "../support/cli.ts";
import { launch, type ProcessOptions, type ServerProcess } from "../support/server-process.ts";
import { mountSmallDisk, type SmallDisk } from "../support/small-disk.ts";
import { checkLedger } from "./check-ledger.ts";
import { type Desk, openDesk } from "./desk.ts";
import { enlist } from "./harness/found.ts";
import { createLedger, type Operation, outcomeOf } from "./harness/ledger.ts";

const DISK_BYTES = 6 * 1024 * 1024;
/** All answers together need more room than pages in use can have left. */
const QUESTIONS = 50;
const ROUNDS = 3;
const REFUSAL = /^The disk is full: nothing was stored\. Free some space/;
/** Takes more pages than can be left anywhere. */
const LONG_TEXT = "why ".repeat(15_000);
const TIMEOUT = { timeout: 120_000 };

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Where a data folder is, and what makes that place full. */
interface Place {
  readonly folder: string;
  readonly server: ProcessOptions;
  fill(server: ServerProcess): void;
  free(server: ServerProcess): void;
}

interface Served {
  readonly place: Place;
  readonly server: ServerProcess;
  readonly url: string;
}

async function serve(place: Place): Promise<Served> {
  const server = await launch(place.server);
  cleanups.push(() => server.kill());
  return { place, server, url: await server.start(place.folder) };
}

function mountedDisk(): SmallDisk | { readonly problem: string } {
  const disk = mountSmallDisk(DISK_BYTES);
  if (!("problem" in disk)) cleanups.push(() => disk.remove());
  return disk;
}

function onSmallDisk(disk: SmallDisk): Place {
  const server = { main: programOf("crash-main"), args: [] };
  return { folder: `${disk.path}/data`, server, fill: disk.fill, free: disk.free };
}

function withPageLimit(): Place {
  const parent = makeFolder();
  cleanups.push(() => removeFolder(parent));
  return {
    folder: `${parent}/data`,
    server: { main: programOf("sabotaged-main"), args: ["runs out of pages"] },
    fill: ({ pid }) => void process.kill(pid, "SIGUSR1"),
    free: ({ pid }) => void process.kill(pid, "SIGUSR2"),
  };
}

interface Refused {
  readonly operation: Operation;
  readonly error: EarshotError;
}

/** Sends one call after another until the store accepts no more. */
async function firstRefused(desk: Desk, next: () => Operation): Promise<Refused> {
  for (;;) {
    const operation = next();
    try {
      await desk.send(operation);
    } catch (error) {
      if (isEarshotError(error)) return { operation, error };
      throw error;
    }
  }
}

/** Repeats the refused calls with their keys until there is room. */
async function sendAgain(desk: Desk, operation: Operation): Promise<void> {
  await eventually(async () => {
    try {
      return await desk.send(operation);
    } catch (error) {
      if (isEarshotError(error, "STORE_UNAVAILABLE")) return undefined;
      throw error;
    }
  });
}

/** Open questions, each with somebody who waits for the answer. */
async function askAndWait(desk: Desk, told: Map<RequestId, string>): Promise<RequestId[]> {
  const gone = new AbortController();
  cleanups.push(() => gone.abort());
  const open: RequestId[] = [];
  for (let count = 0; count < QUESTIONS; count++) {
    const id = await desk.send(desk.question("subject"));
    open.push(id);
    untilClosed(desk.agent, id, { signal: gone.signal }).then(
      ({ request }) => told.set(id, outcomeOf(request)),
      () => {},
    );
  }
  return open;
}

/** What else is to be seen. */
interface Looks {
  whileFull?(): Promise<void>;
  whenFree?(): Promise<void>;
}

/**
 * Fills the disk during the traffic, checks what still works, and frees it, several times over. The
 * server is the same process throughout.
 */
async function fillAndFree(
  { place, server, url }: Served,
  { whileFull, whenFree }: Looks = {},
): Promise<void> {
  const ledger = createLedger();
  const desk = openDesk(url, { members: await enlist(url, place.folder), ledger });
  const told = new Map<RequestId, string>();
  const open = await askAndWait(desk, told);

  place.fill(server);
  const { operation, error } = await firstRefused(desk, () => {
    const [id = "req_"] = open.splice(0, 1);
    return desk.answer(id, "yes");
  });
  expect(error).toMatchObject({ code: "STORE_UNAVAILABLE" });
  expect(error.message).toMatch(REFUSAL);
  await checkRefusalOnTheWire(url, place.folder);

  const id = operation.target ?? "req_";
  const { request } = await desk.agent.wait({ id, holdMs: 50 });
  expect(request.status).toBe("open");
  const { items } = await desk.operator.list({ status: "open", limit: 100 });
  expect(items).toContainEqual(request);
  expect(await desk.operator.verifyAudit()).toMatchObject({ intact: true });
  await whileFull?.();
  expect(told.get(id)).toBeUndefined();

  place.free(server);
  await sendAgain(desk, operation);
  expect(await eventually(() => told.get(id))).toBe(`answered: ${operation.text}`);
  await whenFree?.();

  for (let round = 1; round < ROUNDS; round++) {
    place.fill(server);
    const again = await firstRefused(desk, () => desk.question(LONG_TEXT));
    expect(again.error.message).toMatch(REFUSAL);
    place.free(server);
    await sendAgain(desk, again.operation);
  }
  await server.kill();
  expect(await server.exited).toEqual({ code: null, signal: "SIGKILL" });
  const after = await serve(place);
  await checkLedger(ledger, { url: after.url, folder: place.folder });
}

async function checkRefusalOnTheWire(url: string, folder: string): Promise<void> {
  const response = await fetch(`${url}/v1/requests`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${readKeyFile(folder, "agent")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ text: LONG_TEXT }),
  });
  expect(response.status).toBe(503);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(response.headers.get("retry-after")).toBe("1");
  expect(await response.json()).toEqual({
    type: "urn:earshot:error:store-unavailable",
    title: "STORE_UNAVAILABLE",
    status: 503,
    code: "STORE_UNAVAILABLE",
    detail: "The disk is full: nothing was stored. Free some space; Earshot goes on by itself.",
  });
}

test("a full disk refuses and loses nothing; with room all goes on", TIMEOUT, async ({ skip }) => {
  const disk = mountedDisk();
  if ("problem" in disk) return skip(disk.problem);
  const served = await serve(onSmallDisk(disk));
  const ready = () => fetch(`${served.url}/readyz`);
  await fillAndFree(served, {
    async whileFull() {
      const refused = await eventually(async () => {
        const response = await ready();
        return response.status === 503 ? response : undefined;
      });
      const problem = await refused.json();
      expect(problem).toMatchObject({ status: 503, code: "STORE_UNAVAILABLE" });
      expect(problem).toMatchObject({ detail: expect.stringContaining("Free some space") });
      expect((await fetch(`${served.url}/livez`)).status).toBe(200);
    },
    async whenFree() {
      await eventually(async () => (await ready()).status === 200 || undefined);
    },
  });
});

test("a database that may not grow refuses and loses nothing", TIMEOUT, async () => {
  await fillAndFree(await serve(withPageLimit()));
});

test("a server on a full disk, which cannot even write its log, stops gracefully", async ({
  skip,
}) => {
  const disk = mountedDisk();
  if ("problem" in disk) return skip(disk.problem);
  const { server, url, place } = await serve(onSmallDisk(disk));
  const ledger = createLedger();
  const desk = openDesk(url, { members: await enlist(url, place.folder), ledger });
  await desk.send(desk.question("before"));
  disk.fill();
  fillLastPage(dataPaths(place.folder).log);
  await desk.operator.stop();
  expect(await server.exited).toEqual({ code: 0, signal: null });
  disk.free();
  const after = await serve(place);
  await checkLedger(ledger, { url: after.url, folder: place.folder });
});

/** On a full disk, a file may still have room up to the end of its last page. */
function fillLastPage(path: string): void {
  const file = openSync(path, "a");
  try {
    while (writeSync(file, " ") === 1);
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
  } finally {
    closeSync(file);
  }
}
