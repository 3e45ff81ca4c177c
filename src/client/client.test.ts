import { describe, expect, onTestFinished, test, vi } from "vitest";
import { cut, json, problem, startScripted, stream } from "../../test/support/scripted-server.ts";
import type { EarshotClient } from "./client.ts";
import { createClient } from "./client.ts";

const ID = "req_01k00000000000000000000000";
const OTHER = "req_01k00000000000000000000001";
const KEY = "key_01k00000000000000000000000";

describe("each call", () => {
  interface Row {
    readonly name: string;
    readonly run: (client: EarshotClient) => Promise<unknown>;
    readonly line: string;
    readonly body?: unknown;
  }
  const ROWS: readonly Row[] = [
    { name: "whoami", run: (client) => client.whoami(), line: "GET /v1/whoami" },
    {
      name: "ask",
      run: (client) => client.ask({ text: "?", to: ["ada"] }),
      line: "POST /v1/requests",
      body: { text: "?", to: ["ada"] },
    },
    {
      name: "wait",
      run: (client) => client.wait({ id: ID, holdMs: 5 }),
      line: `GET /v1/requests/${ID}/wait?holdMs=5`,
    },
    {
      name: "waitMany",
      run: (client) => client.waitMany({ ids: [ID, OTHER], until: "all" }),
      line: `GET /v1/wait?ids=${ID}%2C${OTHER}&until=all`,
    },
    {
      name: "cancel",
      run: (client) => client.cancel({ id: ID }),
      line: `POST /v1/requests/${ID}/cancel`,
      body: {},
    },
    {
      name: "answer",
      run: (client) => client.answer({ id: ID, answer: { text: "  B!" } }),
      line: `POST /v1/requests/${ID}/answer`,
      body: { answer: { text: "  B!" } },
    },
    { name: "list", run: (client) => client.list(), line: "GET /v1/requests" },
    {
      name: "a list of one's own",
      run: (client) => client.list({ mine: true }),
      line: "GET /v1/requests?mine=true",
    },
    { name: "show", run: (client) => client.show({ id: ID }), line: `GET /v1/requests/${ID}` },
    {
      name: "revokeKey",
      run: (client) => client.revokeKey({ id: KEY }),
      line: `POST /v1/keys/${KEY}/revoke`,
      body: {},
    },
    {
      name: "verifyAudit",
      run: (client) => client.verifyAudit({ head: "1:ab" }),
      line: "GET /v1/audit/verify?head=1%3Aab",
    },
    {
      name: "acknowledge",
      run: (client) => client.acknowledge({ ids: [ID] }),
      line: "POST /v1/mailbox/acknowledge",
      body: { ids: [ID] },
    },
    { name: "stop", run: (client) => client.stop(), line: "POST /v1/stop", body: {} },
  ];

  test.each(ROWS)("$name goes where its operation says", async ({ run, line, body }) => {
    const { url, heard } = await startScripted(json({ ok: true }));
    await run(createClient({ url, key: "secret" }));
    expect(heard.map(({ method, path }) => `${method} ${path}`)).toEqual([line]);
    expect(heard[0]?.body).toBe(body === undefined ? "" : JSON.stringify(body));
    expect(heard[0]?.headers.authorization).toBe("Bearer secret");
  });

  test.each([
    ["verifyAudit", (client: EarshotClient) => client.verifyAudit()],
    ["proveAction", (client: EarshotClient) => client.proveAction({ id: ID })],
    ["sealLog", (client: EarshotClient) => client.sealLog()],
  ])("%s has four minutes, in which a log of millions is read", async (_, run) => {
    const { url } = await startScripted(json({ ok: true }));
    const timeout = vi.spyOn(AbortSignal, "timeout");
    onTestFinished(() => timeout.mockRestore());
    await run(createClient({ url }));
    expect(timeout.mock.lastCall?.[0]).toBeGreaterThanOrEqual(240_000);
  });

  test("keeps what stands in a path within its place", async () => {
    const { url, heard } = await startScripted(json({}));
    await createClient({ url }).show({ id: "req_/../../keys?x#y" });
    expect(heard[0]?.path).toBe("/v1/requests/req_%2F..%2F..%2Fkeys%3Fx%23y");
  });

  test("that reads says which of its texts is too long for a head, and sends nothing", async () => {
    const { url, heard } = await startScripted(json({}));
    const client = createClient({ url, key: "k" });
    const reading = client.searchMemory({ pattern: "x".repeat(20_000) });
    await expect(reading).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("pattern: it has 20000 characters"),
    });
    expect(heard).toEqual([]);
  });

  test("leaves out what is undefined", async () => {
    const { url, heard } = await startScripted(json({}));
    const input = { status: undefined, limit: 5 } as unknown as { limit: number };
    await createClient({ url }).list(input);
    expect(heard[0]?.path).toBe("/v1/requests?limit=5");
  });

  test("says where the caller is, by the call or else by the client", async () => {
    const { url, heard } = await startScripted(json({}));
    const client = createClient({ url, via: "cli" });
    await client.tell({ text: "a" });
    await client.tell({ text: "a" }, { via: "mcp" });
    await createClient({ url }).tell({ text: "a" });
    expect(heard.map(({ headers }) => headers["earshot-via"])).toEqual(["cli", "mcp", undefined]);
  });
});

describe("a key against doing it twice", () => {
  test("is the same for every attempt of a call, and another for another call", async () => {
    const { url, heard } = await startScripted(
      cut,
      problem("STORE_UNAVAILABLE"),
      json({ ok: 1 }),
      json({ ok: 2 }),
    );
    const client = createClient({ url });
    await client.tell({ text: "a" });
    await client.tell({ text: "a" });
    const [first, second, third, fourth] = heard.map(({ headers }) => headers["idempotency-key"]);
    expect(first).toMatch(/^call_/);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).toMatch(/^call_/);
    expect(fourth).not.toBe(first);
  });

  test("is the caller's own where there is one", async () => {
    const { url, heard } = await startScripted(cut, json({}));
    await createClient({ url }).ask({ text: "?" }, { idempotencyKey: "mine" });
    expect(heard.map(({ headers }) => headers["idempotency-key"])).toEqual(["mine", "mine"]);
  });

  test("is not sent where nothing is changed", async () => {
    const { url, heard } = await startScripted(json({}));
    await createClient({ url }).wait({ id: ID }, { idempotencyKey: "mine" });
    expect(heard[0]?.headers).not.toHaveProperty("idempotency-key");
  });
});

describe("a stream", () => {
  const event = (seq: number) => ({ seq, type: "message.created" });
  const message = (seq: number) => `id: ${seq}\ndata: ${JSON.stringify(event(seq))}\n\n`;

  test("of events ends at the end of the log", async () => {
    const { url, heard } = await startScripted(
      stream("text/event-stream", [message(3), message(4)]),
    );
    const seen: number[] = [];
    for await (const { seq } of await createClient({ url }).events({ after: 2 })) seen.push(seq);
    expect(seen).toEqual([3, 4]);
    expect(heard.map(({ path }) => path)).toEqual(["/v1/events?after=2"]);
  });

  test("that is followed goes on where it was cut", { timeout: 30_000 }, async () => {
    const { url, heard } = await startScripted(
      stream("text/event-stream", [message(3)]),
      stream("text/event-stream", [message(4)]),
    );
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const events = await createClient({ url }).events({ after: 2, follow: true }, options);
    const seen: number[] = [];
    for await (const { seq } of events) {
      seen.push(seq);
      if (seq === 4) controller.abort();
    }
    expect(seen).toEqual([3, 4]);
    expect(heard.map(({ path }) => path)).toEqual([
      "/v1/events?after=2&follow=true",
      "/v1/events?follow=true&after=3",
    ]);
  });

  test("that is refused is refused before it begins", async () => {
    const { url } = await startScripted(problem("NOT_ALLOWED"));
    await expect(createClient({ url }).events({ follow: true })).rejects.toMatchObject({
      code: "NOT_ALLOWED",
    });
  });

  test("of the log brings one event a line", async () => {
    const lines = [1, 2].map((seq) => ({ event: event(seq), hash: `${seq}f` }));
    const text = lines.map((line) => `${JSON.stringify(line)}\n`);
    const { url } = await startScripted(stream("application/jsonl", text));
    const seen: unknown[] = [];
    for await (const line of await createClient({ url }).exportAudit()) seen.push(line);
    expect(seen).toEqual(lines);
  });
});

test("an address may be a function, which is asked before every attempt", async () => {
  const { url, heard } = await startScripted(problem("SHUTTING_DOWN"), json({}));
  let asked = 0;
  const client = createClient({ url: () => ({ url, key: `key ${asked++}` }), key: "not used" });
  await client.whoami();
  expect(heard.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer key 0",
    "Bearer key 1",
  ]);
});

test("whoever asks hears of each attempt that failed", async () => {
  const { url } = await startScripted(problem("SHUTTING_DOWN", "Later."), json({}));
  const said: string[] = [];
  await createClient({ url, onRetry: (error) => said.push(error.message) }).whoami();
  expect(said).toEqual(["Later."]);
});

test("only with a key of the caller's own is a repeat told: of the client's key a reply was lost", async () => {
  const redeemed = { id: "grt_1", redeemedAt: "2026-01-01T00:00:00.000Z", repeated: true };
  const atOnce = { outcome: "approved", redeemed: { id: "grt_1", args: {}, repeated: true } };
  const server = await startScripted(json(redeemed));
  const allowed = await startScripted(json(atOnce));
  const use = { request: ID, tool: "pay", args: {} } as const;
  const key = { idempotencyKey: "job-9" };
  const client = createClient({ url: server.url, key: "k" });
  expect(await client.redeem(use)).not.toHaveProperty("repeated");
  expect(await client.redeem(use, key)).toHaveProperty("repeated", true);
  const other = createClient({ url: allowed.url, key: "k" });
  const action = { tool: "pay", args: {}, reason: "An invoice.", redeemIfAllowed: true };
  expect((await other.authorize(action)).redeemed).toEqual({ id: "grt_1", args: {} });
  expect((await other.authorize(action, key)).redeemed).toHaveProperty("repeated", true);
});
