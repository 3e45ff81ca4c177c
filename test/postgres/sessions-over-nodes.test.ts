import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { found } from "../../src/core/callers/bootstrap.ts";
import { present } from "../../src/domain/present.ts";
import type { Session } from "../../src/domain/sessions/session.ts";
import type { CreatedKey, Earshot } from "../../src/ports/earshot/earshot.ts";
import type { ClaimedSession } from "../../src/ports/earshot/sessions.ts";
import { createMemorySecrets } from "../../src/system/memory-secrets.ts";
import {
  type NodeContext,
  type NodeContextOptions,
  openNodeContext,
} from "../support/node-context.ts";
import { databaseWithTables, type TestDatabase } from "../support/postgres.ts";

/* Hosts of one agent that call different nodes over one database. */

const HOLD_MS = 20_000;

let database: TestDatabase;
let nodes: readonly [NodeContext, NodeContext];
let owner: CreatedKey;
/** A new one for each test, so that the sessions of no other are in its way. */
let scout: CreatedKey;
const secrets = createMemorySecrets();
const more: NodeContext[] = [];

const open = (over: Partial<NodeContextOptions> = {}) =>
  openNodeContext({ url: database.url, secrets, ...over });

beforeAll(async () => {
  database = await databaseWithTables();
  const first = await open();
  nodes = [first, await open()];
  ({ owner } = await found(first.ctx, { owner: "ada", agent: "first" }));
});
afterAll(async () => {
  await Promise.all([...nodes, ...more].map((node) => node.close()));
  await database.drop();
});

let count = 0;
beforeEach(async () => {
  count += 1;
  scout = await people(0).createKey({ kind: "agent", name: `scout-${count}` });
});

const people = (at: 0 | 1): Earshot => nodes[at].as(owner);
const host = (at: 0 | 1): Earshot => nodes[at].as(scout);
const heldOf = ({ session: { id, epoch } }: ClaimedSession) => ({ id, epoch });

/** Queues a session on a node; those of one thread share a lane. */
async function start(at: 0 | 1, threadId?: string): Promise<Session> {
  const place = { channel: "inbox", chatId: scout.principal.id, threadId: threadId ?? "" } as const;
  return await people(at).startSession({
    agent: scout.principal.name,
    text: "Paint the shed.",
    ...present({ place: threadId === undefined ? undefined : place }),
  });
}

async function claim(by: Earshot, name = "host", holdMs = 0): Promise<ClaimedSession> {
  const { claimed } = await by.claimSession({ host: name, holdMs });
  if (claimed === undefined) throw new Error("There is no session to take up.");
  return claimed;
}

/** Takes up the next session on a node and has it ask. */
async function askOn(at: 0 | 1) {
  const claimed = await claim(host(at));
  return await host(at).askInSession({
    ...heldOf(claimed),
    call: "call-1",
    question: { text: "Which colour?" },
  });
}

async function chainOf({ id }: Session): Promise<readonly Session[]> {
  return (await people(0).showSession({ id })).chain;
}

test("two hosts work through the lanes, each session once, in the order of its lane", async () => {
  const started: Session[] = [];
  for (let at = 0; at < 40; at += 1) started.push(await start(at % 2 === 0 ? 0 : 1, `t${at % 8}`));
  const claims: { readonly id: string; readonly lane: string; readonly by: number }[] = [];
  async function take(at: 0 | 1): Promise<void> {
    const { claimed } = await host(at).claimSession({ host: `host-${at}` });
    if (claimed === undefined) return;
    claims.push({ id: claimed.session.id, lane: claimed.session.lane, by: at });
    await host(at).endSession({ ...heldOf(claimed), outcome: "completed", text: "Done." });
  }
  async function work(at: 0 | 1): Promise<void> {
    while (claims.length < started.length) await take(at);
  }
  // On a busy machine one of them could be done before the other begins.
  await take(0);
  await take(1);
  await Promise.all([work(0), work(0), work(1), work(1)]);
  expect(claims).toHaveLength(40);
  const ordered = (of: readonly { readonly id: string; readonly lane: string }[]) =>
    Object.fromEntries(
      [...Map.groupBy(of, ({ lane }) => lane)]
        .map(([lane, ones]) => [lane, ones.map(({ id }) => id)] as const)
        .toSorted(),
    );
  expect(ordered(claims)).toEqual(ordered(started.toSorted((a, b) => (a.id < b.id ? -1 : 1))));
  expect(new Set(claims.map(({ by }) => by)).size).toBe(2);
});

test("of many who reach for one session at the same moment one has it", async () => {
  const { id } = await start(0);
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, at) => host(at % 2 === 0 ? 0 : 1).claimSession({ host: "h" })),
  );
  const got = all.flatMap(({ claimed }) => (claimed === undefined ? [] : [claimed.session]));
  expect(got.map((session) => [session.id, session.epoch])).toEqual([[id, 1]]);
});

test("a claim that ran out is taken over, and whoever held it writes nothing more", async () => {
  await start(0, "t1");
  const next = await start(0, "t1");
  const former = await claim(host(0), "stopped");
  await host(0).recordEntries({
    ...heldOf(former),
    after: 0,
    entries: [{ kind: "prompt", text: "Paint." }],
  });
  expect((await host(1).claimSession({ host: "other" })).claimed).toBeUndefined();
  const later = await open({
    clockOf: (clock) => ({ ...clock, now: () => clock.now() + 60_000 }),
  });
  more.push(later);
  const taken = await claim(later.as(scout), "other");
  expect(taken.session).toMatchObject({ id: former.session.id, epoch: 2, attempts: 2 });
  expect(taken.entries.map(({ body }) => body.kind)).toEqual(["prompt"]);
  const lost = { code: "SESSION_LOST" };
  const held = heldOf(former);
  const note = { kind: "note", text: "still here" } as const;
  await expect(host(0).renewSession(held)).rejects.toMatchObject(lost);
  await expect(host(0).recordEntries({ ...held, after: 1, entries: [note] })).rejects.toMatchObject(
    lost,
  );
  await expect(
    host(0).askInSession({ ...held, call: "c", question: { text: "Which?" } }),
  ).rejects.toMatchObject(lost);
  await expect(
    host(0).postInSession({ ...held, call: "c", text: "Half done." }),
  ).rejects.toMatchObject(lost);
  await expect(
    host(0).endSession({ ...held, outcome: "completed", text: "Done." }),
  ).rejects.toMatchObject(lost);
  const { items } = await people(1).sessionEntries({ id: held.id });
  expect(items).toHaveLength(1);
  await host(1).endSession({ ...heldOf(taken), outcome: "completed", text: "Done." });
  expect((await claim(host(0))).session.id).toBe(next.id);
});

test("an answer on one node wakes a claim that is held on another at once", async () => {
  await start(0);
  const { session, request } = await askOn(1);
  const held = claim(host(1), "waiting", HOLD_MS);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await people(0).answer({ id: request.id, answer: { text: "Green." } });
  const answeredAt = performance.now();
  const next = await held;
  expect(performance.now() - answeredAt).toBeLessThan(5_000);
  expect(next.session).toMatchObject({ cause: "continuation", continues: session.id });
  expect(next.former?.request).toMatchObject({ status: "answered", answer: { text: "Green." } });
});

test("what one node has found to be nothing the other's next word changes at once", async () => {
  expect((await host(1).claimSession({ host: "h" })).claimed).toBeUndefined();
  const { id } = await start(0);
  expect((await claim(host(1))).session.id).toBe(id);
  await people(0).cancelSession({ id, reason: "Not needed." });
  expect((await people(1).showSession({ id })).session.cancelAsked).toBe(true);
});

test("who watches a session on one node hears at once that a person on another ends it", async () => {
  await start(0);
  const held = heldOf(await claim(host(1)));
  const watched = host(1).watchSession({ ...held, holdMs: HOLD_MS });
  await people(0).cancelSession({ id: held.id });
  const cancelledAt = performance.now();
  expect(await watched).toEqual({ cancelAsked: true });
  expect(performance.now() - cancelledAt).toBeLessThan(5_000);
});

test("who watches a session on one node is refused at once when its agent is halted on another", async () => {
  await start(0);
  const held = heldOf(await claim(host(1)));
  const watched = host(1)
    .watchSession({ ...held, holdMs: HOLD_MS })
    .catch((error: unknown) => error);
  await people(0).haltAgent({ id: scout.principal.id });
  const haltedAt = performance.now();
  expect(await watched).toMatchObject({ code: "NOT_ALLOWED" });
  expect(performance.now() - haltedAt).toBeLessThan(5_000);
});

test("of answers on two nodes at the same moment one leads to one continuation", async () => {
  for (let round = 0; round < 5; round += 1) {
    await start(0);
    const { session, request } = await askOn(0);
    await Promise.allSettled(
      ([0, 1, 0, 1] as const).map((at, turn) =>
        people(at).answer({ id: request.id, answer: { text: `Answer ${turn}.` } }),
      ),
    );
    expect((await chainOf(session)).map(({ cause }) => cause)).toEqual(["message", "continuation"]);
    const next = await claim(host(1));
    await host(1).endSession({ ...heldOf(next), outcome: "completed", text: "Done." });
  }
});

test("an answer on one node and an end on another at the same moment agree", async () => {
  for (let round = 0; round < 8; round += 1) {
    await start(0);
    const { session, request } = await askOn(0);
    await Promise.allSettled([
      people(0).answer({ id: request.id, answer: { text: "Green." } }),
      people(1).cancelSession({ id: session.id }),
    ]);
    const statuses = (await chainOf(session)).map(({ status }) => status);
    expect([["paused", "queued"], ["cancelled"]]).toContainEqual(statuses);
    const { claimed } = await host(0).claimSession({ host: "h" });
    if (claimed === undefined) continue;
    await host(0).endSession({ ...heldOf(claimed), outcome: "completed", text: "Done." });
  }
});

test("who waits on one node hears at once that a person on another gave the question up", async () => {
  const { request } = await host(1).ask({ text: "Which colour?" });
  const waiting = host(1).wait({ id: request.id, holdMs: HOLD_MS });
  await people(0).review({ id: request.id, outcome: { do: "abandon" } });
  const givenUpAt = performance.now();
  expect(await waiting).toMatchObject({ outcome: "abandoned" });
  expect(performance.now() - givenUpAt).toBeLessThan(5_000);
});

test("a due time begins one session, whichever nodes its hosts call", async () => {
  const due = { agent: scout.principal.name, text: "Look.", scheduled: "daily 2026-01-01T09:00" };
  const all = await Promise.all(([0, 1, 0, 1] as const).map((at) => host(at).startSession(due)));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
});
