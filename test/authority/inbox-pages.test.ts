import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Context } from "../../src/core/call/context.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { present } from "../../src/domain/present.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import type { InboxInput } from "../../src/ports/earshot/inbox.ts";
import { createDirectInboxReader } from "../../src/store/inbox/in-memory-reader.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { type OpenContext, openContext } from "../support/context.ts";
import { openHouse } from "../support/house.ts";
import { ownKey } from "../support/own-key.ts";

let opened: OpenContext;
let ana: Earshot;
let scout: Earshot;
beforeEach(async () => {
  const database = new DatabaseSync(":memory:");
  opened = await openContext(createFakeClock(), database);
  const { owner, agent } = await found(opened.ctx, { owner: "ana", agent: "scout" });
  // As if the log were longer than one search covers.
  const ctx: Context = { ...opened.ctx, inbox: createDirectInboxReader(database, 2) };
  ana = createEarshot(ctx, callerWithAllRights(owner.principal));
  scout = createEarshot(ctx, callerWithAllRights(agent.principal));
});
afterEach(() => opened.close());

/** All that a search finds, page by page. */
async function allOf(input: InboxInput): Promise<readonly string[]> {
  const titles: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await ana.inbox({ ...input, ...present({ cursor }) });
    titles.push(...page.items.map(({ title }) => title));
    cursor = page.next;
    if (cursor === undefined) return titles;
  }
}

test("a search goes on where it stopped until all was looked at", async () => {
  for (const text of ["old one", "x", "x", "x", "x", "old two", "x"]) await scout.ask({ text });
  const first = await ana.inbox({ query: "one" });
  expect(first).toMatchObject({ items: [], next: expect.any(String) });
  for (const limit of [1, 2, 50]) {
    expect(await allOf({ query: "old", limit })).toEqual(["old two", "old one"]);
  }
});

test("who only looks on is needed for nothing", async () => {
  const house = await openHouse();
  await house.agent.ask({ text: "Which?" });
  await house.owner.addOperator({ name: "vera", role: "viewer" });
  const { token } = await house.owner.createSignInLink({ operator: "vera" });
  const vera = await house.again(await house.signIn.withLink({ token, browser: "Firefox" }));
  expect(await vera.earshot.inbox()).toMatchObject({ items: [], counts: { needs_me: 0 } });
  expect((await house.owner.inbox()).counts.needs_me).toBe(1);
  await house.close();
});

test("what agents of one's own want waits for others as soon as there is another", async () => {
  const house = await openHouse();
  const { request } = await house.agent.authorize({ tool: "pay", args: {}, reason: "So." });
  await house.agent.ask({ text: "Which?" });
  expect((await house.owner.inbox()).counts).toMatchObject({ needs_me: 2, others: 0 });
  const ben = await house.enter("ben");
  const mine = await house.owner.inbox();
  expect(mine.items).toMatchObject([{ kind: "question" }]);
  expect(mine.counts).toMatchObject({ needs_me: 1, others: 1 });
  expect((await house.owner.inbox({ split: "others" })).items).toMatchObject([
    { id: request.id, forOthers: { deciders: ["ben"] } },
  ]);
  expect((await ben.earshot.inbox()).counts).toMatchObject({ needs_me: 2, others: 0 });
  await house.close();
});

test("what a rule gives to others by role stands apart, and who can decide it is named", async () => {
  const house = await openHouse();
  const ben = await house.enter("ben");
  const rules = [{ name: "owners", tools: ["pay"], approvers: { roles: ["owner"] } }];
  await house.owner.applyPolicy({ source: { version: 1, rules } });
  const olga = await ownKey(house.owner, { kind: "person", name: "olga", role: "owner" });
  const { request } = await house.agent.authorize({ tool: "pay", args: {}, reason: "So." });
  const theirs = await ben.earshot.inbox();
  expect(theirs.counts).toMatchObject({ needs_me: 0, others: 1 });
  const { items } = await ben.earshot.inbox({ split: "others" });
  expect(items).toMatchObject([{ id: request.id, forOthers: { deciders: ["olga"] } }]);
  const { request: shown, needs } = await ben.earshot.inboxItem({ id: request.id });
  expect(shown.forOthers?.why).toBe(needs?.refusal);
  expect(needs?.refusalNames?.["reason"]).toEqual(expect.any(String));
  expect(shown.forOthers?.names).toMatchObject(needs?.refusalNames ?? {});
  const hers = house.open(callerWithAllRights(olga.principal));
  expect((await hers.inbox()).counts).toMatchObject({ needs_me: 1, others: 0 });
  await house.close();
});

test("what the agent did in another run is none of the steps before an action of this one", async () => {
  const call = (name: string, run: string) =>
    scout.recordToolCall({ tool: "read", call: name, argsDigest: "a".repeat(43), run });
  await call("one", "first");
  await call("two", "second");
  const sought = { tool: "pay", args: {}, reason: "So." };
  const { request } = await scout.authorize({ ...sought, session: "first" });
  const { request: other } = await scout.authorize({ ...sought, tool: "buy" });
  const stepsOf = async (id: typeof request.id) =>
    (await ana.inboxItem({ id })).steps.map(({ subject }) => subject);
  expect(await stepsOf(request.id)).toEqual(["call:one"]);
  expect(await stepsOf(other.id)).toEqual(["call:one", "call:two"]);
});
