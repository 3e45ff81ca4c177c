import { expect, test } from "vitest";
import { z } from "zod";
import { EarshotError } from "../../src/domain/errors.ts";
import { defineTool } from "../../src/tools/registry/define-tool.ts";
import { createToolDispatcher } from "../../src/tools/registry/dispatcher.ts";
import { createToolRegistry } from "../../src/tools/registry/registry.ts";
import type { ToolEvent } from "../../src/tools/registry/tool.ts";
import { newContext, observed } from "./calling.ts";

const add = defineTool({
  name: "add_numbers",
  description: "Adds numbers.",
  input: z.object({
    numbers: z.array(z.number()),
    unit: z.string().optional(),
    rounding: z.enum(["up", "down"]).default("up"),
  }),
  output: z.object({ sum: z.number(), rounding: z.string() }),
  async execute({ numbers, rounding }) {
    return { sum: numbers.reduce((sum, number) => sum + number, 0), rounding };
  },
});

/** A tool that takes nothing and does this. */
const doing = (execute: () => Promise<string>, more: { timeoutMs?: number } = {}) =>
  defineTool({
    name: "do_it",
    description: "Does it.",
    input: z.object({}),
    output: z.string(),
    execute,
    ...more,
  });

async function errorOf(name: string, args: unknown, tool = add) {
  const { dispatcher } = observed([tool]);
  const result = await dispatcher.dispatch(name, args, newContext());
  if (result.ok) throw new Error(`It went well: ${result.text}`);
  return result.error;
}

test.each([
  ["an object", { numbers: [1, 2] }],
  ["its JSON", '{"numbers": [1, 2]}'],
])(
  "arguments as %s reach the tool with their defaults, and its output comes back",
  async (_, args) => {
    const { dispatcher, faults } = observed([add]);
    const result = await dispatcher.dispatch("add_numbers", args, newContext());
    expect(result).toEqual({
      ok: true,
      output: { sum: 3, rounding: "up" },
      text: '{"sum":3,"rounding":"up"}',
    });
    expect(faults).toEqual([]);
  },
);

test("output that is text is given to the model as it is, other output in the tool's words", async () => {
  const plain = doing(async () => "  as it is\n");
  const told = { ...add, toText: ({ sum }: { sum: number }) => `The sum is ${sum}.` };
  const { dispatcher } = observed([plain, told]);
  const context = newContext();
  expect((await dispatcher.dispatch("do_it", "", context)).text).toBe("  as it is\n");
  const sum = await dispatcher.dispatch("add_numbers", { numbers: [2] }, context);
  expect(sum.text).toBe("The sum is 2.");
});

test("an unknown tool is answered with the nearest name and all names", async () => {
  expect(await errorOf("addNumber", { numbers: [] })).toEqual({
    tool_name: "addNumber",
    error_type: "UnknownTool",
    message: 'There is no tool "addNumber". Did you mean "add_numbers"? The tools are add_numbers.',
    recoverable: false,
  });
});

test.each([
  [{}, '"numbers" is missing.'],
  [{ numbers: "1, 2" }, '"numbers" must be a list, not text.'],
  [{ numbers: [1, "2"] }, '"numbers.1" must be a number, not text.'],
  [{ numbers: [], unit: null }, '"unit" must be text, not null.'],
  [{ numbers: [], rounding: "even" }, '"rounding": Invalid option'],
  [{ numbers: [], units: "kg" }, 'there is no parameter "units": did you mean "unit".'],
  [{ numbers: [], constructor: 1 }, 'there is no parameter "constructor".'],
  ["[1, 2]", "must be one JSON object, not a list."],
  ["numbers: 1", "are not JSON"],
  ['{"numbers": [1], "__proto__": {}}', 'have the key "__proto__".'],
])("%j is answered with what is wrong and what the tool takes", async (args, said) => {
  const error = await errorOf("add_numbers", args);
  expect(error).toMatchObject({ error_type: "InvalidArguments", recoverable: false });
  expect(error.message).toContain(said);
  expect(error.message).toMatch(
    /add_numbers takes numbers \(array\), unit \(string, optional\) and rounding \(string, optional\)\.$/,
  );
});

test("the model is told the type and the message of an error", async () => {
  const { dispatcher } = observed([doing(async () => "done")]);
  const { text } = await dispatcher.dispatch("do_it", { now: true }, newContext());
  expect(text).toBe(
    'Error (InvalidArguments): there is no parameter "now". do_it takes no arguments.',
  );
});

test.each([
  [new EarshotError("NOT_FOUND", "There is no such thing."), "ExecutionFailed", false],
  [new EarshotError("INVALID_INPUT", "The key is wrong."), "InvalidArguments", false],
  [new EarshotError("NOT_ALLOWED", "Not with this key."), "NotAllowed", false],
  [new EarshotError("UNREACHABLE", "No server answers."), "ExecutionFailedRecoverable", true],
  [new EarshotError("CONFLICT", "Somebody was faster."), "ExecutionFailedRecoverable", true],
])(
  "what a tool throws is told by the table of errors: %s",
  async (thrown, error_type, recoverable) => {
    const { dispatcher, faults } = observed([doing(() => Promise.reject(thrown))]);
    const result = await dispatcher.dispatch("do_it", {}, newContext());
    expect(result).toMatchObject({
      ok: false,
      error: { tool_name: "do_it", error_type, message: thrown.message, recoverable },
    });
    expect(faults).toEqual([]);
  },
);

const boom = (): never => {
  throw new Error("boom");
};

test.each<[string, unknown, string]>([
  ["an error", new Error("The disk is away."), "do_it failed: The disk is away."],
  ["a text", "no luck", "do_it failed: no luck"],
  ["nothing", undefined, "do_it failed: undefined"],
  ["what cannot be looked at", new Proxy({}, { get: boom, getPrototypeOf: boom }), "do_it failed."],
])("a tool that throws %s has failed, and whoever runs it hears of it", async (_, thrown, said) => {
  const { dispatcher, faults } = observed([doing(() => Promise.reject(thrown))]);
  const result = await dispatcher.dispatch("do_it", {}, newContext());
  expect(result).toMatchObject({
    error: {
      error_type: "ExecutionFailed",
      message: expect.stringContaining(said),
      recoverable: false,
    },
  });
  expect(faults).not.toEqual([]);
});

test("a tool that throws before its first await has failed like any other", async () => {
  const { dispatcher } = observed([doing(boom)]);
  expect(await dispatcher.dispatch("do_it", {}, newContext())).toMatchObject({
    error: { error_type: "ExecutionFailed", message: "do_it failed: boom" },
  });
});

test("a long error is cut before the model is told of it", async () => {
  const thrown = new Error("x".repeat(1_000_000));
  const { dispatcher } = observed([doing(() => Promise.reject(thrown))]);
  const { text } = await dispatcher.dispatch("do_it", {}, newContext());
  expect(text.length).toBeLessThan(2_100);
});

test("output that breaks its own schema is a fault of the tool", async () => {
  const broken = doing(async () => 7 as unknown as string);
  const { dispatcher, faults } = observed([broken]);
  const result = await dispatcher.dispatch("do_it", {}, newContext());
  expect(result).toMatchObject({
    error: { error_type: "ExecutionFailed", message: expect.stringContaining("fault of the tool") },
  });
  expect(faults).toEqual([expect.objectContaining({ code: "INTERNAL" })]);
});

test("a check of a schema that throws is a fault of the tool", async () => {
  const broken = { ...add, input: add.input.refine(boom) };
  const { dispatcher, faults } = observed([broken]);
  const result = await dispatcher.dispatch("add_numbers", { numbers: [] }, newContext());
  expect(result).toMatchObject({ error: { error_type: "ExecutionFailed" } });
  expect(faults).toEqual([new Error("boom")]);
});

test("the signal of the caller ends a call at once, also where the tool ignores it", async () => {
  const caller = new AbortController();
  const deaf = doing(() => new Promise(() => {}), { timeoutMs: Number.POSITIVE_INFINITY });
  const { dispatcher, events } = observed([deaf]);
  const result = dispatcher.dispatch("do_it", {}, newContext({ signal: caller.signal }));
  caller.abort();
  expect(await result).toMatchObject({
    ok: false,
    error: { error_type: "Cancelled", recoverable: false },
  });
  expect(events.map(({ type }) => type)).toEqual(["tool.started", "tool.failed"]);
});

test("a call whose time is over is given up, and may succeed later", async () => {
  const slow = doing(() => new Promise(() => {}));
  const { dispatcher, faults } = observed([slow], { timeoutMs: 5 });
  const result = await dispatcher.dispatch("do_it", {}, newContext());
  expect(result).toMatchObject({ error: { error_type: "TimedOut", recoverable: true } });
  expect(result.text).toContain("do_it took longer than 5 ms");
  expect(faults).toEqual([]);
});

test("a tool's own bound comes before the dispatcher's", async () => {
  const slow = doing(() => new Promise(() => {}), { timeoutMs: 5 });
  const { dispatcher } = observed([slow]);
  const result = await dispatcher.dispatch("do_it", {}, newContext());
  expect(result).toMatchObject({ error: { error_type: "TimedOut" } });
});

test.each([0, -1, Number.NaN])("a time-out of %s ms is refused when it is set", (timeoutMs) => {
  const registry = createToolRegistry([add]);
  expect(() => createToolDispatcher({ registry, timeoutMs })).toThrow("lets no tool run");
});

test("calls run beside each other", async () => {
  const meeting = Promise.withResolvers<string>();
  let arrived = 0;
  const meet = doing(() => {
    arrived += 1;
    if (arrived === 10) meeting.resolve("all are here");
    return meeting.promise;
  });
  const { dispatcher } = observed([meet]);
  const results = await Promise.all(
    Array.from({ length: 10 }, () => dispatcher.dispatch("do_it", {}, newContext())),
  );
  expect(results.every(({ text }) => text === "all are here")).toBe(true);
});

test("every call is told in a pair: its start before the tool runs, its end with the result", async () => {
  const order: string[] = [];
  const tool = doing(async () => {
    order.push("runs");
    return "done";
  });
  const events: ToolEvent[] = [];
  const listen = (event: ToolEvent) => {
    order.push(event.type);
    events.push(event);
  };
  const { dispatcher } = observed([tool], { listeners: [listen] });
  const result = await dispatcher.dispatch("do_it", "{}", newContext({ call: "c1", run: "r1" }));
  await dispatcher.dispatch("do_that", [1n], newContext({ call: "c2" }));
  expect(order).toEqual(["tool.started", "runs", "tool.succeeded", "tool.started", "tool.failed"]);
  const about = { tool: "do_it", call: "c1", run: "r1", args: {} };
  expect(events.slice(0, 2)).toEqual([
    { type: "tool.started", ...about },
    { type: "tool.succeeded", ...about, result, ms: expect.any(Number) },
  ]);
  expect(events[3]).toMatchObject({ tool: "do_that", call: "c2", args: null });
});

test("a listener that fails, at once or later, fails no call", async () => {
  const { dispatcher, faults } = observed([add], {
    listeners: [boom, () => Promise.reject(new Error("later"))],
  });
  const result = await dispatcher.dispatch("add_numbers", { numbers: [1] }, newContext());
  expect(result.ok).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(faults.map(String).sort()).toEqual([
    "Error: boom",
    "Error: boom",
    "Error: later",
    "Error: later",
  ]);
});

test("an onFault that fails fails no call", async () => {
  const { dispatcher } = observed([doing(boom)], { onFault: boom });
  const result = await dispatcher.dispatch("do_it", {}, newContext());
  expect(result).toMatchObject({ error: { error_type: "ExecutionFailed" } });
});

test("a worker is told of no tool that only an agent may hold, and can call none", async () => {
  const mine = { ...doing(async () => "done"), heldBy: ["agent"] as const };
  const { dispatcher, events } = observed([add, mine], { holder: "worker" });
  const told = dispatcher.getToolDefinitions("openai");
  expect(told.map((definition) => definition.function.name)).toEqual(["add_numbers"]);
  const result = await dispatcher.dispatch("do_it", {}, newContext());
  expect(result).toMatchObject({ error: { error_type: "NotAllowed", recoverable: false } });
  const unknown = await dispatcher.dispatch("do_its", {}, newContext());
  expect(unknown.text).not.toContain("do_it ");
  expect(events).toHaveLength(4);
});
