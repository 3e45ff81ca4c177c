import { expect, test } from "vitest";
import type { JsonObject } from "../json.ts";
import { allowsMore } from "./allows-more.ts";
import { compilePolicy } from "./decide.ts";
import { readPolicy } from "./read-policy.ts";
import { assertCases, runCases } from "./run-cases.ts";

const RULES = [{ name: "pays", tools: ["pay"], level: "HIGH", approvers: { names: ["ana"] } }];
const PAY = { name: "asks ana", tool: "pay", decision: "ask" };
const policy = (...tests: JsonObject[]): JsonObject => ({ version: 1, rules: RULES, tests });
const ran = (...tests: JsonObject[]) => runCases(compilePolicy(readPolicy(policy(...tests))), 0);

test("what a test leaves out may be anything, and what it says has to be so", () => {
  expect(ran(PAY, { ...PAY, name: "all", level: "HIGH", quorum: 1, who: ["ana"] })).toEqual([
    { name: "asks ana", rule: "pays" },
    { name: "all", rule: "pays" },
  ]);
  expect(ran({ ...PAY, level: "LOW", who: ["ana", "role:owner"] })).toEqual([
    {
      name: "asks ana",
      rule: "pays",
      fault: { expected: "level LOW, who ana + role:owner", actual: "level HIGH, who ana" },
    },
  ]);
});

test("a test may say which rule has to decide", () => {
  const [held, other] = ran({ ...PAY, rule: "pays" }, { ...PAY, name: "other", rule: "sends" });
  expect(held).toEqual({ name: "asks ana", rule: "pays" });
  expect(other?.fault).toEqual({ expected: "rule sends", actual: "rule pays" });
});

test("a policy whose tests fail is refused with each of them", () => {
  const wrong = policy(PAY, { ...PAY, name: "passes", decision: "allow" });
  expect(() => assertCases(compilePolicy(readPolicy(wrong)), 0)).toThrow(
    '"passes" expects decision allow, and it is decision ask, by the rule "pays".',
  );
});

test.each<readonly [string, JsonObject]>([
  ["a name twice", policy(PAY, PAY)],
  ["people where nobody is asked", policy({ ...PAY, decision: "deny", quorum: 2 })],
  ["a time without its zone", policy({ ...PAY, at: "2026-11-27T09:30:00" })],
  [
    "a key that no call comes in with",
    policy({ ...PAY, args: JSON.parse('{"a":[{"__proto__":1}]}') }),
  ],
  ["an unknown key", policy({ ...PAY, expects: "ask" })],
])("%s is refused", (_, source) => {
  expect(() => readPolicy(source)).toThrow("The policy is refused");
});

test("tests let nothing more pass, whether they come, change or go", () => {
  expect(allowsMore(policy(PAY), policy({ ...PAY, name: "other" }))).toEqual([]);
  expect(allowsMore(policy(PAY), { version: 1, rules: RULES })).toEqual([]);
});
