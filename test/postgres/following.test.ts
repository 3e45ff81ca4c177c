import { afterAll, beforeAll, expect, test } from "vitest";
import { startLeasedJob } from "../../src/core/call/leased-job.ts";
import { found } from "../../src/core/callers/bootstrap.ts";
import { startExpiry } from "../../src/core/requests/expire.ts";
import type { Event } from "../../src/domain/log/event.ts";
import type { Request } from "../../src/domain/requests/request.ts";
import type { CreatedKey, Earshot } from "../../src/ports/earshot/earshot.ts";
import type { Write } from "../../src/ports/store/store.ts";
import { createMemorySecrets } from "../../src/system/memory-secrets.ts";
import { codeOf, collect, eventually } from "../suites/earshot/world.ts";
import { type NodeContext, openNodeContext } from "../support/node-context.ts";
import { ownKey } from "../support/own-key.ts";
import { databaseWithTables, queryServer, type TestDatabase } from "../support/postgres.ts";

/*
 * One database and three nodes for all: `deaf` hears no notice. Each test has a workspace of its own.
 */
let server: TestDatabase;
let a: NodeContext;
let b: NodeContext;
let deaf: NodeContext;
let workspaces = 0;

interface House {
  readonly workspace: string;
  readonly owner: CreatedKey;
  readonly agent: CreatedKey;
}

beforeAll(async () => {
  server = await databaseWithTables();
  const { url } = server;
  const secrets = createMemorySecrets();
  a = await openNodeContext({ url, secrets });
  b = await openNodeContext({ url, secrets });
  deaf = await openNodeContext({ url, secrets, isDeaf: true });
});
afterAll(async () => {
  await Promise.all([a, b, deaf].map((node) => node.close()));
  await server.drop();
});

async function house(): Promise<House> {
  workspaces += 1;
  const workspace = `w${workspaces}`;
  const made = await found(a.ctx, { owner: "owner", agent: "scout" }, workspace);
  return { workspace, ...made };
}

async function collected(events: AsyncIterable<Event>, until: number): Promise<number[]> {
  const seqs: number[] = [];
  for await (const { seq } of events) {
    seqs.push(seq);
    if (seq >= until) break;
  }
  return seqs;
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

async function ask(earshot: Earshot, holdMs: number) {
  const { request } = await earshot.ask({ text: "Deploy now?", holdMs: 0 });
  return { id: request.id, closed: earshot.wait({ id: request.id, holdMs }) };
}

const lose = () =>
  queryServer(
    server.url,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'earshot notices' and datname = current_database()",
  );

test.each([
  ["by a notice", () => b],
  ["by looking, where notices are lost", () => deaf],
])("whoever waits at one node is woken by an answer at another, %s", async (_, other) => {
  const { owner, agent } = await house();
  const { id, closed } = await ask(other().as(agent), 20_000);
  await eventually(() => other().ctx.waiters.isAwaited(id));
  await a.as(owner).answer({ id, answer: { text: "Yes." } });
  expect(await closed).toMatchObject({ outcome: "answered" });
});

test("events of all nodes come in order, without gaps or repeats, while all commit", async () => {
  const { owner, agent } = await house();
  const stream = await deaf.as(owner).events({ follow: true });
  const other = await b.as(owner).events({ follow: true });
  const tell = (node: NodeContext) =>
    Promise.all(upTo(25).map((n) => node.as(agent).tell({ text: `Done with part ${n}.` })));
  const all = Promise.all([a, b, deaf].map(tell));
  await all;
  const { seq } = await a.as(owner).lastEvent();
  expect(seq).toBeGreaterThan(75);
  expect(await collected(stream, seq)).toEqual(upTo(seq));
  expect(await collected(other, seq)).toEqual(upTo(seq));
});

test("who does not follow gets all that is committed, by whichever node", async () => {
  const { owner, agent } = await house();
  await a.as(agent).tell({ text: "Done." });
  const { seq } = await a.as(owner).lastEvent();
  const events = await collect(deaf.as(owner).events());
  expect(events.at(-1)?.seq).toBe(seq);
});

test.each([
  ["by a notice", () => b],
  ["by looking, where notices are lost", () => deaf],
])("a key that is revoked at one node is refused at another, %s", async (_, other) => {
  const { owner, agent } = await house();
  expect(await other().signIn(agent.secret)).toBeDefined();
  await a.as(owner).revokeKey({ id: agent.key.id });
  await eventually(async () => (await other().signIn(agent.secret)) === undefined);
});

test("an agent that is halted at one node is not served at another", async () => {
  const { owner, agent } = await house();
  expect(await b.signIn(agent.secret)).toBeDefined();
  await a.as(owner).haltAgent({ id: agent.principal.id });
  await eventually(async () => (await codeOf(b.signIn(agent.secret))) === "NOT_ALLOWED");
  await a.as(owner).resumeAgent({ id: agent.principal.id });
  await eventually(async () => (await codeOf(b.signIn(agent.secret))) === undefined);
});

const pays = { tool: "pay", args: { amount: 1 }, reason: "A part." };

test("a policy that is applied at one node is asked at another", async () => {
  const { owner, agent } = await house();
  expect((await b.as(agent).authorize(pays)).outcome).toBe("pending");
  const rules = [{ name: "pay", tools: ["pay"], decision: "allow" }];
  await a.as(owner).applyPolicy({ source: { version: 1, rules } });
  // One that was sought too early stays pending, and the same again would join it.
  let amount = 1;
  await eventually(async () => {
    amount += 1;
    return (await b.as(agent).authorize({ ...pays, args: { amount } })).outcome === "approved";
  });
});

test("a budget holds over nodes that draw on it at the same moment", async () => {
  const { owner, agent } = await house();
  const budget = { per: "1h", calls: 2 };
  const rules = [{ name: "few", tools: ["pay"], decision: "allow", budget }];
  await a.as(owner).applyPolicy({ source: { version: 1, rules } });
  await Promise.all([b, deaf].map((node) => node.ctx.following.catchUp(owner.principal.workspace)));
  const seek = (node: NodeContext, amount: number) =>
    node.as(agent).authorize({ ...pays, args: { amount } });
  const waited = await Promise.all(
    upTo(4).flatMap((n) => [seek(a, n), seek(b, n + 10), seek(deaf, n + 20)]),
  );
  expect(waited.filter(({ outcome }) => outcome === "approved")).toHaveLength(2);
});

test("two owners who remove each other at two nodes leave one of them", async () => {
  const { owner } = await house();
  const second = await ownKey(a.as(owner), { kind: "person", name: "second", role: "owner" });
  const outcomes = await Promise.all([
    codeOf(a.as(owner).removeOperator({ id: second.principal.id })),
    codeOf(deaf.as(second).removeOperator({ id: owner.principal.id })),
  ]);
  expect(outcomes.filter((code) => code === undefined)).toHaveLength(1);
});

test("wrong passphrases are counted over all nodes", async () => {
  const { owner } = await house();
  const former = "correct horse battery";
  await a.as(owner).setPassphrase({ passphrase: former });
  const change = (node: NodeContext, guess: string) =>
    node
      .as(owner)
      .setPassphrase({ passphrase: "another horse battery", former: guess })
      .then(
        () => "set",
        (error: { details?: { reason?: string } }) => error.details?.reason,
      );
  const guesses = [a, b, deaf, a, b, deaf, a].map((node) => change(node, "wrong horse battery"));
  const reasons = await Promise.all(guesses);
  expect(reasons.filter((reason) => reason === "wrong_passphrase")).toHaveLength(5);
  expect(reasons.filter((reason) => reason === "too_many")).toHaveLength(2);
  expect(await change(deaf, former)).toBe("too_many");
});

test("a lost connection for notices loses nothing, and is there again", async () => {
  const { owner, agent } = await house();
  const stream = await b.as(owner).events({ follow: true });
  const { id, closed } = await ask(b.as(agent), 20_000);
  await eventually(() => b.ctx.waiters.isAwaited(id));
  const before = b.others.figures().losses;
  await lose();
  await Promise.all(upTo(10).map((n) => a.as(agent).tell({ text: `Part ${n}.` })));
  await a.as(owner).answer({ id, answer: { text: "Yes." } });
  expect(await closed).toMatchObject({ outcome: "answered" });
  const { seq } = await a.as(owner).lastEvent();
  expect(await collected(stream, seq)).toEqual(upTo(seq));
  await eventually(() => b.others.figures().losses > before);
  await eventually(() => b.others.figures().isListening && b.ctx.following.isSure());
});

test("while notices may be missed nothing that is remembered is relied on", async () => {
  const { owner, agent } = await house();
  await eventually(() => b.ctx.following.isSure());
  expect(await b.signIn(agent.secret)).toBeDefined();
  await lose();
  await eventually(() => !b.ctx.following.isSure());
  await a.as(owner).revokeKey({ id: agent.key.id });
  expect(await b.signIn(agent.secret)).toBeUndefined();
});

test("one node expires what another has taken, and gives the job back at its stop", async () => {
  const stopHere = startExpiry(a.ctx);
  await eventually(async () => (await a.ctx.store.listLeases()).length > 0);
  const stopThere = startExpiry(b.ctx);
  const { agent } = await house();
  const asked = async () => {
    const text = "Deploy now?";
    const { request } = await b.as(agent).ask({ text, expiresInMs: 1_000, holdMs: 0 });
    return await b.as(agent).wait({ id: request.id, holdMs: 20_000 });
  };
  expect(await asked()).toMatchObject({ outcome: "expired" });
  const [lease] = await a.ctx.store.listLeases();
  expect(lease?.holder).toBe(a.others.node);
  await stopHere();
  expect(await asked()).toMatchObject({ outcome: "expired" });
  expect((await a.ctx.store.listLeases())[0]?.holder).toBe(b.others.node);
  await stopThere();
  expect(await a.ctx.store.listLeases()).toEqual([]);
});

test("what a node commits under a lease that another has taken since is not committed", async () => {
  const { owner, agent } = await house();
  const { workspace } = owner.principal;
  const text = "Deploy now?";
  const { request } = await a.as(agent).ask({ text, holdMs: 0 });
  const job = startLeasedJob(a.ctx, { name: "work", onTaken: () => {} });
  await eventually(() => job.guard() !== undefined);
  const guard = job.guard() ?? [];
  // As if this node had been stopped for longer than its lease.
  await queryServer(server.url, "update leases set until = 0 where name = 'work'");
  await b.ctx.store.takeLease({ name: "work", holder: b.others.node, ms: 10_000 });
  const next = { ...request, status: "cancelled", version: request.version + 1 } as Request;
  const writes: Write[] = [...guard, { type: "request.update", request: next }];
  expect(await a.ctx.commit({ workspace, writes, events: [] })).toEqual({ outcome: "conflict" });
  expect((await b.as(agent).wait({ id: request.id })).request.status).toBe("open");
  await job.stop();
  expect((await b.ctx.store.listLeases()).map(({ holder }) => holder)).toEqual([b.others.node]);
});
