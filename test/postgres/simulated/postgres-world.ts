import { randomUUID } from "node:crypto";
import { EarshotError } from "../../../src/domain/errors.ts";
import type { Store } from "../../../src/ports/store/store.ts";
import { createPostgresGraph } from "../../../src/store/graph/postgres-graph.ts";
import { createInboxReader } from "../../../src/store/inbox/postgres-inbox-reader.ts";
import { createAuditReader } from "../../../src/store/log/postgres-log-reader.ts";
import { openPostgresStore } from "../../../src/store/postgres-store.ts";
import type {
  LivingStore,
  OpenWorldStore,
  StoreLife,
  WorldStore,
} from "../../../src/testing/simulator/world-store.ts";
import { type Fate, type FaultyProxy, startFaultyProxy } from "../../support/faulty-proxy.ts";
import { newDatabase, onServer } from "../../support/postgres.ts";
import { openRowsAtOnce, type RowsAtOnce } from "./rows-at-once.ts";

/** A server with a database that those of worlds are copies of. */
export interface WorldServer {
  readonly url: string;
  readonly template: string;
}

/** The database's time is what this table says: the simulated one. */
const TABLE_OF_TIME = `create table test_time (ms bigint not null);
  insert into test_time values (0);
  grant select on test_time to public;
  create or replace function earshot_now() returns bigint language sql stable
    as 'select ms from test_time'`;
/** How often in a row a commit's connection is lost: Earshot tries once more by itself. */
const MOST_CUTS = 3;

/** Makes the tables that all worlds begin with; whoever makes it drops it. */
export async function prepareWorlds(server: string) {
  const { url, drop } = await newDatabase(server);
  await (await openPostgresStore({ url, node: randomUUID() })).close();
  await onServer(url, TABLE_OF_TIME);
  const worlds: WorldServer = { url: server, template: new URL(url).pathname.slice(1) };
  return { worlds, drop };
}

/**
 * Worlds over PostgreSQL. The time of the database is the simulated one, and each call of the store
 * is part of the step that makes it. Connections are cut before a commit reaches the server or before
 * its reply comes back, with the server living on or crashing.
 */
export function postgresWorlds({ url: server, template }: WorldServer): OpenWorldStore {
  return async (time) => {
    const { url, drop } = await newDatabase(server, template);
    const rows = openRowsAtOnce(url);
    const proxy = await startFaultyProxy(server);
    const ended: Promise<void>[] = [];
    const { moved, settle } = databaseTime(rows);
    time.onMove(moved);
    const parts: Parts = {
      url: proxy.urlFor(url),
      proxy,
      ended,
      awaitReal: time.awaitReal,
      async writing(call) {
        settle();
        return await call().finally(rows.changed);
      },
    };
    return {
      rows,
      audit: createAuditReader(url),
      exec: rows.exec,
      open: (life) => openLife(parts, life),
      async close() {
        await proxy.close();
        await Promise.allSettled(ended);
        await rows.close();
        await drop();
      },
    } satisfies WorldStore;
  };
}

/** Told to the database where it is asked something next: most moments pass without that. */
function databaseTime(rows: RowsAtOnce) {
  let [now, told] = [0, 0];
  return {
    moved(ms: number): void {
      now = ms;
    },
    settle(): void {
      if (now !== told) rows.exec(`update test_time set ms = ${now}`);
      told = now;
    },
  };
}

interface Parts {
  /** By way of the proxy. */
  readonly url: string;
  readonly proxy: FaultyProxy;
  readonly ended: Promise<void>[];
  /** Makes a call of the store a part of the step that makes it. */
  readonly awaitReal: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs a call that goes by the database's time, or changes what is read. */
  readonly writing: <T>(call: () => Promise<T>) => Promise<T>;
}

type Call = (...args: unknown[]) => Promise<unknown>;

/** What goes by the database's time or changes rows; all else only reads. */
const WRITING: ReadonlySet<string> = new Set<keyof Store>([
  "commit",
  "check",
  "takeLease",
  "releaseLease",
  "listLeases",
]);

async function openLife(
  { url, proxy, ended, awaitReal, writing }: Parts,
  life: StoreLife,
): Promise<LivingStore> {
  let isEnded = false;
  const opened = await awaitReal(() => openPostgresStore({ url, node: randomUUID() }));
  const inbox = createInboxReader(url);
  const audit = createAuditReader(url);
  const faulty: Store = { ...opened.store, commit: faultyCommit(opened.store, { life, proxy }) };

  const calls = Object.entries(faulty).map(([name, call]: [string, Call]) => [
    name,
    (...args: unknown[]) =>
      awaitReal(async () => {
        // What a dead server had still wanted to ask never reaches the database.
        if (isEnded) throw new EarshotError("SHUTTING_DOWN", "The simulated server has crashed.");
        return await (WRITING.has(name) ? writing(() => call(...args)) : call(...args));
      }),
  ]);
  const store = Object.fromEntries(calls) as Store;
  return {
    store,
    audit: {
      ...audit,
      verify: (workspace, head) => awaitReal(() => audit.verify(workspace, head)),
    },
    inbox,
    graph: createPostgresGraph(opened.database, store),
    end() {
      isEnded = true;
      proxy.cutAll();
      ended.push(inbox.close(), opened.close());
    },
  };
}

interface Weather {
  readonly life: StoreLife;
  readonly proxy: FaultyProxy;
}

type Ending = "commits" | "crashes before" | "crashes after" | "is cut before" | "is cut after";

/** A full disk is a connection that is lost on the way; of a crash, the half leaves the server alive. */
function endingOf({ faultAt, random }: StoreLife): Ending {
  const before = faultAt("before_commit");
  if (before !== "none") return before === "crash" ? "crashes before" : "is cut before";
  if (faultAt("after_commit") === "none") return "commits";
  return random.chance(0.5) ? "crashes after" : "is cut after";
}

/** The store's commit with the faults of the life. */
function faultyCommit(store: Store, { life, proxy }: Weather): Store["commit"] {
  function cut(fate: Fate): void {
    let cuts = life.random.int(1, MOST_CUTS);
    proxy.decide(({ text }) => {
      if (cuts === 0 || !text.includes("earshot_commit_2")) return "pass";
      cuts -= 1;
      return fate;
    });
  }

  return async (changes) => {
    const ending = endingOf(life);
    if (ending === "crashes before") throw crashed(life);
    if (ending === "is cut before") cut("cut_before");
    if (ending === "is cut after") cut("cut_after");
    const results = await store.commit(changes).finally(() => proxy.decide(() => "pass"));
    if (ending === "crashes after") throw crashed(life);
    return results;
  };
}

function crashed({ crash }: StoreLife): EarshotError {
  crash();
  return new EarshotError("SHUTTING_DOWN", "The simulated server has crashed.");
}
