import { expect, test } from "vitest";
import type { Rule } from "../../domain/policy/policy.ts";
import { askedText, budgetLines, conditionLines, matchLines, rulesOf } from "./rule-words.ts";

const rule: Rule = { name: "large", decision: "ask" };

test("conditions read as sentences, one a line", () => {
  expect(
    conditionLines({
      "/amount": { over: 10, under: 100 },
      "/env": { in: ["a", "b"] },
      "/to": { matches: "*@x", exists: true },
      "/force": { exists: false },
    }),
  ).toEqual([
    "/amount is over 10 and is under 100",
    '/env is one of "a", "b"',
    "/to matches *@x and is there",
    "/force is not there",
  ]);
});

test("a rule that asks says whom, how many and how soon", () => {
  expect(askedText(rule)).toBe("owners and approvers");
  expect(
    askedText({
      ...rule,
      approvers: { names: ["ana"], roles: ["owner"] },
      quorum: 2,
      expiresInMs: 1_800_000,
      stepUp: true,
    }),
  ).toBe("2 people (ana or any owner), within 30m, each proves again who they are");
});

test("an empty list of approvers means nobody", () => {
  expect(askedText({ ...rule, approvers: { names: [], roles: [] } })).toBe("nobody");
});

test("a budget says what passes in which time", () => {
  const calls = { perMs: 86_400_000, calls: 20 };
  const budgets: Rule["budgets"] = [
    { ...calls, sum: { "/amount": 500 } },
    { ...calls, by: "session" },
    { ...calls, by: "all" },
    { ...calls, by: "/to" },
  ];
  expect(budgetLines({ ...rule, budgets })).toEqual([
    "20 calls and /amount up to 500 in all in 1d",
    "20 calls in 1d, each session",
    "20 calls in 1d, all agents together",
    "20 calls in 1d, each /to",
  ]);
  expect(budgetLines(rule)).toEqual([]);
});

test("a policy that cannot be read has no rules to show, and none has an empty list", () => {
  expect(rulesOf({ version: 2 })).toBeUndefined();
  expect(rulesOf(undefined)).toEqual([]);
  expect(rulesOf({ version: 1, rules: [{ name: "a", decision: "deny" }] })).toEqual([
    { name: "a", decision: "deny" },
  ]);
});

test("an expression and open arguments stand beside the conditions of a rule", () => {
  const [rule] =
    rulesOf({
      version: 2,
      rules: [
        {
          name: "small",
          when: "args.amount <= 5",
          args: { "/to": { equals: "ana" } },
          other_args: "any",
          decision: "allow",
        },
      ],
    }) ?? [];
  if (rule === undefined) throw new Error("There is no rule.");
  expect(matchLines(rule)).toEqual([
    "args.amount <= 5",
    ...conditionLines(rule.args),
    "other_args: any",
  ]);
});
