import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createContext } from "../src/core/call/context.ts";
import { callerWithAllRights, found } from "../src/core/callers/bootstrap.ts";
import { createEarshot } from "../src/core/create-earshot.ts";
import { MEMORY_QUOTA } from "../src/domain/limits.ts";
import { present } from "../src/domain/present.ts";
import { openSqliteStore } from "../src/store/sqlite-store.ts";
import { systemClock } from "../src/system/clock.ts";
import { createLocalPorts } from "../src/testing/local-ports.ts";
import { inFolder } from "./folder.ts";
import { entryText } from "./pattern-place.ts";

/** Writes and reads text by key; both sides are called in this process. */
export interface MemorySide {
  write(key: string, value: string, run?: string): Promise<unknown>;
  read(key: string): Promise<string>;
}

/** Of calls that share a commit. */
export const MANY = 32;
const KEYS = 500;
const keyOf = (n: number) => `notes/k${n % KEYS}`;

/** The use cases of the core, as an agent in process calls them. */
async function openProduct(folder: string): Promise<MemorySide & AsyncDisposable> {
  const path = join(folder, "product.db");
  const store = await openSqliteStore({
    path,
    clock: systemClock,
    onFatal(error) {
      throw error;
    },
  });
  const ctx = createContext(createLocalPorts({ store, clock: systemClock, database: path }));
  const { agent } = await found(ctx, { owner: "operator", agent: "agent" });
  const earshot = createEarshot(ctx, callerWithAllRights(agent.principal));
  return {
    write: (key, value, run) => earshot.writeMemory({ key, value, ...present({ run }) }),
    read: async (key) => (await earshot.readMemory({ key })).value,
    [Symbol.asyncDispose]: () => store.close(),
  };
}

/**
 * The least that the same can cost: one prepared statement, one commit for everything that is
 * ready.
 */
function openLimit(folder: string): MemorySide & AsyncDisposable {
  const db = new DatabaseSync(join(folder, "limit.db"));
  db.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    create table memory(key text primary key, value text not null) strict, without rowid;
  `);
  const put = db.prepare(`insert into memory values (?, ?)
    on conflict do update set value = excluded.value`);
  const get = db.prepare("select value from memory where key = ?");
  const begin = db.prepare("begin immediate");
  const commit = db.prepare("commit");
  let queue: { readonly run: () => void; readonly done: () => void }[] = [];
  function flush(): void {
    const batch = queue;
    queue = [];
    begin.run();
    for (const { run } of batch) run();
    commit.run();
    for (const { done } of batch) done();
  }
  return {
    write: (key, value, run = "") =>
      new Promise<void>((done) => {
        if (queue.push({ run: () => put.run(`${run}/${key}`, value), done }) === 1)
          setImmediate(flush);
      }),
    read: async (key) => String(get.get(`/${key}`)?.["value"]),
    [Symbol.asyncDispose]: async () => db.close(),
  };
}

export async function withBothSides<T>(
  use: (product: MemorySide, limit: MemorySide) => Promise<T>,
): Promise<T> {
  return await inFolder(async (folder) => {
    await using product = await openProduct(folder);
    await using limit = openLimit(folder);
    return await use(product, limit);
  });
}

let written = 0;

/** Writes new entries, run after run; returns how many a second. */
export async function writesPerSecond(side: MemorySide, load: Load): Promise<number> {
  const first = written;
  return await perSecond(load, (n) => {
    written = first + n + 1;
    return side.write(`notes/k${(first + n) % QUOTA}`, entryOf(n), `run-${runOf(first + n)}`);
  });
}

const QUOTA = MEMORY_QUOTA.keys;
const runOf = (n: number) => Math.floor(n / QUOTA);

/** Writes the same entries again and again, each time with another value. */
export async function overwritesPerSecond(side: MemorySide, load: Load): Promise<number> {
  // SQLite does not write a value that is there already.
  return await perSecond(load, (n) => side.write(keyOf(n), entryOf(n + Math.ceil(n / KEYS))));
}

export async function readsPerSecond(side: MemorySide, load: Load): Promise<number> {
  return await perSecond(load, async (n) => {
    if ((await side.read(keyOf(n))) !== entryOf(n)) throw new Error(`${keyOf(n)} is another text.`);
  });
}

/** Gives every key its value. */
export async function writeAll(side: MemorySide): Promise<void> {
  await Promise.all(Array.from({ length: KEYS }, (_, n) => side.write(keyOf(n), entryOf(n))));
}

const TEXTS = Array.from({ length: KEYS }, (_, n) => entryText(n));
const entryOf = (n: number) => TEXTS[n % KEYS] ?? "";

/** Long enough that reading the clock does not count. */
const CALLS_A_LOOK = 16;

export interface Load {
  readonly ms: number;
  /** How many calls are under way at once. */
  readonly concurrency: number;
}

async function perSecond(
  { ms, concurrency }: Load,
  call: (n: number) => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  const passed = () => performance.now() - began;
  let calls = 0;
  const loop = async () => {
    while (passed() < ms) {
      for (let n = 0; n < CALLS_A_LOOK; n++) await call(calls++);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  return calls / (passed() / 1_000);
}
