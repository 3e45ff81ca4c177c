import { describe, expect, test } from "vitest";
import type { JsonObject } from "../json.ts";
import { present } from "../present.ts";
import { isBudgetSpent, isCountable, usageOf } from "./budget.ts";
import { decimalOf } from "./expressions/decimal.ts";
import type { BudgetBy } from "./policy.ts";

const budget = { perMs: 1_000, calls: 3, sum: { "/amount": 10, "/fee": 1 } };
const args = { amount: 4, fee: 0 };

test.for([
  [0, {}, false],
  [2, { "/amount": 6, "/fee": 1 }, false],
  [3, {}, true],
  [0, { "/amount": 6.5 }, true],
  [0, { "/fee": 1.5 }, true],
  [Number.NaN, {}, true],
] as const)("after %d calls and %j the budget is spent: %j", ([calls, counted, expected]) => {
  const sums = Object.fromEntries(Object.entries(counted).map(([at, of]) => [at, decimalOf(of)]));
  expect(isBudgetSpent(budget, { calls, sums }, args)).toBe(expected);
});

test("an action that cannot be added up finds the budget spent", () => {
  const texts = [
    "",
    " 4",
    "4 ",
    "4,00",
    "1e0",
    "0x4",
    "٤",
    "+4",
    "-1",
    "-0.01",
    "four",
    "9".repeat(65),
  ];
  for (const amount of [...texts, null, -1, [4], { "": 4 }, true, 1e70]) {
    expect(isBudgetSpent(budget, { calls: 0, sums: {} }, { amount, fee: 0 })).toBe(true);
  }
});

test("amounts as text count like numbers, and all of them exactly", () => {
  const third = { perMs: 1, sum: { "/amount": 0.3 } };
  const earlier = [{ args: { amount: 0.1 } }, { args: { amount: "0.10" } }];
  const isSpent = (amount: string | number) => {
    const usage = usageOf(third, { args: { amount } }, earlier);
    return usage === undefined || isBudgetSpent(third, usage, { amount });
  };
  for (const amount of [0.1, "0.1", "0.100", "0"]) expect(isSpent(amount)).toBe(false);
  for (const amount of [0.11, "0.11", "0.1000000000000000000001"])
    expect(isSpent(amount)).toBe(true);
});

test("what is not bounded is not counted", () => {
  expect(isBudgetSpent({ perMs: 1, calls: 1 }, { calls: 0, sums: {} }, {})).toBe(false);
  expect(isBudgetSpent({ perMs: 1, sum: { "/a": 1 } }, { calls: 99, sums: {} }, { a: 1 })).toBe(
    false,
  );
});

describe("who draws on one budget", () => {
  const mail = (to: unknown, session?: string) => ({
    args: { to, amount: 1 } as JsonObject,
    session,
  });
  const earlier = [mail("ana@example.org", "a"), mail("ANA@example.org ", "b"), mail("ben@x", "b")];
  const calls = (by: BudgetBy | undefined, drawing = mail("ana@example.org", "b")) =>
    usageOf({ perMs: 1, calls: 9, ...present({ by }), sum: { "/amount": 9 } }, drawing, earlier);

  test.for<[BudgetBy | undefined, number]>([
    [undefined, 3],
    ["agent", 3],
    ["all", 3],
    ["session", 2],
    ["/to", 2],
  ])("by %s has %d of three calls", ([by, count]) => {
    expect(calls(by)).toEqual({ calls: count, sums: { "/amount": decimalOf(count) } });
  });

  test("a target of other capitals, width or spaces is the same one", () => {
    expect(calls("/to", mail(" Ａna@Example.org", "a"))?.calls).toBe(2);
  });

  test("nobody, where the session or the target is missing or no single value", () => {
    const of = (by: BudgetBy) => ({ perMs: 1, calls: 9, by });
    expect(isCountable(of("session"), mail("a"))).toBe(false);
    for (const to of [undefined, null, "", "  ", ["a"], { a: 1 }]) {
      expect(isCountable(of("/to"), mail(to, "s"))).toBe(false);
    }
    for (const to of ["a", 0, false]) expect(isCountable(of("/to"), mail(to, "s"))).toBe(true);
  });

  test("what cannot be read of earlier calls is told by no count", () => {
    const hidden = [mail({ secret: "…" }, "b")];
    expect(usageOf({ perMs: 1, calls: 9, by: "/to" }, mail("a", "b"), hidden)).toBeUndefined();
    expect(usageOf({ perMs: 1, sum: { "/to": 9 } }, { args: { to: 1 } }, hidden)).toBeUndefined();
  });
});
