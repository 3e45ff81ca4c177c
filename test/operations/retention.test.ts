import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Context, createContext } from "../../src/core/call/context.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { putPolicy } from "../../src/core/policy/apply-policy.ts";
import { startRetention } from "../../src/core/upkeep/retention.ts";
import {
  type ConversationId,
  DEFAULT_WORKSPACE,
  type KeyId,
  type SessionId,
  type WorkspaceId,
} from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Liaison } from "../../src/domain/liaison/liaison.ts";
import { erasedLiaison } from "../../src/domain/liaison/liaison-erased.ts";
import { graphOfLiaison } from "../../src/domain/liaison/liaison-graph.ts";
import type { Key } from "../../src/domain/people/principal.ts";
import type { AuthorizationRequest, Request } from "../../src/domain/requests/request.ts";
import type { SessionStatus } from "../../src/domain/sessions/session.ts";
import { type Timestamp, toTimestamp } from "../../src/domain/timestamp.ts";
import type { Write } from "../../src/ports/store/store.ts";
import { countDue } from "../../src/store/count-due.ts";
import { createPostgresGraph } from "../../src/store/graph/postgres-graph.ts";
import { createAuditReader } from "../../src/store/log/postgres-log-reader.ts";
import {
  aGrantFor,
  anId,
  anOpenAuthorization,
  aSession,
  asking,
} from "../../src/testing/builders.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { aToldLiaison } from "../../src/testing/liaison-values.ts";
import { eventually } from "../support/cli.ts";
import { openContext } from "../support/context.ts";
import { databaseWithTables, queryServer, type TestDatabase } from "../support/postgres.ts";
import { openNode } from "../support/postgres-store.ts";

const DAY_MS = 86_400_000;
const KEPT = { requests: "30d", messages: "30d", once: "30d", memory_versions: "30d" };
const CANARY = { kind: "prompt", text: "canary prompt" } as const;
const policyOf = (retention: JsonObject): JsonObject => ({ version: 1, rules: [], retention });

interface Stage {
  readonly ctx: Context;
  readonly clock: FakeClock;
  /** All rows as text. */
  rows(): Promise<string>;
  close(): Promise<void>;
}

async function overSqlite(): Promise<Stage> {
  const clock = createFakeClock();
  const database = new DatabaseSync(":memory:");
  const { ctx, close } = await openContext(clock, database);
  const tables = ["requests", "messages", "once", "memory_versions", "memory_entries"];
  return {
    ctx,
    clock,
    rows: async () =>
      JSON.stringify(tables.map((table) => database.prepare(`select * from ${table}`).all())),
    close,
  };
}

async function overPostgres(): Promise<Stage> {
  const database: TestDatabase = await databaseWithTables();
  const clock = createFakeClock();
  const { store, database: pool, close: closeStore } = await openNode(database.url);
  const { ctx, close } = await openContext(clock);
  const tables = ["requests", "messages", "once", "memory_versions", "memory_entries"];
  return {
    ctx: createContext({
      ...ctx,
      store,
      audit: createAuditReader(database.url),
      graph: createPostgresGraph(pool, store),
    }),
    clock,
    async rows() {
      const found: unknown[] = [];
      for (const table of tables)
        found.push(await queryServer(database.url, `select * from ${table}`));
      return JSON.stringify(found);
    },
    async close() {
      await close();
      await closeStore();
      await database.drop();
    },
  };
}

describe.each([
  ["SQLite", overSqlite],
  ["PostgreSQL", overPostgres],
] as const)("over %s", (_, open) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await open();
  });
  afterAll(() => stage.close());

  test("what a policy keeps no longer is erased, what it keeps stays, and the log holds", async () => {
    const { ctx, clock } = stage;
    const keys = await found(ctx, { owner: "owner", agent: "scout" });
    const agent = createEarshot(ctx, callerWithAllRights(keys.agent.principal));
    const owner = createEarshot(ctx, callerWithAllRights(keys.owner.principal));
    const closed = await agent.ask({ text: "canary question" }, { idempotencyKey: "first" });
    const open = await agent.ask({ text: "still open" });
    await owner.answer({ id: closed.request.id, answer: { text: "canary answer" } });
    const said = await agent.tell({ text: "canary message" });
    await agent.writeMemory({ key: "note", value: "canary value" });
    await agent.writeMemory({ key: "note", value: "newest value" });
    await clock.advance(29 * DAY_MS);
    const recent = await agent.tell({ text: "recent message" });
    await clock.advance(2 * DAY_MS);

    await putPolicy(ctx, { workspace: DEFAULT_WORKSPACE, source: policyOf(KEPT) });
    const retention = {
      requests: 30 * DAY_MS,
      messages: 30 * DAY_MS,
      memory_versions: 30 * DAY_MS,
    };
    const due = await countDue(ctx.store, {
      workspace: DEFAULT_WORKSPACE,
      retention,
      now: clock.now(),
    });
    expect(due.map((count) => [count.kind, count.due])).toEqual([
      ["requests", 1],
      ["messages", 1],
      ["memory_versions", 1],
    ]);
    const faults: unknown[] = [];
    const stop = startRetention(ctx, { onFault: (error) => faults.push(error) });
    await eventually(async () => {
      await clock.advance(10_000);
      return (await stage.rows()).includes("canary") ? undefined : true;
    });
    await stop();
    expect(faults).toEqual([]);

    const rows = await stage.rows();
    for (const kept of ["still open", "recent message", "newest value"])
      expect(rows).toContain(kept);
    const { request } = await owner.show({ id: closed.request.id });
    expect(request).toMatchObject({ status: "answered", answer: { text: "(erased)" } });
    expect(request.erasedAt).toBeDefined();
    expect((await owner.show({ id: open.request.id })).request.erasedAt).toBeUndefined();
    expect(await ctx.store.findMessage(DEFAULT_WORKSPACE, said.id)).toMatchObject({
      text: "(erased)",
      salt: "",
    });
    expect(await ctx.store.findMessage(DEFAULT_WORKSPACE, recent.id)).toMatchObject({
      text: "recent message",
    });
    const once = { workspace: DEFAULT_WORKSPACE, principal: keys.agent.principal.id, key: "first" };
    expect(await ctx.store.findOnce(once)).toBeUndefined();
    expect(await ctx.audit.verify(DEFAULT_WORKSPACE)).toMatchObject({ intact: true });
    const events = await ctx.store.readEvents({
      workspace: DEFAULT_WORKSPACE,
      after: 0,
      limit: 100,
    });
    const erasures = events.filter(({ type }) => type.endsWith(".erased"));
    expect(erasures.map(({ type }) => type).sort()).toEqual(["message.erased", "request.erased"]);
  });

  test("an approval that can still be collected or redeemed stays, however old it is", async () => {
    const { ctx, clock } = stage;
    const workspace = DEFAULT_WORKSPACE;
    const ago = (days: number) => toTimestamp(clock.now() - days * DAY_MS);
    const in5 = ago(-5);
    const approved = async (over: { collectBy: Timestamp; grant?: Timestamp }) => {
      const { collectBy, grant } = over;
      const base = anOpenAuthorization({ workspace, createdAt: ago(50) });
      const closing = { closedAt: ago(40), basis: { kind: "rule", rule: "any" }, collectBy };
      const request = { ...base, id: ctx.ids.next("req"), status: "approved", ...closing };
      await ctx.store.commit([asking(request as Request)]);
      if (grant !== undefined) {
        const record = aGrantFor(request as AuthorizationRequest, { expiresAt: grant });
        await ctx.store.commit([
          { workspace, writes: [{ type: "grant.put", grant: record }], events: [] },
        ]);
      }
      return request.id;
    };
    const kept = [
      await approved({ collectBy: in5 }),
      await approved({ collectBy: ago(39), grant: in5 }),
    ];
    const due = [await approved({ collectBy: ago(39) })];
    due.push(await approved({ collectBy: ago(39), grant: ago(38) }));
    const page = await ctx.store.retentionPage({
      workspace,
      kind: "requests",
      limit: 1_000,
      before: ago(0),
      now: ago(0),
    });
    const ids = page.due.map(([id]) => id);
    expect(ids).toEqual(expect.arrayContaining(due));
    for (const id of kept) expect(ids).not.toContain(id);
  });

  test("what was said in a session of an agent goes when it ended long ago, and the log says so", async () => {
    const { ctx, clock } = stage;
    const workspace = DEFAULT_WORKSPACE;
    const ago = (days: number) => toTimestamp(clock.now() - days * DAY_MS);
    const of = (status: SessionStatus) =>
      aSession({ status, task: "canary task", createdAt: ago(50), endedAt: ago(40) });
    const [ended, waiting] = [of("completed"), of("paused")];
    const at = { at: ago(45), epoch: 1 };
    const writes: readonly Write[] = [ended, waiting].flatMap((session): readonly Write[] => [
      { type: "session.insert", session },
      {
        type: "entry.insert",
        entry: { workspace, session: session.id, seq: 1, ...at, body: CANARY },
      },
    ]);
    await ctx.commit({ workspace, writes, events: [] });
    await putPolicy(ctx, { workspace, source: policyOf({ sessions: "30d" }) });
    const faults: unknown[] = [];
    const stop = startRetention(ctx, { onFault: (error) => faults.push(error) });
    const find = (id: SessionId) => ctx.store.findSession(workspace, id);
    await eventually(async () => {
      await clock.advance(10_000);
      return (await find(ended.id))?.erasedAt;
    });
    await stop();
    expect(faults).toEqual([]);
    expect(await find(ended.id)).toMatchObject({ status: "completed", task: "(erased)" });
    expect(await find(waiting.id)).toEqual(waiting);
    const entries = async (session: SessionId) =>
      (await ctx.store.listSessionEntries({ workspace, session, after: 0, limit: 9 })).map(
        ({ body }) => body,
      );
    expect(await entries(ended.id)).toEqual([{ kind: "prompt", text: "(erased)" }]);
    expect(await entries(waiting.id)).toEqual([CANARY]);
    const events = await ctx.store.readEvents({ workspace, after: 0, limit: 1_000 });
    const erasures = events.filter(({ type }) => type === "session.erased");
    expect(erasures.map(({ subject }) => subject)).toEqual([ended.id]);
  });

  test("a conversation of the liaison goes when it was completed long ago, with its graph", async () => {
    const { ctx, clock } = stage;
    const workspace = DEFAULT_WORKSPACE;
    const ago = (days: number) => toTimestamp(clock.now() - days * DAY_MS);
    const of = (over: Partial<Liaison>) =>
      aToldLiaison({ id: anId("cnv"), version: 1, updatedAt: ago(40), ...over });
    const [done, going] = [of({}), of({ phase: "feedback_collection" })];
    const writes = [done, going].flatMap((liaison): readonly Write[] => [
      { type: "liaison.insert", liaison },
      { type: "graph.put", graph: graphOfLiaison(liaison) },
    ]);
    await ctx.commit({ workspace, writes, events: [] });
    await putPolicy(ctx, { workspace, source: policyOf({ liaisons: "30d" }) });
    const faults: unknown[] = [];
    const stop = startRetention(ctx, { onFault: (error) => faults.push(error) });
    const find = (id: ConversationId) => ctx.store.findLiaison(workspace, id);
    await eventually(async () => {
      await clock.advance(10_000);
      return (await find(done.id))?.erasedAt;
    });
    await stop();
    expect(faults).toEqual([]);
    expect(await find(done.id)).toEqual(erasedLiaison(done, (await find(done.id))?.erasedAt ?? ""));
    expect(await ctx.graph.node(workspace, done.id)).toBeUndefined();
    expect(await find(going.id)).toEqual(going);
    expect(await ctx.graph.node(workspace, going.id)).toMatchObject({ kind: "conversation" });
    const events = await ctx.store.readEvents({ workspace, after: 0, limit: 1_000 });
    const erasures = events.filter(({ type }) => type === "liaison.erased");
    expect(erasures.map(({ subject }) => subject)).toEqual([done.id]);
  });

  test("the key by which something was said to the liaison goes as any other", async () => {
    const { ctx, clock } = stage;
    const workspace = "talking" as WorkspaceId;
    const { owner: key } = await found(ctx, { owner: "owner", agent: "scout" }, workspace);
    const owner = createEarshot(ctx, callerWithAllRights(key.principal));
    const { conversation_id } = await owner.beginConversation({ initial_message: "A report." });
    const input = { conversation_id, message: "It is for executives." };
    await owner.continueConversation(input, { idempotencyKey: "said" });
    const once = { workspace, principal: key.principal.id, key: "said" };
    expect(await ctx.store.findOnce(once)).toBeDefined();
    await clock.advance(31 * DAY_MS);
    await putPolicy(ctx, { workspace, source: policyOf({ once: "30d" }) });
    const stop = startRetention(ctx, { onFault: () => {} });
    await eventually(async () => {
      await clock.advance(10_000);
      return (await ctx.store.findOnce(once)) === undefined ? true : undefined;
    });
    await stop();
  });

  test("a web session goes when it ended long ago, unless it was revoked or is all a person has", async () => {
    const { ctx, clock } = stage;
    const workspace = DEFAULT_WORKSPACE;
    const [person] = await ctx.store.listPrincipals(workspace, "person");
    const principal = person?.id ?? ctx.ids.next("prn");
    const ago = (days: number) => toTimestamp(clock.now() - days * DAY_MS);
    const session = async (over: Partial<Key> = {}): Promise<KeyId> => {
      const id = ctx.ids.next("key");
      const facts = { browser: "any", atTerminal: false, pageHash: id, expiresAt: ago(40) };
      const base = { id, workspace, principal, scopes: [], createdAt: ago(50), web: facts };
      const write = { type: "key.insert", key: { ...base, ...over }, secretHash: id } as const;
      await ctx.commit({ workspace, writes: [write], events: [] });
      return id;
    };
    const ended = await session();
    const revoked = await session({ revokedAt: ago(41) });
    const newest = await session();
    await putPolicy(ctx, { workspace, source: policyOf({ web_sessions: "30d" }) });
    const stop = startRetention(ctx, { onFault: () => {} });
    const ids = async () => (await ctx.store.listKeys(workspace)).map(({ key }) => key.id);
    await eventually(async () => {
      await clock.advance(10_000);
      return (await ids()).includes(ended) ? undefined : true;
    });
    await stop();
    expect(await ids()).toEqual(expect.arrayContaining([revoked, newest]));
  });
});
