import { expect, test } from "vitest";
import { policyChanges } from "../../domain/policy/changes.ts";
import { differenceLines } from "./history-lines.ts";
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

test("of many tests only those that changed are shown, and what stands beside them", async () => {
  const tests = Array.from({ length: 30 }, (_, n) => `test ${n}`);
  const to = tests.map((one, n) => (n === 20 ? "another" : one));
  const part = { kind: "key", name: "tests", from: tests, to } as const;
  expect(await differenceLines({ differences: [part], allowsMore: [] })).toEqual([
    "tests",
    "    …",
    "    - test 17",
    "    - test 18",
    "    - test 19",
    "  - - test 20",
    "  + - another",
    "    - test 21",
    "    - test 22",
    "    - test 23",
    "    …",
  ]);
});
