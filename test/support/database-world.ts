import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { createClient } from "../../src/client/client.ts";
import { type Context, createContext } from "../../src/core/context.ts";
import { startExpiry } from "../../src/core/expire.ts";
import type { Earshot } from "../../src/ports/earshot.ts";
import type { Ids } from "../../src/ports/ids.ts";
import type { Store } from "../../src/ports/store.ts";
import { createDirectAuditReader } from "../../src/store/direct-audit-reader.ts";
import { createInboxReader } from "../../src/store/postgres/inbox-reader.ts";
import { createOthers } from "../../src/store/postgres/listener.ts";
import { openPostgresStore } from "../../src/store/postgres/postgres-store.ts";
import { createTurns } from "../../src/store/postgres/turns.ts";
import { digest } from "../../src/system/digest.ts";
import { createDirectPatternSearch } from "../../src/system/direct-pattern-search.ts";
import { createIds } from "../../src/system/ids.ts";
import { createMemorySecrets, type MemorySecrets } from "../../src/system/memory-secrets.ts";
import { createPasskeys } from "../../src/system/passkeys.ts";
import { createProcessFigures } from "../../src/system/process-figures.ts";
import { checkSchema } from "../../src/system/schema-check.ts";
import type { Part, World } from "../../src/testing/earshot-contract/world.ts";
import { NO_RUNS } from "../../src/testing/no-runs.ts";
import { newDatabase } from "./postgres.ts";
import { createSharedClock, type SharedClock } from "./shared-clock.ts";
import { type HttpDoor, openHttpDoor, populate, stopOf } from "./world.ts";

/** Worlds over one database, which the same nodes serve one after another. */
export interface DatabaseWorlds {
  /** Two new workspaces with everybody in them. */
  open(): Promise<World>;
  close(): Promise<void>;
}

interface ServingNode {
  readonly ctx: Context;
  readonly door: HttpDoor;
  close(): Promise<void>;
}

/** The database's time stands where this table says. */
const TABLE_OF_TIME = `create table test_time (ms bigint not null);
  grant select on test_time to public;
  create or replace function earshot_now() returns bigint language sql stable
    as 'select ms from test_time'`;

export async function startDatabaseWorlds(count: number): Promise<DatabaseWorlds> {
  const { url, drop } = await newDatabase();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const secrets = createMemorySecrets();
  const clock = createSharedClock(async (ms) => {
    await owner.query("update test_time set ms = $1", [ms]);
  });
  const ids = createIds(clock);
  let nodes: readonly ServingNode[] = [];
  let isStopped = true;

  async function openNodes(): Promise<void> {
    await closeNodes();
    nodes = await Promise.all(
      Array.from({ length: count }, () => openNode({ url, clock, ids, secrets })),
    );
    isStopped = false;
  }

  async function closeNodes(): Promise<void> {
    const former = nodes;
    nodes = [];
    await Promise.all(former.map((node) => node.close()));
  }

  // Made with its tables before time stands still in it.
  await (await openPostgresStore({ url, node: randomUUID() })).close();
  await owner.query(TABLE_OF_TIME);
  await owner.query("insert into test_time values ($1)", [clock.now()]);

  return {
    async open() {
      if (isStopped) await openNodes();
      const [first] = nodes as readonly [ServingNode];
      const name = randomBytes(8).toString("hex");
      const home = `home-${name}`;
      const keys = await populate(first.ctx, { home, abroad: `abroad-${name}` });
      const clients = new Map<Part, Earshot>();
      const clientOf = (part: Part) =>
        inTurn(nodes.map(({ door }) => createClient({ url: door.url, key: keys[part].secret })));
      return {
        as(part) {
          const known = clients.get(part) ?? clientOf(part);
          clients.set(part, known);
          return known;
        },
        home,
        clock,
        stop() {
          isStopped = true;
          for (const { ctx } of nodes) stopOf(ctx)();
        },
        close: async () => {},
      };
    },
    async close() {
      await closeNodes();
      await owner.end();
      await drop();
    },
  };
}

let turn = 0;

/** Each call goes to the next of them, over all parts of a world: ask on one, answer on the other. */
function inTurn(clients: readonly Earshot[]): Earshot {
  const [first] = clients as readonly [Earshot];
  return new Proxy(first, {
    get(_, name: keyof Earshot) {
      turn += 1;
      return clients[turn % clients.length]?.[name];
    },
  });
}

interface NodeParts {
  readonly url: string;
  readonly clock: SharedClock;
  /** Made by one for all: what is made while time stands still has no other order. */
  readonly ids: Ids;
  readonly secrets: MemorySecrets;
}

async function openNode({ url, clock, ids, secrets }: NodeParts): Promise<ServingNode> {
  const node = randomUUID();
  const opened = await openPostgresStore({ url, node, poolSize: 5 });
  const { database } = opened;
  const store = watched(opened.store, clock);
  const others = createOthers({ database, node, pollMs: 300 });
  const turns = createTurns({ database });
  const figures = createProcessFigures();
  const inbox = createInboxReader(url);
  const ctx = createContext({
    ...{ store, clock, digest, checkSchema, inbox, others, turns, ...secrets },
    audit: createDirectAuditReader(store),
    search: createDirectPatternSearch(store),
    ids,
    process: figures,
    passkeys: createPasskeys(),
    runs: NO_RUNS,
  });
  const stopFollowing = await ctx.following.start();
  const stopExpiry = startExpiry(ctx);
  const door = await openHttpDoor(ctx);
  return {
    ctx,
    door,
    async close() {
      await door.close();
      await stopExpiry();
      await stopFollowing();
      figures.close();
      await ctx.tally.stop();
      await Promise.all([inbox.close(), turns.close()]);
      await opened.close();
    },
  };
}

/** Time waits for what the store is asked: what follows from one moment is done before the next. */
function watched(store: Store, clock: SharedClock): Store {
  const all = Object.entries(store).map(([name, call]) => [
    name,
    (...args: unknown[]) => clock.awaited(call(...args)),
  ]);
  return Object.fromEntries(all) as Store;
}
