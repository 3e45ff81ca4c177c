import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "../../src/domain/json.ts";
import type { OpenAuthorization } from "../../src/domain/requests/request.ts";
import { type Approval, type GateKeeper, guard, guardTool } from "../../src/guard/index.ts";
import { digest } from "../../src/system/digest.ts";
import { eventually, openServer, type TestServer, testFolder } from "../support/cli.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

let made = 0;
/** A tool that no other test knows. */
function newTool(): string {
  made += 1;
  return `tool_${made}`;
}

interface Delete {
  readonly user: string;
}

/** A guarded function that keeps what it was run with. */
function guarded(more: Partial<Parameters<typeof guard<Delete, string>>[1]> = {}) {
  const tool = newTool();
  const ran: [Delete, Approval][] = [];
  const options = { earshot: server.agent, tool, reason: "The user asked for it.", ...more };
  const run = (args: Delete, approval: Approval) => {
    ran.push([args, approval]);
    return `deleted ${args.user}`;
  };
  const inner = guard(run, options);
  const call: typeof inner = (...given) => {
    const calling = inner(...given);
    // Who rejects is faster than the test, which looks at it later.
    calling.catch(() => {});
    return calling;
  };
  return { tool, ran, call };
}

async function asked(tool: string): Promise<OpenAuthorization> {
  return await eventually(async () => {
    const { items } = await server.operator.list({ status: "open" });
    return items.find(
      (item): item is OpenAuthorization =>
        item.kind === "authorization" && item.authorization.action.tool === tool,
    );
  });
}

/** Has a rule allow the tool, until a test applies another policy. */
async function allow(tool: string): Promise<void> {
  const rules = [{ name: "free", tools: [tool], decision: "allow" }];
  await server.operator.applyPolicy({ source: { version: 1, rules } });
}

async function approve(tool: string): Promise<OpenAuthorization> {
  const request = await asked(tool);
  const { id, authorization } = request;
  await server.operator.approve({ id, digest: authorization.digest });
  return request;
}

test.each([
  ["NaN", { amount: Number.NaN }, "/amount"],
  ["Infinity", { list: [1, Number.POSITIVE_INFINITY] }, "/list/1"],
  ["a Map", { of: new Map() }, "/of"],
  ["a Date", { at: new Date(0) }, "/at"],
  ["a function", { run: () => {} }, "/run"],
  ["a bigint", { "a/b": 1n }, "/a~1b"],
  ["undefined", { list: [undefined] }, "/list/0"],
])("arguments that hold %s, which JSON cannot carry, are refused", async (what, args, path) => {
  const run = guard(() => "ran", { earshot: server.agent, tool: newTool(), reason: "Why not." });
  await expect(run(args)).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining(`hold ${what} at "${path}"`),
  });
});

test("-0, which JSON writes as 0, runs as the 0 that people are shown", async () => {
  const tool = newTool();
  const source = { version: 1, rules: [{ name: "free", tools: [tool], decision: "allow" }] };
  await server.operator.applyPolicy({ source });
  const ran: number[] = [];
  const run = guard(({ by }: { by: number }) => ran.push(by), {
    earshot: server.agent,
    tool,
    reason: "Why not.",
  });
  await run({ by: -0 });
  expect(ran).toEqual([0]);
});

test("arguments that hold themselves are refused", async () => {
  const args: Record<string, unknown> = {};
  args["self"] = args;
  const run = guard(() => "ran", { earshot: server.agent, tool: newTool(), reason: "Why not." });
  await expect(run(args)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

describe("a guarded function", () => {
  test("runs once it is approved, with the arguments that were shown", async () => {
    const { call, tool, ran } = guarded({ reason: ({ user }) => `${user} asked for it.` });
    const args = { user: "user123" };
    const calling = call(args);
    const request = await asked(tool);
    expect(request.authorization.reason).toBe("user123 asked for it.");
    expect(ran).toEqual([]);
    args.user = "user124";
    await approve(tool);
    expect(await calling).toBe("deleted user123");
    expect(ran).toEqual([[{ user: "user123" }, { request: request.id, edited: false, patch: [] }]]);
  });

  test("runs with edited arguments and learns of the edit", async () => {
    const { call, tool, ran } = guarded();
    const calling = call({ user: "user123" });
    const { id, authorization } = await asked(tool);
    const args = { user: "user125" };
    const edited = digest.action({ ...authorization.action, args });
    await server.operator.approve({ id, digest: edited, args });
    expect(await calling).toBe("deleted user125");
    const patch = [{ op: "replace", path: "/user", value: "user125" }];
    expect(ran[0]?.[1]).toEqual({ request: id, edited: true, patch });
  });

  test("throws what a person said who rejects", async () => {
    const { call, tool, ran } = guarded();
    const calling = call({ user: "user123" });
    const { id } = await asked(tool);
    await server.operator.reject({ id, reason: "Not this one." });
    await expect(calling).rejects.toMatchObject({
      code: "NOT_APPROVED",
      message: expect.stringContaining("Not this one."),
      details: { outcome: "rejected", id, reason: "Not this one.", decidedBy: "operator" },
    });
    expect(ran).toEqual([]);
  });

  test("says that it was rejected before, until when that stands, and how to ask again", async () => {
    const { call, tool, ran } = guarded();
    const calling = call({ user: "user123" });
    const { id } = await asked(tool);
    const rejected = await server.operator.reject({ id, reason: "Not this one." });
    const closedAt = rejected.status === "rejected" ? rejected.closedAt : "";
    await expect(calling).rejects.not.toThrow(closedAt);
    const until = new Date(Date.parse(closedAt) + 5 * 60_000).toISOString();
    await expect(call({ user: "user123" })).rejects.toThrow(
      `The call of ${tool} was rejected by operator at ${closedAt}, when the same call was made before (request ${id}). That stands until ${until}: nobody was asked now, and it has not run. From then on the same call asks people again. At once it does so under a name of its own: give one as { call }. The reason given: Not this one.`,
    );
    const named = call({ user: "user123" }, { call: "anew" });
    const again = await approve(tool);
    expect(await named).toBe("deleted user123");
    expect(again.id).not.toBe(id);
    expect(ran).toHaveLength(1);
  });

  test("throws where its request is cancelled", async () => {
    const { call, tool } = guarded();
    const calling = call({ user: "user123" });
    const { id } = await asked(tool);
    await server.operator.cancel({ id });
    await expect(calling).rejects.toMatchObject({ details: { outcome: "cancelled", id } });
  });

  test("ends its wait with a signal, and joins its request when it is called again", async () => {
    const { call, tool, ran } = guarded();
    const gone = new AbortController();
    const calling = call({ user: "user123" }, { signal: gone.signal });
    const { id } = await asked(tool);
    gone.abort(new Error("gone"));
    await expect(calling).rejects.toThrow("gone");
    const again = call({ user: "user123" });
    await approve(tool);
    await again;
    expect(ran.map(([, { request }]) => request)).toEqual([id]);
  });

  test("runs once, though it is called by one name twice", async () => {
    const { call, tool, ran } = guarded();
    const named = { call: "night-7/delete" };
    const calling = call({ user: "user123" }, named);
    const { id } = await approve(tool);
    await calling;
    await expect(call({ user: "user123" }, named)).rejects.toMatchObject({
      code: "GRANT_REFUSED",
      message: expect.stringContaining('the call "night-7/delete" may have run'),
      details: { reason: "used", id },
    });
    await expect(call({ user: "user999" }, named)).rejects.toMatchObject({
      code: "KEY_REUSED",
      message: expect.stringContaining("night-7/delete"),
    });
    expect(ran).toHaveLength(1);
  });

  test("does not run where what it touches has changed since it was approved", async () => {
    const file = join(testFolder(), "letter.txt");
    writeFileSync(file, "Dear Ana");
    const resources = async () => [
      {
        uri: pathToFileURL(file).href,
        sha256: createHash("sha256")
          .update(await readFile(file))
          .digest("hex"),
      },
    ];
    const { call, tool, ran } = guarded({ resources });
    const calling = call({ user: "user123" });
    await asked(tool);
    writeFileSync(file, "Dear Ben");
    await approve(tool);
    await expect(calling).rejects.toMatchObject({
      code: "GRANT_REFUSED",
      details: { reason: "other_action" },
    });
    expect(ran).toEqual([]);
    expect(readFileSync(file, "utf8")).toBe("Dear Ben");
  });

  test("does not run where what it touches has changed since a rule allowed it", async () => {
    let reads = 0;
    const resources = async () => {
      reads += 1;
      return [{ uri: "file:///letter.txt", sha256: String(reads).repeat(64) }];
    };
    const { call, tool, ran } = guarded({ resources });
    await allow(tool);
    await expect(call({ user: "user123" })).rejects.toMatchObject({
      code: "GRANT_REFUSED",
      message: expect.stringContaining("has changed since"),
      details: { reason: "other_action", tool },
    });
    expect(ran).toEqual([]);
  });

  test("runs at once where a rule allows it and what it touches is the same", async () => {
    const resources = async () => [{ uri: "file:///letter.txt", sha256: "0".repeat(64) }];
    const more = { resources, session: "nightly", toolSchemaHash: "1".repeat(64) };
    const { call, tool, ran } = guarded(more);
    await allow(tool);
    expect(await call({ user: "user123" })).toBe("deleted user123");
    expect(ran).toHaveLength(1);
  });

  test("runs with what is hidden although another call has voided the grant that told it", async () => {
    const { agent } = server;
    let isFirst = true;
    const earshot: GateKeeper = {
      authorize: (...given) => agent.authorize(...given),
      wait: (...given) => agent.wait(...given),
      redeem: (...given) => agent.redeem(...given),
      async collect(...given) {
        const collected = await agent.collect(...given);
        if (isFirst) await agent.collect(given[0]);
        isFirst = false;
        return collected;
      },
    };
    const { call, tool, ran } = guarded({ earshot, secrets: ["/user"] });
    const calling = call({ user: "user123" });
    await approve(tool);
    expect(await calling).toBe("deleted user123");
    expect(isFirst).toBe(false);
    expect(ran).toHaveLength(1);
  });

  test("runs once for equal calls at the same time, and the others say that it was another", async () => {
    const { call, tool, ran } = guarded();
    const calls = [1, 2, 3].map(() => call({ user: "user123" }));
    const { id } = await approve(tool);
    const settled = await Promise.allSettled(calls);
    expect(ran).toHaveLength(1);
    const others = settled.filter(({ status }) => status === "rejected");
    expect(others).toHaveLength(2);
    for (const other of others) {
      expect(other).toMatchObject({
        reason: {
          code: "GRANT_REFUSED",
          message: expect.stringContaining("by another call with the same arguments"),
          details: { reason: "used", id },
        },
      });
    }
  });

  test("is one call after the decision, without a grant that somebody could take", async () => {
    const calls: string[] = [];
    const earshot = new Proxy(server.agent, {
      get(agent, name, of) {
        if (name === "collect" || name === "redeem") calls.push(name);
        return Reflect.get(agent, name, of);
      },
    });
    const { call, tool, ran } = guarded({ earshot });
    const calling = call({ user: "user123" });
    await approve(tool);
    await calling;
    expect(ran).toHaveLength(1);
    expect(calls).toEqual(["redeem"]);
  });

  test("gets its secrets, which nobody else sees", async () => {
    const { call, tool, ran } = guarded({ secrets: ["/user"] });
    const calling = call({ user: "hunter2" });
    const request = await asked(tool);
    expect(JSON.stringify(request)).not.toContain("hunter2");
    await approve(tool);
    await calling;
    expect(ran[0]?.[0]).toEqual({ user: "hunter2" });
  });

  test("gets edited arguments only where they fit its schema", async () => {
    const argsSchema: JsonObject = {
      type: "object",
      properties: { user: { type: "string" } },
      additionalProperties: false,
    };
    const { call, tool, ran } = guarded({ argsSchema });
    const calling = call({ user: "user123" });
    const { id, authorization } = await asked(tool);
    const args = { user: 7 };
    const edited = digest.action({ ...authorization.action, args });
    await expect(server.operator.approve({ id, digest: edited, args })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    await approve(tool);
    await calling;
    expect(ran).toHaveLength(1);
  });
});

describe("a guarded tool", () => {
  const inputSchema = z.object({ path: z.string() });

  test("keeps its shape, and gives what the framework gives to what it was", async () => {
    const heard: unknown[] = [];
    const tool = {
      description: "Reads a file.",
      inputSchema,
      needsNothing: true,
      async execute({ path }: { path: string }, { toolCallId }: { toolCallId: string }) {
        heard.push(path, toolCallId, this.needsNothing);
        return { read: path };
      },
    };
    const name = newTool();
    const approvals: Approval[] = [];
    const safe = guardTool(tool, {
      earshot: server.agent,
      tool: name,
      reason: "To see what it says.",
      onApproved: (approval) => approvals.push(approval),
    });
    expect(safe).toMatchObject({ description: "Reads a file.", inputSchema, needsNothing: true });
    const calling = safe.execute({ path: "a" }, { toolCallId: "call_1" });
    const { authorization, id } = await approve(name);
    expect(authorization.argsSchema).toMatchObject({ properties: { path: { type: "string" } } });
    expect(authorization.action.toolSchemaHash).toMatch(/^[0-9a-f]{64}$/);
    expect(await calling).toEqual({ read: "a" });
    expect(heard).toEqual(["a", "call_1", true]);
    expect(approvals).toEqual([{ request: id, edited: false, patch: [] }]);
  });

  test("that streams stays a stream, which begins once it is approved", async () => {
    const name = newTool();
    const ran: number[] = [];
    const tool = {
      name,
      parameters: { type: "object" },
      async *execute({ to }: { to: number }) {
        for (let step = 0; step < to; step++) {
          ran.push(step);
          yield { step };
        }
        return "done";
      },
    };
    const safe = guardTool(tool, { earshot: server.agent, reason: "Why not." });
    const stream = safe.execute({ to: 2 });
    expect(Symbol.asyncIterator in stream).toBe(true);
    const first = stream.next();
    await asked(name);
    expect(ran).toEqual([]);
    await approve(name);
    expect(await first).toEqual({ done: false, value: { step: 0 } });
    expect(await stream.next()).toEqual({ done: false, value: { step: 1 } });
    expect(await stream.next()).toEqual({ done: true, value: "done" });
    expect(ran).toEqual([0, 1]);
  });

  test("that would stream in a way that cannot wait is refused", async () => {
    const [name, parameters] = [newTool(), { type: "object" }];
    const options = { earshot: server.agent, reason: "Why not." };
    const steps = { name, parameters, *execute(_: object) {} };
    expect(() => guardTool(steps, options)).toThrow("async *execute");
    const hidden = { name, parameters, execute: (_: object) => (async function* () {})() };
    const calling = guardTool(hidden, options).execute({}) as unknown as Promise<unknown>;
    await approve(name);
    await expect(calling).rejects.toThrow("async *execute");
  });

  test("ends its wait with the signal of the framework", async () => {
    const name = newTool();
    const parameters = { type: "object" };
    const tool = { name, parameters, execute: async (_: object, _options: object) => "ran" };
    const safe = guardTool(tool, { earshot: server.agent, reason: "Why not." });
    const gone = new AbortController();
    const calling = safe.execute({}, { abortSignal: gone.signal });
    await asked(name);
    gone.abort(new Error("gone"));
    await expect(calling).rejects.toThrow("gone");
  });

  test("of a class keeps its getters, its methods and its class", async () => {
    class Reader {
      readonly #path: string;
      inputSchema = { type: "object" };
      constructor(path: string) {
        this.#path = path;
      }
      get description() {
        return `Reads ${this.#path}.`;
      }
      async execute(_: object) {
        return `read ${this.#path}`;
      }
      async readTwice() {
        return [await this.execute({ time: 1 }), await this.execute({ time: 2 })];
      }
    }
    const tool = newTool();
    const reader = new Reader("a.txt");
    const safe = guardTool(reader, { earshot: server.agent, tool, reason: "To see it." });
    expect(safe).toBeInstanceOf(Reader);
    expect(safe.description).toBe("Reads a.txt.");
    expect({ ...safe }).toMatchObject({ inputSchema: { type: "object" }, execute: safe.execute });
    const calling = safe.readTwice();
    expect((await approve(tool)).authorization.action.args).toEqual({ time: 1 });
    expect((await approve(tool)).authorization.action.args).toEqual({ time: 2 });
    expect(await calling).toEqual(["read a.txt", "read a.txt"]);
  });

  test("that is frozen is guarded too", () => {
    const tool = Object.freeze({ name: "frozen", execute: async () => "ran" });
    const safe = guardTool(tool, { earshot: server.agent, reason: "Why not." });
    expect(safe.name).toBe("frozen");
    expect(safe.execute).not.toBe(tool.execute);
  });

  test("takes a schema beside one that cannot be told, and is refused without it", async () => {
    const name = newTool();
    const tool = { name, parameters: { parse: () => 1 }, execute: async (_: object) => "ran" };
    const options = { earshot: server.agent, reason: "Why not." };
    expect(() => guardTool(tool, options)).toThrow("cannot be given as JSON Schema");
    const argsSchema: JsonObject = { type: "object", properties: { path: { type: "string" } } };
    const calling = guardTool(tool, { ...options, argsSchema }).execute({ path: "a" });
    expect((await approve(name)).authorization.argsSchema).toEqual(argsSchema);
    expect(await calling).toBe("ran");
  });

  const run = async () => 1;
  test.each([
    [{ execute: run }, "has no name"],
    [{ name: "tool" }, "has no execute to guard. Wrap the function that it runs: guard(run, {"],
    [{ name: "tool", inputSchema: {}, handler: run }, "wrap the handler, as in tool("],
    [{ name: "tool", schema: {}, invoke: run }, "wrap the function before you make the tool"],
    [{ name: "tool", parameters: {}, invoke: run }, "as in tool(guardTool({ name, "],
  ])("is refused for %o", (tool, message) => {
    expect(() => guardTool(tool, { earshot: server.agent, reason: "Why not." })).toThrow(message);
  });
});
