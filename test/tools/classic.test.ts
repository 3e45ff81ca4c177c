import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import { createToolDispatcher } from "../../src/tools/registry/dispatcher.ts";
import { createToolRegistry } from "../../src/tools/registry/registry.ts";
import type { ToolExecutionContext, ToolResult } from "../../src/tools/registry/tool.ts";
import { TOOL_SETS } from "../../src/tools/sets.ts";
import { eventually, type World } from "../suites/earshot/world.ts";
import { byFile, takeShare } from "../support/share.ts";
import { openInProcess, openOverHttp } from "../support/world.ts";

const dispatcher = createToolDispatcher({
  registry: createToolRegistry(TOOL_SETS.classic),
  onFault(error) {
    throw error;
  },
});

describe.each([
  ["in process", openInProcess],
  ["over HTTP", openOverHttp],
])("the classic tools %s", (_, open) => {
  if (open === openOverHttp) takeShare("doors-http", byFile);
  let world: World;
  let calls = 0;
  beforeEach(async () => {
    world = await open();
  });
  afterEach(() => world.close());

  function call(
    name: string,
    args: unknown = {},
    given: Partial<ToolExecutionContext> = {},
  ): Promise<ToolResult> {
    calls += 1;
    return dispatcher.dispatch(name, args, {
      earshot: world.as("scout"),
      call: `call_${calls}`,
      signal: new AbortController().signal,
      ...given,
    });
  }

  async function textOf(...args: Parameters<typeof call>): Promise<string> {
    return (await call(...args)).text;
  }

  async function errorOf(...args: Parameters<typeof call>) {
    const result = await call(...args);
    if (result.ok) throw new Error(`It went well: ${result.text}`);
    return result.error;
  }

  const forAll = (key: string, value: string) =>
    world.as("owner").writeMemory({ namespace: "people", key, value });

  /** The question that is open, once there is one. */
  async function asked(): Promise<RequestId> {
    let id: RequestId | undefined;
    await eventually(async () => {
      const open = await world.as("owner").list({ status: "open" });
      id = open.items[0]?.id;
      return id !== undefined;
    });
    return id as RequestId;
  }

  test("what is written is read back exactly, and every write is the next version", async () => {
    const value = "  one\n\ttwo … 三 !@#$%^&*\n\n";
    expect(await textOf("write", { key: "plan", value: "first" })).toBe(
      'Stored "plan" (version 1).',
    );
    expect(await textOf("write", { key: "plan", value })).toBe('Stored "plan" (version 2).');
    expect(await textOf("read", { key: "plan" })).toBe(value);
    await call("write", { key: "empty", value: "" });
    expect(await call("read", { key: "empty" })).toMatchObject({ ok: true, text: "" });
  });

  test("a call that is repeated writes once and says the same", async () => {
    const args = { key: "plan", value: "a" };
    const first = await textOf("write", args, { call: "once" });
    await call("write", { key: "plan", value: "b" });
    expect(await textOf("write", args, { call: "once" })).toBe(first);
    expect(await textOf("read", { key: "plan" })).toBe("b");
  });

  test("a missing key is an error text that names the keys that are near", async () => {
    expect((await errorOf("read", { key: "plan" })).message).toBe(
      'There is no key "plan". Nothing is stored yet.',
    );
    await call("write", { key: "notes/Day-1", value: "a" });
    await call("write", { key: "results", value: "b" });
    expect(await errorOf("read", { key: "notes/day1" })).toEqual({
      tool_name: "read",
      error_type: "ExecutionFailed",
      message:
        'There is no key "notes/day1". Did you mean "notes/Day-1"? The tool list tells which keys there are.',
      recoverable: false,
    });
    expect((await errorOf("delete", { key: "result" })).message).toContain('"results"');
  });

  test.each([
    "../secrets",
    "/etc/passwd",
    "a//b",
    "",
    " a",
    "a ",
    "a  b",
    "a /b",
    "agent:other",
    "e\u0301",
    "a\u200bb",
  ])("the key %j is refused with what a key may be", async (key) => {
    for (const tool of ["write", "read", "delete"]) {
      const args = tool === "write" ? { key, value: "a" } : { key };
      const error = await errorOf(tool, args);
      expect(error).toMatchObject({ error_type: "InvalidArguments", recoverable: false });
      expect(error.message).toContain("notes/day-1");
    }
  });

  test.each(["day 1", "ключ", "研究/第一日", "नमस्ते", "été"])("the key %j is a key", async (key) => {
    await call("write", { key, value: "kept" });
    expect(await textOf("read", { key })).toBe("kept");
    expect(await textOf("list")).toBe(`${key} (4 bytes)`);
    expect(await textOf("pattern_search", { pattern: "kept" })).toContain(key);
  });

  test("the list has one key a line with its size", async () => {
    expect(await textOf("list")).toBe("Nothing is stored yet.");
    await call("write", { key: "b", value: "x" });
    await call("write", { key: "a", value: "…".repeat(1_000) });
    expect(await textOf("list")).toBe("a (2.9 KiB)\nb (1 byte)");
  });

  test("a long list says how much more there is", async () => {
    const keys = Array.from({ length: 230 }, (_, n) => `k${String(n).padStart(3, "0")}`);
    await Promise.all(keys.map((key) => call("write", { key, value: "a" })));
    const lines = (await textOf("list")).split("\n");
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toBe("… and 30 more keys: pattern_search finds them.");
    const { message } = await errorOf("read", { key: "K-229" });
    expect(message).toContain('"k229"');
  });

  test("what is deleted is gone for read, list and search", async () => {
    await call("write", { key: "plan", value: "secret" });
    expect(await textOf("delete", { key: "plan" })).toBe('Deleted "plan".');
    expect((await errorOf("read", { key: "plan" })).message).toContain("There is no key");
    expect(await textOf("list")).toBe("Nothing is stored yet.");
    expect(await textOf("pattern_search", { pattern: "secret" })).toBe("Nothing matches.");
  });

  test("a search tells the key, the line and its number", async () => {
    await call("write", { key: "notes/day-1", value: "begun\nloss fell to 0.31\n" });
    await call("write", { key: "notes/day-2", value: "accuracy 0.9" });
    await call("write", { key: "loss", value: "see the notes" });
    const found = await textOf("pattern_search", { pattern: "^loss|accuracy \\d" });
    expect(found.split("\n").sort()).toEqual([
      "loss (its key matches)",
      "notes/day-1:2: loss fell to 0.31",
      "notes/day-2:1: accuracy 0.9",
    ]);
  });

  test.each(["(?=a)b", "(a", "a{1,1000}", "\\1", "[", "x".repeat(300), ""])(
    "the pattern %j is refused with what RE2 lacks",
    async (pattern) => {
      const error = await errorOf("pattern_search", { pattern });
      expect(error).toMatchObject({ error_type: "InvalidArguments", recoverable: false });
      expect(error.message).toMatch(/no look-ahead, no look-behind and no back-references/);
    },
  );

  test("a search that shows only a part says so", async () => {
    const keys = Array.from({ length: 120 }, (_, n) => `k${n}`);
    await Promise.all(keys.map((key) => call("write", { key, value: "same" })));
    const lines = (await textOf("pattern_search", { pattern: "same" })).split("\n");
    expect(lines.at(-1)).toContain("perhaps more");
    expect(lines).toHaveLength(101);
  });

  test("each run has keys of its own, and no run sees another's", async () => {
    await call("write", { key: "plan", value: "of run 1" }, { run: "run-1" });
    await call("write", { key: "plan", value: "of none" });
    expect(await textOf("read", { key: "plan" }, { run: "run-1" })).toBe("of run 1");
    expect(await textOf("read", { key: "plan" })).toBe("of none");
    expect((await errorOf("read", { key: "plan" }, { run: "run-2" })).message).toContain("no key");
    expect(await textOf("list", {}, { run: "run-2" })).toBe("Nothing is stored yet.");
  });

  test("another agent has other keys", async () => {
    await call("write", { key: "plan", value: "mine" });
    const rival = { earshot: world.as("rival") };
    expect((await errorOf("read", { key: "plan" }, rival)).message).toContain("no key");
    expect(await textOf("pattern_search", { pattern: "." }, rival)).toBe("Nothing matches.");
  });

  test("what people wrote is read, listed and found in every run, by a key of its own kind", async () => {
    await forAll("goal", "an accuracy of 0.9");
    await call("write", { key: "goal", value: "mine" }, { run: "run-1" });
    const run = { run: "run-1" };
    expect(await textOf("read", { key: "people:goal" }, run)).toBe("an accuracy of 0.9");
    expect(await textOf("read", { key: "goal" }, run)).toBe("mine");
    expect(await textOf("list", {}, run)).toBe("goal (4 bytes)\npeople:goal (18 bytes)");
    expect(await textOf("pattern_search", { pattern: "accuracy" }, run)).toBe(
      "people:goal:1: an accuracy of 0.9",
    );
    expect((await errorOf("read", { key: "people:gaol" }, run)).message).toContain('"people:goal"');
  });

  test("what people wrote cannot be changed", async () => {
    await forAll("goal", "an accuracy of 0.9");
    for (const [tool, args] of [
      ["write", { key: "people:goal", value: "none" }],
      ["delete", { key: "people:goal" }],
    ] as const) {
      expect(await errorOf(tool, args)).toMatchObject({ error_type: "NotAllowed" });
    }
    expect(await textOf("read", { key: "people:goal" })).toBe("an accuracy of 0.9");
  });

  test("a full memory is said in words", async () => {
    const value = "x".repeat(256 * 1_024);
    const results = [];
    for (let n = 0; n < 65; n++) results.push(await call("write", { key: `k${n}`, value }));
    expect(results.filter(({ ok }) => ok)).toHaveLength(64);
    expect(results.at(-1)).toMatchObject({
      error: { error_type: "ExecutionFailed", message: expect.stringContaining("full") },
    });
  });

  test("the operator's reply comes back exactly as it was written", async () => {
    const reply = "  !@#$%^&*\nyes, to epoch 40  ";
    const result = call("send_message_to_operator", { message: "Go on?" });
    const id = await asked();
    await world.as("owner").answer({ id, answer: { text: reply } });
    expect(await result).toEqual({ ok: true, output: reply, text: reply });
  });

  test("an empty reply is a reply", async () => {
    const result = call("send_message_to_operator", { message: "Go on?" });
    await world.as("owner").answer({ id: await asked(), answer: { text: "" } });
    expect(await result).toEqual({ ok: true, output: "", text: "" });
  });

  test("a call that is repeated asks the operator once", async () => {
    const caller = new AbortController();
    const given = { call: "once", signal: caller.signal };
    const first = call("send_message_to_operator", { message: "Go on?" }, given);
    const id = await asked();
    caller.abort();
    expect(await first).toMatchObject({ error: { error_type: "Cancelled" } });
    const second = call("send_message_to_operator", { message: "Go on?" }, { call: "once" });
    await world.as("owner").answer({ id, answer: { text: "yes" } });
    expect((await second).text).toBe("yes");
    expect(await textOf("send_message_to_operator", { message: "Go on?" }, { call: "once" })).toBe(
      "yes",
    );
    expect((await world.as("owner").list()).items).toHaveLength(1);
  });

  test("the operators who are named are asked, and nobody else", async () => {
    const given = { operators: ["approver"] };
    const result = call("send_message_to_operator", { message: "Go on?" }, given);
    const id = await asked();
    expect((await world.as("owner").show({ id })).request.to).toEqual(["approver"]);
    await world.as("approver").answer({ id, answer: { text: "yes" } });
    expect((await result).text).toBe("yes");
  });

  test("a question that is taken back is an error text, and no consent", async () => {
    const result = call("send_message_to_operator", { message: "Delete it all?" });
    const id = await asked();
    await world.as("owner").cancel({ id, reason: "not now" });
    expect(await result).toMatchObject({
      ok: false,
      error: {
        error_type: "ExecutionFailed",
        message: expect.stringMatching(/taken back .*\(not now\).*silence is no consent/),
        recoverable: false,
      },
    });
  });

  test.each(["", "  \n", "x".repeat(64 * 1_024 + 1)])(
    "a message that nobody could read is refused",
    async (message) => {
      const error = await errorOf("send_message_to_operator", { message });
      expect(error).toMatchObject({ error_type: "InvalidArguments", recoverable: false });
    },
  );
});
