import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS, type Operation } from "../../src/contract/operations.ts";
import type { OperationName } from "../../src/contract/routes.ts";
import { asAuthorization, type ShownRequest } from "../../src/domain/requests/request.ts";
import { call, figure, type Input, ok, refused, requestOf } from "../support/call.ts";
import { eventually, PATIENCE_MS } from "../support/cli.ts";
import { examplesFor, makeThings, type Things } from "../support/examples.ts";
import { LETTING_IN, OF_CHANNELS } from "../support/operation-lists.ts";
import { type HomeServer, say, startHomeServer } from "../support/server.ts";
import { byOperation, takeShare } from "../support/share.ts";

takeShare("answers", byOperation(/answers its example/));

/* What the table of operations says is what the server does: `call` checks every reply against it. */

const TABLE = Object.entries(OPERATIONS) as [OperationName, Operation][];
const WITH_KEY = TABLE.filter(([, { right }]) => right !== "none");

let server: HomeServer;
/** For what changes nothing of them. */
let things: Things;
/** For the examples, until one of them has used up what another needs. */
let used: Things | undefined;
let service: string;

beforeAll(async () => {
  server = await startHomeServer();
  const input = { kind: "service", name: "shop" };
  service = (await ok(server.url, "createKey", { key: server.operator, input })).secret ?? "";
  things = await makeThings(server.url, server);
});

/** Its example, by the key that may. A host holds its session for a while, which a busy machine may be past. */
async function answered(name: OperationName, operation: Operation) {
  const key = rightfulKey(operation);
  const given = async (of: Things) =>
    await call(server.url, name, { key, input: examplesFor(of)[name] });
  const first = used === undefined ? undefined : await given(used);
  if (first?.status === operation.status) return first;
  used = await makeThings(server.url, server);
  return await given(used);
}
afterAll(() => server.close());

const asAgent = (input: Input = {}) => ({ key: server.agent, input });
const asOperator = (input: Input = {}) => ({ key: server.operator, input });

/** What takes a browser that is signed in, or one that is not yet: web-table.test.ts has it. */
const OF_BROWSERS: readonly string[] = [
  "signOut",
  "passkeyCreation",
  "passkeyProof",
  "addPasskey",
  "removePasskey",
  "passkeyStepUp",
  ...LETTING_IN,
  // Of a run in the data folder.
  "showRun",
  "runReport",
];
/** Nor those after which the server is another for all that follow, or that take a history of their own. */
const APART: readonly string[] = [
  // Of what people sign; test/suites/earshot/signers.ts has it.
  "changeSigners",
  "stop",
  "setPassphrase",
  "pinTool",
  // Of feedback that was published; test/suites/liaison/withdrawing.ts has it.
  "withdrawFeedback",
  // Of what is held for a moment; test/suites/earshot/deciding-together.ts has it.
  "undo",
  ...OF_BROWSERS,
  ...Object.keys(OF_CHANNELS),
];

function rightfulKey({ right, path }: Operation): string {
  if (path.startsWith("/v1/mailbox")) return server.agent;
  if (/^\/v1\/(?:liaison|begin_|continue_)/.test(path)) return server.operator;
  if (path === "/v1/end-user-tokens") return service;
  return right === "ask" || right === "tell" || right === "record" || right === "redeem"
    ? server.agent
    : server.operator;
}

describe("every operation", () => {
  test.each(TABLE.filter(([name]) => !APART.includes(name)))(
    "%s answers its example as the table says",
    async (name, operation) => {
      expect(await answered(name, operation)).toMatchObject({ status: operation.status });
    },
  );

  test("pinTool answers as the table says", async () => {
    const tool = say("tool").replaceAll(" ", "_");
    const seek = async (toolSchemaHash: string) => {
      const input = { tool, args: {}, reason: say("reason"), toolSchemaHash };
      return asAuthorization((await ok(server.url, "authorize", asAgent(input))).request);
    };
    const { id, authorization } = await seek("0".repeat(64));
    await ok(server.url, "approve", asOperator({ id, digest: authorization.digest }));
    const changed = { id: (await seek("1".repeat(64))).id, hash: "1".repeat(64) };
    expect(await ok(server.url, "pinTool", asOperator(changed))).toMatchObject({ tool });
  });

  test("setPassphrase answers as the table says", async () => {
    const other = await startHomeServer();
    const input = { passphrase: say("passphrase of some length") };
    const set = await ok(other.url, "setPassphrase", { key: other.operator, input });
    expect(set).toEqual({ setAt: expect.any(String) });
    await other.close();
  });

  const ofChannels = Object.keys(OF_CHANNELS) as (keyof typeof OF_CHANNELS)[];
  test.each(ofChannels)("%s is refused where no channel is set up", async (name) => {
    const code = OF_CHANNELS[name];
    await refused(server.url, name, { ...asOperator(examplesFor(things)[name]), code });
  });

  test("stop answers as the table says", async () => {
    const other = await startHomeServer();
    const output = await ok(other.url, "stop", { key: other.operator });
    expect(output).toEqual({ stopping: true });
    await other.stopped;
    await other.close();
  });

  test.each(WITH_KEY)("%s refuses a field that it does not know", async (name, operation) => {
    const input = { ...examplesFor(things)[name], extra: "1" };
    const problem = await refused(server.url, name, {
      code: "INVALID_INPUT",
      key: rightfulKey(operation),
      input,
    });
    expect(problem.detail).toContain("extra");
  });

  const needed = WITH_KEY.flatMap(([name, { input, path }]) =>
    (input.safeParse({}).error?.issues ?? [])
      .map((issue) => String(issue.path[0]))
      .filter((field) => !path.includes(`{${field}}`))
      .map((field) => [name, field] as const),
  );
  test.each(needed)("%s is refused without its %s", async (name, field) => {
    const input = { ...examplesFor(things)[name], [field]: undefined };
    const key = rightfulKey(OPERATIONS[name]);
    const problem = await refused(server.url, name, { code: "INVALID_INPUT", key, input });
    expect(problem.detail).toContain(`${field}: `);
  });
});

/** What stands in every answer and tells nothing of it, or is another at each reading. */
const OF_THE_MOMENT = ["date", "content-length", "transfer-encoding", "connection", "keep-alive"];

describe("a HEAD", () => {
  const READ = TABLE.filter(([name, { method }]) => method === "GET" && !APART.includes(name));
  const fetchAs = (method: string, name: OperationName, key: string | undefined) => {
    const { path, headers } = requestOf(name, { key, input: examplesFor(things)[name] ?? {} });
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return fetch(server.url + path, { method, headers, signal });
  };
  const toldBy = ({ headers }: Response) =>
    [...headers].filter(([header]) => !OF_THE_MOMENT.includes(header));

  test.each(READ)("of %s answers as a GET does, without the body", async (name, operation) => {
    for (const key of [rightfulKey(operation), undefined, "es_no_key"]) {
      const whole = await fetchAs("GET", name, key);
      await whole.body?.cancel();
      const bare = await fetchAs("HEAD", name, key);
      expect(bare.status).toBe(whole.status);
      expect(toldBy(bare)).toEqual(toldBy(whole));
      expect(await bare.text()).toBe("");
    }
  });

  test("tells how long the body would be", async () => {
    const whole = await fetchAs("GET", "list", server.operator);
    const bare = await fetchAs("HEAD", "list", server.operator);
    expect(bare.headers.get("content-length")).toBe(String(Buffer.byteLength(await whole.text())));
  });

  test("of a stream that is followed ends at once", async () => {
    const headers = { authorization: `Bearer ${server.operator}` };
    const url = `${server.url}/v1/events?follow=true`;
    const bare = await fetch(url, {
      method: "HEAD",
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    expect(bare.status).toBe(200);
    expect(bare.headers.get("content-type")).toBe("text/event-stream");
  });

  test.each(["/mcp", "/v1/tools/ask_human", "/v1/requests/req_1/answer"])(
    "of %s, which takes no GET, is refused with what it takes, and so is OPTIONS",
    async (path) => {
      const headers = { authorization: `Bearer ${server.agent}` };
      for (const method of ["HEAD", "OPTIONS"]) {
        const reply = await fetch(server.url + path, { method, headers });
        expect(reply.status).toBe(405);
        expect(reply.headers.get("allow")).toBe("POST");
      }
    },
  );
});

describe("every shape that a request takes", () => {
  const FORMS: readonly (readonly [Input, Input])[] = [
    [{ kind: "text" }, { text: "any" }],
    [{ kind: "choice", options: ["A", { label: "B", description: "the other" }] }, { choice: "B" }],
    [{ kind: "choice", options: ["A"], allowText: true }, { text: "neither" }],
    [{ kind: "choices", options: ["A", "B", "C"], min: 1, max: 2 }, { choices: ["A", "C"] }],
    [
      {
        kind: "fields",
        schema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
      },
      { fields: { n: 3 } },
    ],
  ];

  test.each(FORMS)(
    "%j is asked, offered a default, answered and read back",
    async (form, answer) => {
      const asked = await ok(
        server.url,
        "ask",
        asAgent({ text: say(), context: say(), form, default: answer, to: ["operator"] }),
      );
      const { id } = asked.request;
      const answered = await ok(server.url, "answer", asOperator({ id, answer }));
      expect(answered).toMatchObject({ status: "answered", answer, closedBy: { via: "http" } });
      expect(await ok(server.url, "wait", asAgent({ id }))).toEqual({
        outcome: "answered",
        request: answered,
      });
      const { request, history } = await ok(server.url, "show", asAgent({ id }));
      expect(request).toEqual(answered);
      expect(history.map((event) => event.type)).toEqual(["request.created", "request.answered"]);
      const { items } = await ok(server.url, "list", asOperator({ status: "answered", limit: 1 }));
      expect(items).toEqual([answered]);
    },
  );

  test("a cancelled, an expired and a too late answered request are read back", async () => {
    const { conversation } = await makeThings(server.url, server);
    const ask = (more: Input = {}) =>
      ok(server.url, "ask", asAgent({ text: say(), conversation, ...more }));
    const cancelled = await ask();
    const reason = say("reason");
    await ok(server.url, "cancel", asAgent({ id: cancelled.request.id, reason }));
    const expiring = await ask({ expiresInMs: 1_000 });
    const expired = await ok(
      server.url,
      "wait",
      asAgent({ id: expiring.request.id, holdMs: 30_000 }),
    );
    expect(expired.outcome).toBe("expired");
    const late = { text: say("late") };
    await refused(server.url, "answer", {
      ...asOperator({ id: cancelled.request.id, answer: late }),
      code: "REQUEST_CLOSED",
    });
    const { entries } = await ok(server.url, "showConversation", asOperator({ id: conversation }));
    expect(entries.items).toMatchObject([
      { status: "cancelled", reason, closedBy: { name: "agent" } },
      { status: "expired" },
      { text: late.text, lateAnswerTo: cancelled.request.id, from: { name: "operator" } },
    ]);
  });
});

describe("pages", () => {
  test("following `next` brings every request once, in both orders", async () => {
    const { conversation } = await makeThings(server.url, server);
    const asked: string[] = [];
    for (let count = 0; count < 7; count++) {
      const { request } = await ok(server.url, "ask", asAgent({ text: say(), conversation }));
      asked.push(request.id);
    }
    for (const order of ["oldest", "newest"]) {
      const read: string[] = [];
      let cursor: string | undefined;
      do {
        const input = { conversation, order, limit: 3, cursor };
        const page = await ok(server.url, "list", asAgent(input));
        read.push(...page.items.map((request: ShownRequest) => request.id));
        cursor = page.next;
      } while (cursor !== undefined);
      expect(read).toEqual(order === "oldest" ? asked : asked.toReversed());
    }
  });

  test.each(["0", "101", "1.5", "", "x", "-1"])("a limit of %j is refused", async (limit) => {
    for (const name of ["list", "listConversations"] as const) {
      await refused(server.url, name, { ...asAgent({ limit }), code: "INVALID_INPUT" });
    }
  });

  test("a cursor that no page gave is refused", async () => {
    const { conversation } = await makeThings(server.url, server);
    for (const cursor of ["", "1", "req_1", conversation]) {
      const code = "INVALID_INPUT";
      await refused(server.url, "list", { ...asAgent({ cursor }), code });
      const input = { id: conversation, cursor };
      await refused(server.url, "showConversation", { ...asAgent(input), code });
    }
  });
});

describe("the metrics", () => {
  /** A figure of the store, when it was read for this call: one read is told for a while. */
  const readAnew = (name: string) =>
    eventually(async () => {
      const text = await ok(server.url, "metrics", asOperator());
      const tell = (of: string) => new RegExp(`^${of} (\\S+)$`, "m").exec(text)?.[1];
      return tell("earshot_store_figures_age_seconds") === "0" ? Number(tell(name)) : undefined;
    });

  test("are lines that Prometheus reads, each family with its help and its type", async () => {
    const text = await ok(server.url, "metrics", asOperator());
    expect(text.endsWith("\n")).toBe(true);
    const families = new Set<string>();
    for (const line of text.trimEnd().split("\n")) {
      const [, , named = ""] = /^# (HELP|TYPE) (\w+) \S/.exec(line) ?? [];
      if (named !== "") families.add(named);
      else {
        expect(line).toMatch(/^\w+(\{\w+="[^"\\]*"(,\w+="[^"\\]*")*\})? -?[0-9.e+-]+$/);
        const [sample = ""] = /^\w+/.exec(line) ?? [];
        const family = sample.replace(/_(bucket|sum|count)$/, "");
        expect(families.has(sample) || families.has(family), line).toBe(true);
      }
    }
    expect([...families]).toContain("earshot_calls_total");
  });

  test("count calls by operation, and what was refused", async () => {
    const count = (operation: string, status: string) =>
      figure(
        server.url,
        server.operator,
        `earshot_calls_total\\{operation="${operation}",status="${status}"\\}`,
      ).then((value) => (Number.isNaN(value) ? 0 : value));
    const before = [await count("tell", "2xx"), await count("refused", "4xx")];
    await ok(server.url, "tell", asAgent({ text: say() }));
    await refused(server.url, "tell", { ...asAgent({ text: "" }), code: "INVALID_INPUT" });
    await eventually(async () => (await count("refused", "4xx")) === Number(before[1]) + 1);
    expect(await count("tell", "2xx")).toBe(Number(before[0]) + 1);
  });

  test("tell how many requests are open and which event is the newest", async () => {
    const open = () => readAnew("earshot_open_requests");
    const before = await open();
    const { request } = await ok(server.url, "ask", asAgent({ text: say() }));
    expect(await open()).toBe(before + 1);
    const { seq } = await ok(server.url, "lastEvent", asOperator());
    expect(await readAnew("earshot_last_event")).toBe(seq);
    await ok(server.url, "cancel", asAgent({ id: request.id }));
    expect(await open()).toBe(before);
  });
});
