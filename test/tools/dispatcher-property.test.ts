import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { defineTool } from "../../src/tools/registry/define-tool.ts";
import type { ToolResult } from "../../src/tools/registry/tool.ts";
import { ANY_CHARACTER } from "../support/any-character.ts";
import { newContext, observed } from "./calling.ts";

const RUNS = casesOf(3_000);
/** What stands behind every object; nothing a model sends may reach it. */
const PRISTINE = JSON.stringify(Object.getOwnPropertyNames(Object.prototype).sort());

const ERROR_TYPES = ["UnknownTool", "InvalidArguments", "ExecutionFailed"];

/** One that says what it was given, one that takes anything, one that fails as its caller wants. */
const echo = defineTool({
  name: "echo",
  description: "Says what it was given.",
  input: z.object({ text: z.string(), times: z.int().min(0).max(3).optional() }),
  output: z.string(),
  execute: async ({ text, times = 1 }) => text.repeat(times),
});
const keep = defineTool({
  name: "keep",
  description: "Takes anything and gives it back.",
  input: z.object({ value: z.unknown(), more: z.record(z.string(), z.unknown()).optional() }),
  output: z.unknown(),
  execute: async ({ value }) => value,
});
const fail = defineTool({
  name: "fail",
  description: "Fails with what it was given.",
  input: z.object({ value: z.unknown() }),
  output: z.string(),
  execute: ({ value }) => Promise.reject(value),
});

function boom(): never {
  throw new Error("boom");
}

const cyclic: Record<string, unknown> = { name: "loop" };
cyclic["self"] = cyclic;
cyclic["again"] = [cyclic, cyclic];
const traps = { get: boom, ownKeys: boom, getPrototypeOf: boom, getOwnPropertyDescriptor: boom };

const hostile = fc.constantFrom<unknown>(
  cyclic,
  new Proxy({}, traps),
  new Proxy([], traps),
  new Proxy({}, { ...traps, getPrototypeOf: () => Object.prototype, ownKeys: () => ["text"] }),
  Object.defineProperty({}, "text", { enumerable: true, get: boom }),
  { text: "a", toJSON: boom, toString: boom, valueOf: boom },
  { text: 10n },
  { text: Symbol("a") },
  Symbol.iterator,
  () => "a",
  new Array(2 ** 32 - 1),
  "x".repeat(1_000_000),
  { text: "x".repeat(1_000_000) },
  `{"text":"${"x".repeat(1_000_000)}"}`,
  "[".repeat(1_000_000),
  '{"text":'.repeat(50_000),
  '{"__proto__":{"text":"a"}}',
  '{"constructor":{"prototype":{"text":"a"}}}',
  JSON.parse('{"__proto__":{"isAdmin":true},"text":"a"}'),
  { text: "a", constructor: { prototype: { isAdmin: true } } },
  new Map([["text", "a"]]),
  new Error("text"),
  new Date(Number.NaN),
  Promise.resolve({ text: "a" }),
  globalThis,
  "\ud800",
  '{"text":"\\ud800"}',
);

const anyNames = fc.oneof(
  fc.constantFrom("echo", "keep", "fail", "Echo", "kepe"),
  fc.constantFrom("__proto__", "constructor", "prototype", "toString", "hasOwnProperty", ""),
  fc.constant("n".repeat(1_000_000)),
  fc.string({ unit: ANY_CHARACTER }),
  fc.string({ unit: "binary-ascii" }),
);
const anyArgs = fc.oneof(
  hostile,
  fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
  }),
  fc.json(),
  fc.string({ unit: ANY_CHARACTER }),
  fc.record({ text: fc.string(), times: fc.integer() }, { requiredKeys: [] }),
  fc.record({ value: fc.anything() }),
);

/** An answer that a host can store and send, whatever it is about. */
function isAnswer(result: ToolResult): boolean {
  const isText = typeof result.text === "string" && JSON.stringify(result) !== undefined;
  if (result.ok) return isText;
  const { tool_name, error_type, message, recoverable } = result.error;
  return (
    isText &&
    ERROR_TYPES.includes(error_type) &&
    tool_name.length <= 64 &&
    tool_name.isWellFormed() &&
    message.length > 0 &&
    message.length <= 2_000 &&
    message.isWellFormed() &&
    !recoverable
  );
}

test("the dispatcher answers any call of any tool and never throws", async () => {
  const { dispatcher, events } = observed([echo, keep, fail]);
  const property = fc.asyncProperty(anyNames, anyArgs, async (name, args) => {
    const result = await dispatcher.dispatch(name, args, newContext());
    const told = events.splice(0);
    expect(isAnswer(result), result.text.slice(0, 500)).toBe(true);
    expect(told.map(({ type }) => type)).toEqual([
      "tool.started",
      result.ok ? "tool.succeeded" : "tool.failed",
    ]);
    // What a log or a digest makes of it: plain JSON, and bounded.
    for (const event of told) {
      const line = JSON.stringify(event);
      expect(line.length).toBeLessThan(8_000_000);
      expect(JSON.parse(line)).toMatchObject({ tool: event.tool, args: event.args });
    }
  });
  await fc.assert(property, { numRuns: RUNS });
  expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype).sort())).toBe(PRISTINE);
});

test("what passes is what was sent: no part is added, changed or lost on the way", async () => {
  const { dispatcher } = observed([keep]);
  const plain = fc.jsonValue({ stringUnit: "grapheme" });
  const property = fc.asyncProperty(plain, fc.boolean(), async (value, isText) => {
    const args = isText ? JSON.stringify({ value }) : { value };
    const result = await dispatcher.dispatch("keep", args, newContext());
    const wanted = JSON.stringify(value);
    if (wanted.includes('"__proto__"')) return;
    expect(result).toMatchObject({ ok: true });
    if (result.ok) expect(JSON.stringify(result.output)).toBe(wanted);
  });
  await fc.assert(property, { numRuns: RUNS });
});
