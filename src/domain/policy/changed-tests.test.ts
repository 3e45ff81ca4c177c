import { expect, test } from "vitest";
import type { JsonObject } from "../json.ts";
import { changedTests } from "./changed-tests.ts";
import { compilePolicy } from "./decide.ts";
import { readPolicy } from "./read-policy.ts";

const compiled = (rules: readonly JsonObject[], tests: readonly JsonObject[]) =>
  compilePolicy(readPolicy({ version: 1, rules: [...rules], tests: [...tests] }));

const READS = { name: "reads", tools: ["get_*"], decision: "allow" };
const REST = { name: "rest", decision: "deny" };
const PASS = { name: "pass", tool: "get_user", decision: "allow" };
const NO = { name: "no", tool: "pay", decision: "deny" };

function told(
  before: Parameters<typeof compiled>,
  after: Parameters<typeof compiled>,
): readonly string[] {
  const changed = changedTests(compiled(...before), compiled(...after), 0);
  return changed.map(({ test, change, rule, ruleChange }) =>
    [test, change, rule, ruleChange].join(" "),
  );
}

test("tests that go, change or come with a change of their rule are told", () => {
  const before = [
    [READS, REST],
    [PASS, NO],
  ] as const;
  const other = { ...READS, decision: "deny" };
  expect(told([...before], [[other, REST], [NO]])).toEqual(["pass removed reads changed"]);
  const turned = { ...PASS, decision: "deny" };
  expect(
    told(
      [...before],
      [
        [other, REST],
        [turned, NO],
      ],
    ),
  ).toEqual(["pass changed reads changed"]);
  expect(told([...before], [[REST], [turned, NO]])).toEqual(["pass changed reads removed"]);
  const more = { ...PASS, name: "more", decision: "deny" };
  expect(
    told(
      [[READS, REST], [NO]],
      [
        [other, REST],
        [more, NO],
      ],
    ),
  ).toEqual(["more added reads changed"]);
});

test("a test that changes alone, and a new test of a new rule, are not", () => {
  const gone = told(
    [
      [READS, REST],
      [PASS, NO],
    ],
    [[READS, REST], [NO]],
  );
  expect(gone).toEqual([]);
  expect(
    told(
      [[REST], [NO]],
      [
        [READS, REST],
        [PASS, NO],
      ],
    ),
  ).toEqual([]);
  expect(told([[READS, REST], [PASS]], [[{ ...READS, why: "x" }, REST], [PASS]])).toEqual([]);
});
