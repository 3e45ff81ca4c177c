import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { createClient } from "../../src/client/client.ts";
import { startSendingHeld } from "../../src/core/authority/send-held.ts";
import { type Context, createContext } from "../../src/core/call/context.ts";
import { found } from "../../src/core/callers/bootstrap.ts";
import { createReceive } from "../../src/core/hearing/receive.ts";
import { startDispatcher } from "../../src/core/hub/dispatch/dispatcher.ts";
import { startSharing } from "../../src/core/hub/dispatch/shared-questions.ts";
import { startTurns } from "../../src/core/liaison/drive-turns.ts";
import { startExpiry } from "../../src/core/requests/expire.ts";
import { createMind } from "../../src/liaison/create-mind.ts";
import type { Outlets } from "../../src/ports/channels/outlets.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import type { Store } from "../../src/ports/store/store.ts";
import type { Ids } from "../../src/ports/system/ids.ts";
import { viewEvidence } from "../../src/render/evidence/view-evidence.ts";
import { createPostgresGraph } from "../../src/store/graph/postgres-graph.ts";
import { createInboxReader } from "../../src/store/inbox/postgres-inbox-reader.ts";
import { createAuditReader } from "../../src/store/log/postgres-log-reader.ts";
import { createOthers } from "../../src/store/postgres/listener.ts";
import { createTurns } from "../../src/store/postgres/turns.ts";
import { openPostgresStore } from "../../src/store/postgres-store.ts";
import { digest } from "../../src/system/digest.ts";
import { createDirectPatternSearch } from "../../src/system/direct-pattern-search.ts";
import { loadExpressions } from "../../src/system/expressions/load.ts";
import { createIds } from "../../src/system/ids.ts";
import { createMemorySecrets, type MemorySecrets } from "../../src/system/memory-secrets.ts";
import { createPasskeys } from "../../src/system/passkeys.ts";
import { createProcessFigures } from "../../src/system/process-figures.ts";
import { checkSchema } from "../../src/system/schema-check.ts";
import { statements } from "../../src/system/votes/statements.ts";
import { NO_RUNS } from "../../src/testing/simulator/no-runs.ts";
import type { Part, World } from "../suites/earshot/world.ts";
import type { HubWorld } from "../suites/hub/world.ts";
import { FAKE_OUTBOUND } from "./fake-outbound.ts";
import { createPlatforms } from "./platforms.ts";
import { databaseWithTables } from "./postgres.ts";
import { createSharedClock, type SharedClock } from "./shared-clock.ts";
import { type HttpDoor, openHttpDoor, populate, stopOf } from "./world.ts";

/** Worlds over one database, which the same nodes serve one after another. */
export interface DatabaseWorlds<W extends World = World> {
  /** Two new workspaces with everybody in them. */
  open(): Promise<W>;
  close(): Promise<void>;
}

interface ServingNode {
  readonly ctx: Context;
  readonly door: HttpDoor;
  close(): Promise<void>;
}

/** The database takes its time from this table. */
const TABLE_OF_TIME = `create table test_time (ms bigint not null);
  grant select on test_time to public;
  create or replace function earshot_now() returns bigint language sql stable
    as 'select ms from test_time'`;

export async function startDatabaseWorlds(count: number): Promise<DatabaseWorlds> {
  return await startWorlds(count, async () => ({}));
}

/** The same with channels to fake platforms, which all nodes serve. */
export async function startConnectedWorlds(count: number): Promise<DatabaseWorlds<HubWorld>> {
  const platforms = createPlatforms();
  const connect: Connect<Pick<HubWorld, "on">> = async (place, nodes) => {
    const sinks = nodes.map(({ ctx }) => createReceive(ctx));
    const entered = await platforms.enter(place, async (event) => {
      turn += 1;
      return (await sinks[turn % sinks.length]?.(event)) ?? {};
    });
    return { on: entered.on, close: entered.close };
  };
  return await startWorlds(count, connect, platforms.outlets);
}

type Connect<M> = (
  place: string,
  nodes: readonly ServingNode[],
) => Promise<M & { readonly close?: () => Promise<void> }>;

async function startWorlds<M extends object>(
  count: number,
  connect: Connect<M>,
  outlets?: Outlets,
): Promise<DatabaseWorlds<World & M>> {
  const { url, drop } = await databaseWithTables();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const secrets = createMemorySecrets();
  const clock = createSharedClock(async (ms) => {
    await owner.query("update test_time set ms = $1", [ms]);
  });
  const ids = createIds(clock);
  let nodes: readonly ServingNode[] = [];
  let isStopped = true;
  let isFounded = false;

  async function openNodes(): Promise<void> {
    await closeNodes();
    nodes = await Promise.all(
      Array.from({ length: count }, () => openNode({ url, clock, ids, secrets, outlets })),
    );
    isStopped = false;
    const [first] = nodes as readonly [ServingNode];
    // Its log names the deployment, whatever other workspaces there are.
    if (!isFounded) await found(first.ctx, { owner: "founder", agent: "first" });
    isFounded = true;
    // By then each node has registered and has its share of the deliveries.
    if (outlets !== undefined) for (let look = 0; look < 3; look++) await clock.advance(3_000);
  }

  async function closeNodes(): Promise<void> {
    const former = nodes;
    nodes = [];
    await Promise.all(former.map((node) => node.close()));
  }

  // Created with its tables before time stands still in it.
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
      const more = await connect(home, nodes);
      return {
        ...more,
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
        close: async () => await more.close?.(),
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

/** Each call goes to the next node, over all parts of a world: ask on one, answer on the other. */
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
  /** One node makes the ids for all: while time stands still, nothing else gives them an order. */
  readonly ids: Ids;
  readonly secrets: MemorySecrets;
  readonly outlets: Outlets | undefined;
}

async function openNode({ url, clock, ids, secrets, outlets }: NodeParts): Promise<ServingNode> {
  const node = randomUUID();
  const opened = await openPostgresStore({ url, node, poolSize: 5 });
  const { database, timeline } = opened;
  const store = watched(opened.store, clock);
  const others = createOthers({ database, timeline, node, pollMs: 300 });
  const turns = createTurns({ database });
  const figures = createProcessFigures();
  const inbox = createInboxReader(url);
  const ctx = createContext({
    store,
    clock,
    digest,
    checkSchema,
    expressions: loadExpressions,
    inbox,
    others,
    turns,
    ...secrets,
    audit: createAuditReader(url),
    search: createDirectPatternSearch(store),
    graph: createPostgresGraph(database, store),
    ids,
    process: figures,
    passkeys: createPasskeys(),
    statements,
    viewEvidence,
    runs: NO_RUNS,
    liaison: createMind(),
    outlets,
    outbound: FAKE_OUTBOUND,
  });
  const stopFollowing = await ctx.following.start();
  const stopExpiry = startExpiry(ctx);
  const stopSending = startSendingHeld(ctx, { onFault: () => {} });
  const stopTurns = startTurns(ctx, { onFault: () => {} });
  const faults: unknown[] = [];
  const onFault = (error: unknown) => void faults.push(error);
  const stopSharing = startSharing(ctx, { onFault });
  const stopDispatcher = startDispatcher(ctx, {
    random: () => 0.5,
    onFault,
  });
  const door = await openHttpDoor(ctx);
  return {
    ctx,
    door,
    async close() {
      await door.close();
      await stopDispatcher();
      await stopSharing();
      await stopExpiry();
      await stopSending();
      await stopTurns();
      await stopFollowing();
      figures.close();
      await ctx.tally.stop();
      await Promise.all([inbox.close(), turns.close()]);
      await opened.close();
      if (faults.length > 0) throw new AggregateError(faults, "Something could not be brought.");
    },
  };
}

/** Time waits for the store: everything that follows from one moment is done before the next. */
function watched(store: Store, clock: SharedClock): Store {
  const all = Object.entries(store).map(([name, call]) => [
    name,
    (...args: unknown[]) => clock.awaited(call(...args)),
  ]);
  return Object.fromEntries(all) as Store;
}
