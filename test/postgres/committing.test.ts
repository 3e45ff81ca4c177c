import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EMPTY_HEAD } from "../../src/domain/log/chain.ts";
import { eventBody } from "../../src/domain/log/event.ts";
import type { Change, CommitResult, Store, Write } from "../../src/ports/store/store.ts";
import { linkHash } from "../../src/store/events/hash-chain.ts";
import { openPostgresStore, type PostgresStore } from "../../src/store/postgres-store.ts";
import {
  aGrantFor,
  anId,
  anOpenAuthorization,
  anOpenRequest,
  answeredWith,
  answering,
  asking,
} from "../../src/testing/builders.ts";
import { databaseWithTables, queryServer, type TestDatabase } from "../support/postgres.ts";
import { setDatabaseTime } from "../support/postgres-store.ts";

const AT = "2026-01-01T00:00:00.000Z";
const NODES = 4;

let database: TestDatabase;
let nodes: readonly PostgresStore[];
let stores: readonly Store[];
let store: Store;

beforeAll(async () => {
  database = await databaseWithTables();
  const opened: PostgresStore[] = [];
  for (let n = 0; n < NODES; n++) {
    opened.push(await openPostgresStore({ url: database.url, node: `node-${n}`, poolSize: 2 }));
  }
  nodes = opened;
  stores = opened.map((node) => node.store);
  store = storeOf(0);
});
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.close()));
  await database?.drop();
});

function storeOf(node: number): Store {
  const found = stores[node % NODES];
  if (found === undefined) throw new Error(`There is no node ${node}`);
  return found;
}

/** A workspace of its own for each test. */
async function found(): Promise<string> {
  const id = `w-${randomUUID()}`;
  await store.commit([
    {
      workspace: id,
      writes: [{ type: "workspace.insert", id, createdAt: AT }],
      events: [{ type: "workspace.created", at: AT, subject: id }],
    },
  ]);
  return id;
}

const outcomes = (results: readonly CommitResult[]) => results.map(({ outcome }) => outcome);
const change = (workspace: string, ...writes: readonly Write[]): Change => ({
  workspace,
  writes,
  events: [],
});

describe("a batch", () => {
  test("of mixed outcomes gives each change its own, and its events their places", async () => {
    const workspace = await found();
    const asked = () => anOpenRequest({ workspace });
    const [one, two, three, four] = [asked(), asked(), asked(), asked()];
    const [five, six] = [asked(), asked()];
    const once = { principal: anId("prn"), key: "k", digest: "d", result: one.id };
    const results = await store.commit([
      asking(one, { once }),
      asking(two, { once }),
      asking(three, { once: { ...once, digest: "other" } }),
      asking(four),
      answering(answeredWith(five, "to nothing")),
      answering(answeredWith(four, "first")),
      answering(answeredWith(four, "second")),
      asking(six),
    ]);
    expect(outcomes(results)).toEqual([
      "committed",
      "replayed",
      "key_reused",
      "committed",
      "conflict",
      "committed",
      "conflict",
      "committed",
    ]);
    const events = results.flatMap((result) =>
      result.outcome === "committed" ? result.events : [],
    );
    expect(events.map(({ seq }) => seq)).toEqual([2, 3, 4, 5]);
    expect(await store.readEvents({ workspace, after: 1, limit: 10 })).toEqual(events);
  });

  test("in which one change must be undone half-way keeps all others, however many", async () => {
    const workspace = await found();
    const used = anOpenRequest({ workspace });
    const once = { principal: anId("prn"), key: "k", digest: "a", result: used.id };
    await store.commit([asking(used, { once })]);
    const asked = Array.from({ length: 120 }, () => anOpenRequest({ workspace }));
    await store.commit(asked.map((request) => asking(request)));
    const answers = asked.map((request, index) =>
      answering(
        answeredWith(request, "yes"),
        index === 60 ? { once: { ...once, digest: "b" } } : {},
      ),
    );
    const results = outcomes(await store.commit(answers));
    expect(
      results.map((outcome, index) => (outcome === "committed" ? -1 : index)).filter((i) => i >= 0),
    ).toEqual([60]);
    expect(results[60]).toBe("key_reused");
    expect(await store.findRequest(workspace, asked[60]?.id ?? used.id)).toEqual(asked[60]);
  });

  test("with a value that no column holds refuses only that change, and for good", async () => {
    const workspace = await found();
    const asked = () => anOpenRequest({ workspace });
    const [good, bad, other] = [asked(), asked(), asked()];
    const results = await store.commit([
      asking(good),
      asking({ ...bad, version: 3_000_000_000 }),
      asking(other),
    ]);
    expect(outcomes(results)).toEqual(["committed", "failed", "committed"]);
    const wrong = { error: { code: "INVALID_INPUT" } };
    expect(results[1]).toMatchObject(wrong);
    expect(await store.commit([asking({ ...bad, version: 3_000_000_000 })])).toMatchObject([wrong]);
  });

  test("keeps every text as it is, and hashes what is stored as every node reads it", async () => {
    const workspace = await found();
    const poison = 'nul \0, half \ud800 and \udfff, mark \u0001json:"x", pair \u{1f642}, é ✓';
    const marked = "\u0001json:not json";
    const request = anOpenRequest({
      workspace,
      agentName: poison,
      salt: marked,
      question: { text: poison, form: { kind: "text" } },
    });
    const once = { principal: anId("prn"), key: poison, digest: marked, result: poison };
    const asked = asking(request, { once });
    const [event] = asked.events;
    if (event === undefined) throw new Error("no event");
    const drafts = [
      { ...event, data: { name: poison, via: "cli" } },
      { ...event, subject: poison },
    ];
    await store.commit([{ ...asked, events: drafts }]);
    expect(await store.findRequest(workspace, request.id)).toEqual(request);
    expect(await store.findOnce({ workspace, ...once })).toEqual(once);
    expect(await store.commit([asked])).toEqual([{ outcome: "replayed", result: poison }]);
    const log = await storeOf(1).readLog({ workspace, after: 0, limit: 10 });
    let { hash } = EMPTY_HEAD;
    for (const logged of log) {
      hash = linkHash(hash, eventBody(logged.event));
      expect(Buffer.from(logged.hash)).toEqual(Buffer.from(hash));
    }
    expect(log.slice(1).map(({ event: { subject, data } }) => ({ subject, data }))).toEqual(
      drafts.map(({ subject, data }) => ({ subject, data })),
    );
  });
});

describe("nodes over one database", () => {
  test("of 64 who answer one request over four nodes, one is the first", async () => {
    const workspace = await found();
    const request = anOpenRequest({ workspace });
    await store.commit([asking(request)]);
    const results = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        storeOf(n).commit([answering(answeredWith(request, `answer ${n}`))]),
      ),
    );
    const winners = results
      .flatMap(outcomes)
      .flatMap((outcome, n) => (outcome === "committed" ? [n] : []));
    expect(winners).toHaveLength(1);
    expect(await store.findRequest(workspace, request.id)).toMatchObject({
      answer: { text: `answer ${winners[0]}` },
    });
    expect(await store.readEvents({ workspace, after: 1, limit: 10 })).toHaveLength(2);
  });

  test("batches of the same rows in opposite orders both come to an end", async () => {
    const workspace = await found();
    const requests = Array.from({ length: 24 }, () => anOpenRequest({ workspace }));
    await store.commit(requests.map((request) => asking(request)));
    const keys = requests.map(({ id }) => ({
      principal: anId("prn"),
      key: id,
      digest: "d",
      result: id,
    }));
    const answers = requests.map((request, n) => {
      const once = keys[n];
      return answering(answeredWith(request, "yes"), once === undefined ? {} : { once });
    });
    const settled = await Promise.all(
      [0, 1, 2, 3].map((n) => storeOf(n).commit(n % 2 === 0 ? answers : answers.toReversed())),
    );
    const committed = settled.flatMap(outcomes).filter((outcome) => outcome === "committed");
    expect(committed).toHaveLength(requests.length);
  });

  test("logs have no gap and no event twice, whoever appends to them", async () => {
    const workspaces = [await found(), await found()];
    await Promise.all(
      Array.from({ length: 80 }, (_, n) =>
        storeOf(n).commit(
          [n, n + 1].map((m) => asking(anOpenRequest({ workspace: workspaces[m % 2] ?? "" }))),
        ),
      ),
    );
    for (const workspace of workspaces) {
      const log = await store.readLog({ workspace, after: 0, limit: 1_000 });
      expect(log.map(({ event }) => event.seq)).toEqual(
        Array.from({ length: 81 }, (_, n) => n + 1),
      );
      let { hash } = EMPTY_HEAD;
      for (const logged of log) hash = linkHash(hash, eventBody(logged.event));
      const head = await storeOf(3).head(workspace);
      expect(head.seq).toBe(81);
      expect(Buffer.from(head.hash)).toEqual(Buffer.from(hash));
    }
  });

  test("the head of a log whose head is not noted is that of its newest event", async () => {
    const workspace = await found();
    await queryServer(database.url, "delete from heads where workspace = $1", [workspace]);
    const [result] = await store.commit([asking(anOpenRequest({ workspace }))]);
    expect(result).toMatchObject({ outcome: "committed", events: [{ seq: 2 }] });
  });
});

describe("the database's clock", () => {
  const BEFORE = "2026-01-01T00:59:59.999Z";
  const END = "2026-01-01T01:00:00.000Z";

  test("says until when a request can be answered, and from when it has expired", async () => {
    const workspace = await found();
    const request = anOpenRequest({ workspace, expiresAt: END });
    const other = anOpenRequest({ workspace, expiresAt: END });
    const expired = { ...other, status: "expired", version: 2, closedAt: END } as const;
    const expire = change(workspace, { type: "request.update", request: expired });
    await setDatabaseTime(database.url, Date.parse(BEFORE));
    await store.commit([asking(request), asking(other)]);
    expect(outcomes(await store.commit([expire]))).toEqual(["conflict"]);
    await setDatabaseTime(database.url, Date.parse(END));
    const late = answering(answeredWith(request, "late"));
    expect(outcomes(await store.commit([late, expire]))).toEqual(["conflict", "committed"]);
    await setDatabaseTime(database.url, Date.parse(BEFORE));
    expect(outcomes(await store.commit([late]))).toEqual(["committed"]);
  });

  test("says until when a grant is good, whatever the node thinks", async () => {
    const workspace = await found();
    const grant = aGrantFor(anOpenAuthorization({ workspace }), { expiresAt: END });
    await store.commit([change(workspace, { type: "grant.put", grant })]);
    const consume = change(workspace, { type: "grant.consume", grant, at: BEFORE });
    await setDatabaseTime(database.url, Date.parse(END));
    expect(outcomes(await store.commit([consume]))).toEqual(["conflict"]);
    await setDatabaseTime(database.url, Date.parse(BEFORE));
    expect(outcomes(await store.commit([consume, consume]))).toEqual(["committed", "conflict"]);
  });
});
