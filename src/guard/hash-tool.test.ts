import { hash } from "node:crypto";
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
  ["title", { more: { title: "Moves money" } }],
])("another %s is another digest", (_, change) => {
  expect(hashTool({ ...TOOL, ...change })).not.toBe(hashTool(TOOL));
});

test("every part of what else it says counts, and nothing else said is the former digest", () => {
  const hashOf = (more: ToolDefinition["more"]) => hashTool({ ...TOOL, more });
  expect(hashOf({})).toBe(hashTool(TOOL));
  expect(hashTool({ name: "send" })).toBe(
    hash(
      "sha256",
      'earshot.tool.v1\0{"description":null,"inputSchema":null,"name":"send","server":null}',
      "hex",
    ),
  );
  const said = [
    { title: "Sends" },
    { title: "Moves" },
    { annotations: { readOnlyHint: true } },
    { annotations: { readOnlyHint: false } },
    { outputSchema: { type: "object" } },
    { icons: [] },
  ];
  expect(new Set(said.map(hashOf)).size).toBe(said.length);
});

test("a definition that JSON cannot carry is refused", () => {
  expect(() => hashTool({ ...TOOL, description: "\ud800" })).toThrow("no digest can be made");
});
