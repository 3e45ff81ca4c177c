import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "../../src/contract/operations.ts";
import type { OperationName } from "../../src/contract/routes.ts";
import { call, type Input, ok, type Reply, refused } from "../support/call.ts";
import { makeThings, type Things } from "../support/examples.ts";
import { UNKEYED } from "../support/operation-lists.ts";
import { openRows, type Rows } from "../support/rows.ts";
import { type HomeServer, say, startHomeServer } from "../support/server.ts";
import { byOperation, takeShare } from "../support/share.ts";

takeShare("repetitions", byOperation(/same key and content|other content/));

/* A call with an Idempotency-Key happens once, however often it is repeated. */

let server: HomeServer;
let rows: Rows;
let made: Partial<Things> = {};
const named = new Set<keyof Things>();
/** What any thing is called until it is made: whatever is read of it is nothing, too. */
const NOTHING: object = new Proxy(
  {},
  { get: (_, name) => (name === Symbol.toPrimitive ? () => "" : NOTHING) },
);
const things = new Proxy({} as Things, {
  get(_, name: keyof Things) {
    named.add(name);
    return made[name] ?? NOTHING;
  },
});

/** What is read of things: each fact uses them up, so it gets new ones, and none that it does not name. */
async function withNew<T>(read: () => T): Promise<T> {
  named.clear();
  made = {};
  read();
  made = await makeThings(server.url, server, [...named]);
  return read();
}

beforeAll(async () => {
  server = await startHomeServer();
  rows = openRows(server.database);
  // One row each for each operator, which is changed from then on.
  await ok(server.url, "setAttention", { key: server.operator });
  const replies = { answers: [], reasons: [] };
  await ok(server.url, "setReplies", { key: server.operator, input: replies });
  // Open requests come under another rule once; policies with no other difference change nothing.
  await ok(server.url, "applyPolicy", {
    key: server.operator,
    input: { source: policyNamed("first") },
  });
});
afterAll(async () => {
  rows.close();
  await server.close();
});

let keys = 0;
function newKey(): string {
  keys += 1;
  return `idempotency-canary-${keys}`;
}

type Post = {
  [N in OperationName]: (typeof OPERATIONS)[N]["method"] extends "POST" ? N : never;
}[OperationName];

interface Case {
  readonly as: "agent" | "operator";
  /** Two inputs that are both valid at the same moment, and not the same. */
  readonly inputs: () => readonly [Input, Input];
  /** New rows of one call: the note of its key, its events, and what it makes. */
  readonly rows: number;
}

const policyNamed = (why: string) => ({
  version: 1,
  rules: [{ name: "asks", decision: "ask", why }],
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const reasoned = (of: "approved" | "authorization") => ({ id: things[of].id, reason: say() });

const worded = (id = things.authorization.id) => ({ id, text: say() });

/** The POST operations that make or change something, each with what it takes. */
const CASES: Readonly<Record<Exclude<Post, (typeof UNKEYED)[number]>, Case>> = {
  authorize: {
    as: "agent",
    rows: 4,
    inputs: () => [
      { tool: "deploy", args: { text: say() }, reason: say() },
      { tool: "deploy", args: { text: say() }, reason: say() },
    ],
  },
  reject: {
    as: "operator",
    rows: 2,
    inputs: () => [reasoned("authorization"), reasoned("authorization")],
  },
  respond: { as: "operator", rows: 2, inputs: () => [worded(), worded()] },
  askBack: { as: "operator", rows: 4, inputs: () => [worded(), worded()] },
  answerBack: {
    as: "agent",
    rows: 2,
    inputs: () => [worded(things.files.open), worded(things.files.open)],
  },
  revoke: { as: "operator", rows: 2, inputs: () => [reasoned("approved"), reasoned("approved")] },
  ask: {
    as: "agent",
    rows: 3,
    inputs: () => [{ text: say(), form: { kind: "text" } }, { text: say() }],
  },
  permit: {
    as: "operator",
    rows: 3,
    inputs: () => [
      { scope: "target", like: things.approved.id, forMs: 5_000 },
      { scope: "target", like: things.approved.id, forMs: 6_000 },
    ],
  },
  applyPolicy: {
    as: "operator",
    rows: 3,
    inputs: () => [{ source: policyNamed(say()) }, { source: policyNamed(say()) }],
  },
  answer: {
    as: "operator",
    rows: 2,
    inputs: () => [
      { id: things.request, answer: { text: say() } },
      { id: things.request, answer: { text: say() } },
    ],
  },
  uploadFile: {
    as: "operator",
    rows: 2,
    inputs: () => [
      { id: things.files.open, name: "a.txt", content: btoa(say()) },
      { id: things.files.open, name: "a.txt", content: btoa(say()) },
    ],
  },
  cancel: {
    as: "agent",
    rows: 2,
    inputs: () => [{ id: things.request, reason: say() }, { id: things.request }],
  },
  tell: { as: "agent", rows: 3, inputs: () => [{ text: say() }, { text: say() }] },
  acknowledge: {
    as: "agent",
    // What is acknowledged goes.
    rows: 1,
    inputs: () => [{ ids: [things.told] }, { ids: [things.told, things.message] }],
  },
  send: {
    as: "agent",
    rows: 3,
    inputs: () => [
      { channel: "console", chatId: "operator", text: say() },
      { channel: "inbox", chatId: "operator", text: say() },
    ],
  },
  linkChat: {
    as: "operator",
    rows: 3,
    inputs: () => [
      { channel: "slack", chatId: `a-${things.request}` },
      { channel: "slack", chatId: `b-${things.request}` },
    ],
  },
  rankLink: {
    as: "operator",
    rows: 1,
    inputs: () => [
      { id: things.link, rank: 2 },
      { id: things.link, rank: 3 },
    ],
  },
  setAttention: {
    as: "operator",
    rows: 2,
    inputs: () => [{ perHour: 6 }, { perHour: 7 }],
  },
  assign: {
    as: "operator",
    rows: 3,
    inputs: () => [
      { id: things.request, to: "operator" },
      { id: things.rider, to: "operator" },
    ],
  },
  setReplies: {
    as: "operator",
    rows: 2,
    inputs: () => [
      { answers: ["Yes."], reasons: [] },
      { answers: ["No."], reasons: [] },
    ],
  },
  startSession: {
    as: "agent",
    rows: 3,
    inputs: () => [{ text: say() }, { text: say(), scheduled: `daily ${things.ended}` }],
  },
  beginSession: {
    as: "operator",
    rows: 2,
    inputs: () => [{ id: things.pending[0] }, { id: things.pending[1] }],
  },
  resumeSession: {
    as: "agent",
    rows: 3,
    inputs: () => [{ id: things.ended }, { id: things.ended, text: say() }],
  },
  cancelSession: {
    as: "operator",
    // The session is to end, which is logged; it is its host that ends it.
    rows: 2,
    inputs: () => [{ id: things.held.id }, { id: things.held.id, reason: say() }],
  },
  recordSkillRead: {
    as: "agent",
    rows: 2,
    inputs: () => [{ skill: "backups" }, { skill: "restores" }],
  },
  review: {
    as: "operator",
    rows: 2,
    inputs: () => [
      { id: things.request, outcome: { do: "keep" } },
      { id: things.request, outcome: { do: "keep" }, why: say() },
    ],
  },
  startConversation: { as: "agent", rows: 3, inputs: () => [{ title: say() }, { title: say() }] },
  writeMemory: {
    as: "agent",
    rows: 3,
    inputs: () => [
      { key: `${things.entry}/a`, value: say() },
      { key: `${things.entry}/a`, value: say() },
    ],
  },
  deleteMemory: {
    as: "agent",
    rows: 3,
    inputs: () => [{ key: things.entry }, { key: things.entry, namespace: "own" }],
  },
  restoreMemory: {
    as: "agent",
    rows: 3,
    inputs: () => [
      { key: things.entry, version: 1 },
      { key: things.entry, version: 1, namespace: "own" },
    ],
  },
  recordToolCall: {
    as: "agent",
    rows: 2,
    inputs: () => [
      { tool: "write", call: "call_1", argsDigest: "A".repeat(43) },
      { tool: "read", call: "call_1", argsDigest: "A".repeat(43) },
    ],
  },
  claim: {
    as: "operator",
    rows: 3,
    inputs: () => [{ id: things.request }, { id: things.authorization.id, take: true }],
  },
  snooze: {
    as: "operator",
    rows: 3,
    inputs: () => [
      { id: things.request, until: inHours(1) },
      { id: things.request, until: inHours(2) },
    ],
  },
  noteSent: {
    as: "operator",
    rows: 3,
    inputs: () => [{ ids: [things.request] }, { ids: [things.authorization.id] }],
  },
  addOperator: {
    as: "operator",
    rows: 3,
    inputs: () => [
      { name: `a ${things.request}`, role: "viewer" },
      { name: `b ${things.request}`, role: "viewer" },
    ],
  },
  createSignInLink: {
    as: "operator",
    rows: 3,
    inputs: () => [{ atTerminal: true }, { atTerminal: false }],
  },
  createKey: {
    as: "operator",
    // With a principal that is new too, and the conversation that it begins with.
    rows: 6,
    inputs: () => [
      { kind: "agent", name: `a ${things.request}` },
      { kind: "agent", name: `b ${things.request}` },
    ],
  },
};
const NAMES = Object.keys(CASES) as (keyof typeof CASES)[];
/** But for those whose result holds what is shown once. */
const REPEATABLE = NAMES.filter((name) => name !== "createKey" && name !== "createSignInLink");

function keyed(name: keyof typeof CASES, input: Input, key: string) {
  return { key: server[CASES[name].as], input, headers: { "idempotency-key": key } };
}

test("every POST of the table is tried here", () => {
  const posts = Object.entries(OPERATIONS).filter(([, { method }]) => method === "POST");
  const tried = [...NAMES, ...UNKEYED];
  expect(posts.map(([name]) => name).sort()).toEqual(tried.sort());
});

describe.each(REPEATABLE)("%s", (name) => {
  test("with the same key and content gives the same result and changes nothing more", async () => {
    const [input] = await withNew(CASES[name].inputs);
    const key = newKey();
    const first = await ok(server.url, name, keyed(name, input, key));
    const after = rows.hash();
    for (let repeat = 0; repeat < 3; repeat++) {
      expect(await ok(server.url, name, keyed(name, input, key))).toEqual(first);
    }
    const reordered = Object.fromEntries(Object.entries(input).reverse());
    expect(await ok(server.url, name, keyed(name, reordered, key))).toEqual(first);
    expect(rows.hash()).toBe(after);
  });

  test("of thirty-two at once with one key happens once, and each gets its result", async () => {
    const [input] = await withNew(CASES[name].inputs);
    const key = newKey();
    const before = rows.count();
    const results = await Promise.all(
      Array.from({ length: 32 }, () => ok(server.url, name, keyed(name, input, key))),
    );
    for (const result of results) expect(result).toEqual(results[0]);
    expect(rows.count() - before).toBe(CASES[name].rows);
  });
});

describe.each(NAMES)("%s", (name) => {
  test("with the same key and other content is refused and changes nothing", async () => {
    const [input, other] = await withNew(CASES[name].inputs);
    const key = newKey();
    await ok(server.url, name, keyed(name, input, key));
    const after = rows.hash();
    await refused(server.url, name, { ...keyed(name, other, key), code: "KEY_REUSED" });
    expect(rows.hash()).toBe(after);
  });

  test("is another call where the same key came with another operation", async () => {
    const [input] = await withNew(CASES[name].inputs);
    const key = newKey();
    const other = name === "tell" ? "startConversation" : "tell";
    const [otherInput] = CASES[other].inputs();
    const isOneCaller = CASES[name].as === "agent";
    await ok(server.url, other, keyed(other, otherInput, key));
    const reply: Reply<OperationName> = await call(server.url, name, keyed(name, input, key));
    // A key belongs to whoever used it: the operator's call has nothing to do with the agent's.
    expect("problem" in reply ? reply.problem.code : "done").toBe(
      isOneCaller ? "KEY_REUSED" : "done",
    );
  });

  test("of thirty-two at once with one key and many contents happens once", async () => {
    const inputs = await withNew(() =>
      Array.from({ length: 16 }, () => CASES[name].inputs()).flat(),
    );
    const key = newKey();
    const before = rows.count();
    const replies: Reply<OperationName>[] = await Promise.all(
      inputs.map((input) => call(server.url, name, keyed(name, input, key))),
    );
    expect(rows.count() - before).toBe(CASES[name].rows);
    const done = inputs.filter((_, index) => "output" in (replies[index] ?? {}));
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map((input) => JSON.stringify(input))).size).toBe(1);
    const others = replies.flatMap((reply) => ("problem" in reply ? [reply.problem.code] : []));
    expect(new Set(others)).toEqual(new Set(["KEY_REUSED"]));
  });
});

describe.each([
  "approve",
  "collect",
  "redeem",
  "erase",
  "noteSeen",
  "haltAgent",
  "resumeAgent",
  "removeOperator",
  "revokeWebSession",
] as const)("%s", (name) => {
  const CALLS: Readonly<Record<string, () => { readonly key: string; readonly input: Input }>> = {
    approve: () => ({ key: server.operator, input: { ...things.authorization } }),
    collect: () => ({ key: server.agent, input: { id: things.approved.id } }),
    redeem: () => ({
      key: server.agent,
      input: { grant: things.grant, tool: "deploy", args: { id: things.entry } },
    }),
    erase: () => ({ key: server.operator, input: { id: things.rejected } }),
    noteSeen: () => ({ key: server.operator, input: { id: things.request } }),
    haltAgent: () => ({ key: server.operator, input: { id: things.idle } }),
    resumeAgent: () => ({ key: server.operator, input: { id: things.idle } }),
    removeOperator: () => ({ key: server.operator, input: { id: things.person } }),
    revokeWebSession: () => ({ key: server.operator, input: { id: things.web.session.id } }),
  };

  const called = () => CALLS[name]?.() ?? { key: "", input: {} };

  test("with the same key gives the same result and changes nothing more", async () => {
    const keyed = { ...(await withNew(called)), headers: { "idempotency-key": newKey() } };
    const first = await ok(server.url, name, keyed);
    expect(first).not.toHaveProperty("repeated");
    const again = name === "redeem" ? { ...first, repeated: true } : first;
    const after = rows.hash();
    for (let repeat = 0; repeat < 3; repeat++) {
      expect(await ok(server.url, name, keyed)).toEqual(again);
    }
    expect(rows.hash()).toBe(after);
  });

  test("of thirty-two at once with one key happens once", async () => {
    const keyed = { ...(await withNew(called)), headers: { "idempotency-key": newKey() } };
    const replies = await Promise.all(
      Array.from({ length: 32 }, () => ok(server.url, name, keyed)),
    );
    const told = replies.map((reply) => ({ ...reply, repeated: undefined }));
    for (const reply of told) expect(reply).toEqual(told[0]);
    const repeats = replies.filter((reply) => "repeated" in reply);
    expect(repeats).toHaveLength(name === "redeem" ? 31 : 0);
  });
});

test("a repeated redemption says so in a header, for callers that act before they read", async () => {
  const { agent, url } = server;
  const use = await withNew(() => ({
    grant: things.grant,
    tool: "deploy",
    args: { id: things.entry },
  }));
  const headers = {
    authorization: `Bearer ${agent}`,
    "content-type": "application/json",
    "idempotency-key": newKey(),
  };
  const redeem = () =>
    fetch(`${url}/v1/grants/redeem`, { method: "POST", headers, body: JSON.stringify(use) });
  expect((await redeem()).headers.get("earshot-repeated")).toBeNull();
  for (let again = 0; again < 2; again++) {
    const repeated = await redeem();
    expect([repeated.status, repeated.headers.get("earshot-repeated")]).toEqual([200, "true"]);
  }
});

test("an ask is repeated with another hold, and after the request has closed", async () => {
  const input = { text: say() };
  const headers = { "idempotency-key": newKey() };
  const { agent, operator, url } = server;
  const first = await ok(url, "ask", { key: agent, input, headers });
  const { id } = first.request;
  const again = { ...input, holdMs: 10 };
  expect(await ok(url, "ask", { key: agent, input: again, headers })).toEqual(first);
  const answer = { id, answer: { text: say() } };
  const answered = await ok(url, "answer", { key: operator, input: answer });
  for (const repeated of [input, { ...input, holdMs: 30_000 }]) {
    const waited = await ok(url, "ask", { key: agent, input: repeated, headers });
    expect(waited).toEqual({ outcome: "answered", request: answered });
  }
});

test("a lost reply to an answer is repeated after the request has closed", async () => {
  const { operator, url } = server;
  const input = await withNew(() => ({ id: things.request, answer: { text: say() } }));
  const headers = { "idempotency-key": newKey() };
  const first = await ok(url, "answer", { key: operator, input, headers });
  const other = { id: input.id, answer: { text: say() } };
  await refused(url, "answer", { key: operator, input: other, code: "REQUEST_CLOSED" });
  expect(await ok(url, "answer", { key: operator, input, headers })).toEqual(first);
});

test("a late answer that is repeated with its key is kept once", async () => {
  const { agent, operator, url } = server;
  const id = await withNew(() => things.request);
  await ok(url, "cancel", { key: agent, input: { id } });
  const input = { id, answer: { text: say() } };
  const headers = { "idempotency-key": newKey() };
  const late = () =>
    refused(url, "answer", { key: operator, input, headers, code: "REQUEST_CLOSED" });
  const first = await late();
  const after = rows.hash();
  expect(await late()).toEqual(first);
  expect(await Promise.all([late(), late(), late()])).toEqual([first, first, first]);
  expect(rows.hash()).toBe(after);
});

test("a key is made once, and its secret shown once", async () => {
  const input = { kind: "agent", name: `once ${newKey()}` };
  const options = { key: server.operator, input, headers: { "idempotency-key": newKey() } };
  const replies = await Promise.all(
    Array.from({ length: 32 }, () => call(server.url, "createKey", options)),
  );
  const made = replies.flatMap((reply) => ("output" in reply ? [reply.output] : []));
  expect(made).toHaveLength(1);
  for (const reply of replies) {
    if ("problem" in reply) {
      expect(reply.problem).toMatchObject({
        code: "KEY_REUSED",
        details: { id: made[0]?.key.id },
      });
    }
  }
  const listed = await ok(server.url, "listKeys", { key: server.operator });
  const ofThis = listed.items.filter(({ principal }) => principal.name === input.name);
  expect(ofThis).toHaveLength(1);
});

test("to revoke a key again changes nothing", async () => {
  const input = await withNew(() => ({ id: things.key }));
  const options = { key: server.operator, input };
  const first = await ok(server.url, "revokeKey", options);
  const after = rows.hash();
  const again = await Promise.all([0, 1, 2].map(() => ok(server.url, "revokeKey", options)));
  expect(again).toEqual([first, first, first]);
  expect(rows.hash()).toBe(after);
});

test("two principals use the same key without knowing of each other", async () => {
  const { url, operator } = server;
  const agent = { kind: "agent", name: `other ${newKey()}` };
  const other = await ok(url, "createKey", { key: operator, input: agent });
  const headers = { "idempotency-key": newKey() };
  const input = { text: say() };
  const [mine, theirs] = await Promise.all(
    [server.agent, other.secret].map((key) => ok(url, "ask", { key, input, headers })),
  );
  expect(mine?.request.id).not.toBe(theirs?.request.id);
});

test("without a key every call is a new one", async () => {
  const input = { text: say() };
  const { url, agent } = server;
  const first = await ok(url, "ask", { key: agent, input });
  const second = await ok(url, "ask", { key: agent, input });
  expect(second.request.id).not.toBe(first.request.id);
});
