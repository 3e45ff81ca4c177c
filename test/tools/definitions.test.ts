import { readFileSync } from "node:fs";
import { asSchema, type ToolSet } from "ai";
import { expect, test } from "vitest";
import type { ToolFormat } from "../../src/tools/registry/definitions.ts";
import { createToolDispatcher } from "../../src/tools/registry/dispatcher.ts";
import { createToolRegistry } from "../../src/tools/registry/registry.ts";
import { TOOL_SETS } from "../../src/tools/sets.ts";

const dispatcher = createToolDispatcher({ registry: createToolRegistry(TOOL_SETS.classic) });

const SIX = ["write", "read", "list", "delete", "pattern_search", "send_message_to_operator"];

/*
 * What models are told, letter for letter: prompts and agents rely on it. A golden file is edited by
 * hand, on purpose, together with what it is about.
 */
const golden = (format: ToolFormat) =>
  JSON.parse(readFileSync(new URL(`golden/${format}.json`, import.meta.url), "utf8"));

test.each(["ollama", "openai", "anthropic", "mcp"] as const)(
  "the definitions of the classic set for %s are the golden ones",
  (format) => {
    expect(dispatcher.getToolDefinitions(format)).toEqual(golden(format));
  },
);

test("the AI SDK reads the golden schemas from its definitions", async () => {
  const tools: ToolSet = dispatcher.getToolDefinitions("ai-sdk");
  const read = await Promise.all(
    Object.entries(tools).map(async ([name, { description, inputSchema }]) => [
      name,
      { description, inputSchema: await asSchema(inputSchema).jsonSchema },
    ]),
  );
  expect(Object.fromEntries(read)).toEqual(golden("ai-sdk"));
});

test("the classic set is exactly the six", () => {
  expect(TOOL_SETS.classic.map(({ name }) => name)).toEqual(SIX);
  const told = dispatcher.getToolDefinitions("openai").map((tool) => tool.function.name);
  expect(told).toEqual(SIX);
});

test("their parameters are what existing prompts name, all required and all described", () => {
  const taken = dispatcher.getToolDefinitions("mcp").map(({ name, inputSchema }) => {
    const { properties, required = [] } = inputSchema as {
      properties: Record<string, { type: string; description: string }>;
      required?: string[];
    };
    for (const { type, description } of Object.values(properties)) {
      expect([type, description.length > 20]).toEqual(["string", true]);
    }
    expect(Object.keys(properties)).toEqual(required);
    return `${name}(${required.join(", ")})`;
  });
  expect(taken).toEqual([
    "write(key, value)",
    "read(key)",
    "list()",
    "delete(key)",
    "pattern_search(pattern)",
    "send_message_to_operator(message)",
  ]);
});

test("a model is told that a message to the operator is synchronous and what it is for", () => {
  const told = TOOL_SETS.classic.find(({ name }) => name === "send_message_to_operator");
  for (const word of ["synchronous", "question", "finding", "guidance"]) {
    expect(told?.description).toContain(word);
  }
});

test("every format tells the same names, descriptions and schemas", () => {
  const mcp = dispatcher.getToolDefinitions("mcp");
  const same = mcp.map(({ name, description, inputSchema }) => [name, description, inputSchema]);
  const openai = dispatcher.getToolDefinitions("openai");
  expect(
    openai.map(({ function: { name, description, parameters } }) => [
      name,
      description,
      parameters,
    ]),
  ).toEqual(same);
  expect(dispatcher.getToolDefinitions("ollama")).toEqual(openai);
  const anthropic = dispatcher.getToolDefinitions("anthropic");
  expect(
    anthropic.map(({ name, description, input_schema }) => [name, description, input_schema]),
  ).toEqual(same);
  for (const { inputSchema } of mcp) {
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    expect(inputSchema).not.toHaveProperty("$schema");
  }
});

test("whoever changes a definition changes only their own copy", () => {
  const [first] = dispatcher.getToolDefinitions("anthropic");
  (first?.input_schema as Record<string, unknown>)["type"] = "string";
  expect(dispatcher.getToolDefinitions("anthropic")).toEqual(golden("anthropic"));
});

test("an unknown format is refused with those that there are", () => {
  expect(() => dispatcher.getToolDefinitions("gemini" as "mcp")).toThrow(
    'There is no format "gemini" for definitions of tools. Use one of ollama, openai, anthropic, mcp, ai-sdk.',
  );
});
