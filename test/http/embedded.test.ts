import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { OPERATIONS } from "../../src/contract/operations.ts";
import type { OperationName } from "../../src/contract/routes.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { EndUserScope } from "../../src/domain/people/principal.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import type { AuthorizeInput } from "../../src/ports/earshot/authority.ts";
import { codeOf } from "../suites/earshot/world.ts";
import { okKey, refused } from "../support/call.ts";
import { examplesFor, makeThings, type Things } from "../support/examples.ts";
import { LETTING_IN } from "../support/operation-lists.ts";
import { startTwoWorkspaces, type TwoWorkspaces } from "../support/server.ts";

/*
 * A page of an application shows one of its users what asks them. It holds a signed token and no key:
 * the token lets in by itself, for those requests alone.
 */

const ALL: readonly EndUserScope[] = ["read", "answer", "decide"];
const MARIA = "shop:maria";
const RULES = [
  {
    name: "small orders",
    tools: ["order"],
    level: "LOW",
    approvers: { roles: ["end_user"] },
  },
  {
    name: "refunds",
    tools: ["refund", "delete_user_data"],
    approvers: { roles: ["owner", "end_user"] },
  },
];

let server: TwoWorkspaces;
let things: Things;
let shop: { readonly id: string; readonly secret: string };
const agent = () => createClient({ url: server.url, key: server.home.agent.secret });
const owner = () => createClient({ url: server.url, key: server.home.owner.secret });
const service = () => createClient({ url: server.url, key: shop.secret });

beforeAll(async () => {
  server = await startTwoWorkspaces();
  const [key, operator] = [server.home.agent.secret, server.home.owner.secret];
  things = await makeThings(server.url, { agent: key, operator });
  shop = await newService("shop");
  await owner().applyPolicy({ source: { version: 1, rules: RULES } });
});
afterAll(() => server.close());

async function newService(name: string) {
  const input = { kind: "service", name };
  const made = await okKey(server.url, { key: server.home.owner.secret, input });
  return { id: made.key.id, principal: made.principal.id, secret: made.secret };
}

async function tokenOf(user_id: string, scopes = ALL): Promise<string> {
  return (await service().createEndUserToken({ user_id, scopes })).token;
}

const by = (key: string) => createClient({ url: server.url, key });
const maria = async (scopes?: readonly EndUserScope[]) => by(await tokenOf("maria", scopes));

async function asked(to = MARIA) {
  return (await agent().ask({ text: "Which size?", to: [to] })).request.id;
}

let orders = 0;

async function sought(over: Partial<AuthorizeInput> = {}) {
  orders += 1;
  const action = { tool: "order", args: { boots: orders }, reason: "She wants them." };
  const { request } = await agent().authorize({ ...action, to: [MARIA], ...over });
  const { digest } = asAuthorization(request).authorization;
  return { id: request.id, digest };
}

test("a user of a service sees and answers what asks them by name, and nothing else", async () => {
  const [mine, bobs] = [await asked(), await asked("shop:bob")];
  const client = await maria();
  expect((await client.list()).items.map(({ id }) => id)).toEqual([mine]);
  for (const id of [bobs, things.request, things.authorization.id]) {
    expect(await codeOf(client.show({ id }))).toBe("NOT_FOUND");
    expect(await codeOf(client.wait({ id }))).toBe("NOT_FOUND");
    expect(await codeOf(client.answer({ id, answer: { text: "42" } }))).toBe("NOT_FOUND");
  }
  await client.answer({ id: mine, answer: { text: "42" } });
  expect(await agent().wait({ id: mine })).toMatchObject({
    outcome: "answered",
    request: { answer: { text: "42" }, closedBy: { name: MARIA } },
  });
  expect((await client.list()).items).toEqual([]);
});

test("whoever else decides, asks or has the deployment's names is not told to a user", async () => {
  const { id } = await sought({ tool: "refund", to: [MARIA, "owner"] });
  const client = await maria();
  const { request, history } = await client.show({ id });
  expect(history).toEqual([]);
  expect(JSON.stringify(request)).not.toContain("owner");
  await owner().reject({ id });
  expect((await client.show({ id })).request).toMatchObject({
    status: "rejected",
    closedBy: { name: "somebody else" },
  });
});

test("LOW and MEDIUM are theirs to decide where the rule names end_user, and the record names the service", async () => {
  for (const tool of ["order", "refund"]) {
    const { id, digest } = await sought({ tool });
    await (await maria()).approve({ id, digest });
    const { request, history } = await owner().show({ id });
    expect(request).toMatchObject({ status: "approved", closedBy: { name: MARIA } });
    const decided = history.find(({ type }) => type === "request.approved");
    expect(decided?.data).toMatchObject({ key: shop.id, service: expect.any(String) });
    expect(decided?.data).not.toHaveProperty("hand");
    const { grant, args } = await agent().collect({ id });
    expect(await codeOf(agent().redeem({ grant, tool, args }))).toBeUndefined();
  }
  const { id } = await sought();
  await (await maria()).reject({ id, reason: "Too dear." });
  expect((await agent().wait({ id })).request).toMatchObject({ reason: "Too dear." });
});

test("an approval ends with the key of the service that spoke", async () => {
  const other = await newService("stall");
  const { token } = await by(other.secret).createEndUserToken({ user_id: "maria", scopes: ALL });
  const { id, digest } = await sought({ to: ["stall:maria"] });
  await by(token).approve({ id, digest });
  const { grant, args } = await agent().collect({ id });
  await owner().revokeKey({ id: other.id as never });
  expect(await codeOf(by(token).whoami())).toBe("NOT_SIGNED_IN");
  expect(await codeOf(agent().redeem({ grant, tool: "order", args }))).toBe("GRANT_REFUSED");
});

test("HIGH is never theirs, and neither is an edit, nor what would stand for others too", async () => {
  expect(await codeOf(sought({ tool: "delete_user_data" }))).toBe("INVALID_INPUT");
  const high = await sought({ tool: "delete_user_data", to: ["owner"] });
  const client = await maria();
  expect(await codeOf(client.approve(high))).toBe("NOT_FOUND");
  const { id, digest } = await sought();
  const args = { item: "gold" };
  for (const more of [{ args }, { undoMs: 1_000 }, { passphrase: "a b c d" }]) {
    await expect(client.approve({ id, digest, ...more })).rejects.toMatchObject({
      code: "NOT_ALLOWED",
      details: { reason: "end_user" },
    });
  }
  expect(await codeOf(client.reject({ id, covers: "like" }))).toBe("NOT_ALLOWED");
  expect((await client.show({ id })).request.status).toBe("open");
});

describe("what stands beside an action", () => {
  const patch = { kind: "patch", name: "a.patch", content: { text: "no patch\n" } } as const;
  const fileOf = async (id: RequestId) => {
    const { items } = await owner().showEvidence({ id });
    return items[0]?.files[0]?.digest ?? "sha256:none";
  };

  test("is shown to whom it asks, in their language, and they approve it", async () => {
    const { id, digest } = await sought({ evidence: [patch] });
    const client = await maria();
    const { items } = await client.showEvidence({ id, language: "de" });
    expect(items[0]?.warnings[0]).toMatch(/^Es lässt sich nicht als Patch lesen/);
    expect((await client.readFile({ id, digest: await fileOf(id) })).size).toBe(9);
    await client.approve({ id, digest });
    expect((await owner().show({ id })).request.status).toBe("approved");
  });

  test("is told to no other user, by its request or by its digest beside another one", async () => {
    const { id } = await sought({ evidence: [patch] });
    const file = await fileOf(id);
    const bob = by(await tokenOf("bob"));
    expect(await codeOf(bob.showEvidence({ id }))).toBe("NOT_FOUND");
    expect(await codeOf(bob.readFile({ id, digest: file }))).toBe("NOT_FOUND");
    const bobs = await sought({ to: ["shop:bob"] });
    expect(await codeOf(bob.readFile({ id: bobs.id, digest: file }))).toBe("NOT_FOUND");
    const talker = by((await service().createEndUserToken({ user_id: "maria" })).token);
    expect(await codeOf(talker.showEvidence({ id }))).not.toBeUndefined();
  });

  test("tells nothing of the payments of others", async () => {
    const pay = async (to: string, payee: string) => {
      const evidence = [{ kind: "payment", name: "an order", amount: 5, payee }] as const;
      return await sought({ args: { amount: 5, payee, orders }, evidence, to: [to] });
    };
    const bobs = await pay("shop:bob", "Bob's secret shop");
    await by(await tokenOf("bob")).approve(bobs);
    const { id } = await pay(MARIA, "Acme");
    const earlier = async (client: ReturnType<typeof by>) =>
      (await client.showEvidence({ id })).items[0]?.lines.map(({ text }) => text).join() ?? "";
    expect(await earlier(owner())).toContain("Bob's secret shop");
    expect(await earlier(await maria())).toBe("");
  });
});

test("what a later policy raises to HIGH, or takes from end users, they no longer decide", async () => {
  const { id, digest } = await sought();
  const raised = RULES.map((rule) =>
    rule.name === "small orders"
      ? { ...rule, level: "HIGH", approvers: { roles: ["owner"] } }
      : rule,
  );
  await owner().applyPolicy({ source: { version: 1, rules: raised } });
  const code = await codeOf((await maria()).approve({ id, digest }));
  await owner().applyPolicy({ source: { version: 1, rules: RULES } });
  // It asks the owner now, and is no longer hers.
  expect(code).toBe("NOT_FOUND");
  expect((await owner().show({ id })).request).toMatchObject({ status: "open", to: [] });
});

test("a policy in which an end user is one of several, proves themselves or decides HIGH is refused", async () => {
  const rule = { name: "orders", tools: ["order"], approvers: { roles: ["owner", "end_user"] } };
  for (const more of [{ quorum: 2 }, { step_up: true }, { level: "HIGH" }]) {
    const source = { version: 1, rules: [{ ...rule, ...more }] };
    await expect(owner().applyPolicy({ source })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("an end_user"),
    });
  }
});

test("an agent that names no user where only they decide is told what to say", async () => {
  const action = { tool: "order", args: {}, reason: "Somebody wants it." };
  await expect(agent().authorize(action)).rejects.toThrow('to: ["SERVICE:USER"]');
  await expect(agent().authorize({ ...action, to: ["nobodys:maria"] })).rejects.toThrow(
    "no service named",
  );
});

test("a token carries its scopes alone, and one for a request opens no other", async () => {
  const [mine, other] = [await asked(), await asked()];
  const reader = await maria(["read"]);
  expect((await reader.whoami()).rights).toEqual(["read"]);
  expect(await codeOf(reader.answer({ id: mine, answer: { text: "42" } }))).toBe("NOT_ALLOWED");
  const input = { user_id: "maria", scopes: ALL, request_id: mine };
  const bound = by((await service().createEndUserToken(input)).token);
  expect((await bound.list()).items.map(({ id }) => id)).toEqual([mine]);
  expect(await codeOf(bound.show({ id: other }))).toBe("NOT_FOUND");
  const bobs = { ...input, user_id: "bob" };
  expect(await codeOf(service().createEndUserToken(bobs))).toBe("INVALID_INPUT");
});

test("a token lives for 15 minutes at most, and one for the liaison does not let in by itself", async () => {
  const at = Date.now();
  const input = { user_id: "maria", scopes: ALL, ttl_s: 3_600 };
  const { expires_at } = await service().createEndUserToken(input);
  expect(Date.parse(expires_at) - at).toBeLessThanOrEqual(15 * 60_000);
  const { token } = await service().createEndUserToken({ user_id: "maria" });
  expect(await codeOf(by(token).whoami())).toBe("NOT_SIGNED_IN");
});

test("the key of the service answers and decides nothing for its users", async () => {
  const id = await asked();
  expect(await codeOf(service().answer({ id, answer: { text: "42" } }))).toBe("NOT_ALLOWED");
  expect(await codeOf(service().approve(await sought()))).toBe("NOT_ALLOWED");
});

const NAMES = (Object.keys(OPERATIONS) as OperationName[]).filter(
  (name) => !(LETTING_IN as readonly string[]).includes(name),
);
const THEIRS: readonly OperationName[] = [
  "whoami",
  "list",
  "show",
  "wait",
  "answer",
  "uploadFile",
  "readFile",
  "showEvidence",
  "approve",
  "reject",
];

test("every other operation is refused to a user, with its code", async () => {
  const key = await tokenOf("maria");
  for (const name of NAMES.filter((one) => !THEIRS.includes(one))) {
    const input = examplesFor(things)[name];
    await refused(server.url, name, { key, input, code: "NOT_ALLOWED" });
  }
});

test("of what others are asked, their operations find nothing", async () => {
  const key = await tokenOf("maria");
  for (const name of THEIRS.filter((one) => one !== "whoami" && one !== "list")) {
    const input = examplesFor(things)[name];
    await refused(server.url, name, { key, input, code: "NOT_FOUND" });
  }
});

test("a user of another service with the same name is somebody else", async () => {
  const id = await asked();
  const other = await newService("market");
  const { token } = await by(other.secret).createEndUserToken({ user_id: "maria", scopes: ALL });
  expect(await codeOf(by(token).show({ id }))).toBe("NOT_FOUND");
});

test("an operator's page names the user and the application in the history", async () => {
  const { id, digest } = await sought();
  await (await maria()).approve({ id, digest });
  const { actors = [], history } = await owner().inboxItem({ id });
  const { actor } = history.find(({ type }) => type === "request.approved") ?? {};
  expect(actors.find((one) => one.id === actor)?.name).toBe(MARIA);
});

test("the record of what users did verifies", async () => {
  const { id, digest } = await sought();
  await (await maria()).approve({ id, digest });
  expect(await owner().verifyAudit()).toMatchObject({ record: { faults: [] } });
});
