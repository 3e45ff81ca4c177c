import { expect, test } from "vitest";
import type { JsonObject } from "../json.ts";
import { partsOf, policyDifference, saysTheSame } from "./policy-parts.ts";

const rule = (name: string, more: JsonObject = {}) => ({ name, ...more });
const policy = (rules: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  version: 1,
  rules: [...rules],
  ...more,
});
const [a, b, c] = [rule("a"), rule("b"), rule("c")];

test("a policy falls into its rules, their order and its other keys", () => {
  expect(partsOf(policy([a, b], { owners: 2 }))).toEqual([
    { kind: "rule", name: "a", value: a },
    { kind: "rule", name: "b", value: b },
    { kind: "order", name: "rules", value: ["a", "b"] },
    { kind: "key", name: "owners", value: 2 },
  ]);
  expect(partsOf(undefined)).toEqual([]);
});

test("rules that come and go leave the order of the others as it was", () => {
  const order = partsOf(policy([a, c]))[2];
  if (order === undefined) throw new Error("There is no order.");
  expect(saysTheSame(order, policy([a, b, c]))).toBe(true);
  expect(saysTheSame(order, policy([c, b, a]))).toBe(false);
});

test("what differs is told with what it was and what it is", () => {
  const before = policy([a, b, c], { owners: 2 });
  const after = policy([c, rule("a", { decision: "deny" })], { retention: { requests: "30d" } });
  expect(policyDifference(before, after)).toEqual([
    { kind: "rule", name: "b", from: b, to: null },
    { kind: "key", name: "owners", from: 2, to: null },
    { kind: "rule", name: "a", from: a, to: rule("a", { decision: "deny" }) },
    { kind: "order", name: "rules", from: ["a", "b", "c"], to: ["c", "a"] },
    { kind: "key", name: "retention", from: null, to: { requests: "30d" } },
  ]);
});

test("the keys of a rule may stand in any order, and a first policy is new in all its parts", () => {
  const one = policy([{ name: "a", decision: "deny" }]);
  expect(policyDifference(one, policy([{ decision: "deny", name: "a" }]))).toEqual([]);
  expect(policyDifference(undefined, policy([a, b])).map(({ name }) => name)).toEqual(["a", "b"]);
});
