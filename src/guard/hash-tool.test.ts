import { expect, test } from "vitest";
import { hashTool, type ToolDefinition } from "./hash-tool.ts";

const TOOL: ToolDefinition = {
  name: "transfer",
  description: "Moves money.",
  inputSchema: { type: "object", properties: { amount: { type: "number" } } },
  server: "bank",
};

test("a digest is 64 hexadecimal digits and the same for the same definition", () => {
  expect(hashTool(TOOL)).toMatch(/^[0-9a-f]{64}$/);
  const reordered = { properties: { amount: { type: "number" } }, type: "object" };
  expect(hashTool({ ...TOOL, inputSchema: reordered })).toBe(hashTool(TOOL));
});

test.each<[string, Partial<ToolDefinition>]>([
  ["name", { name: "transfers" }],
  ["description", { description: "Moves money. " }],
  ["missing description", { description: undefined }],
  ["schema", { inputSchema: { type: "object" } }],
  ["missing schema", { inputSchema: undefined }],
  ["server", { server: "other" }],
])("another %s is another digest", (_, change) => {
  expect(hashTool({ ...TOOL, ...change })).not.toBe(hashTool(TOOL));
});

test("a definition that JSON cannot carry is refused", () => {
  expect(() => hashTool({ ...TOOL, description: "\ud800" })).toThrow("no digest can be made");
});
