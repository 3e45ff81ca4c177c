import { expect, test } from "vitest";
import { policyChanges } from "../../domain/policy/changes.ts";
import { changeLines } from "./policy-changes.ts";

const EMPTY = { version: 1, rules: [] };

test.each([
  ["routing", { fallback_after: "1m" }, /^~ routing: /],
  ["messages", { allow: [] }, /^~ messages: /],
  ["owners", 2, /^~ owners: /],
  ["new_tools", "deny", /^~ new_tools: /],
  ["retention", { requests: "90d" }, /^~ retention: /],
])("a change of %s is told, and only that", (key, value, line) => {
  const changed = { ...EMPTY, [key]: value };
  for (const [before, after] of [
    [undefined, changed],
    [EMPTY, changed],
    [changed, EMPTY],
  ] as const) {
    const lines = changeLines(policyChanges(before, after));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(line);
  }
  expect(changeLines(policyChanges(changed, changed))).toEqual([]);
});
