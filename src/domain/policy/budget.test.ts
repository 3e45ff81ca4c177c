import { expect, test } from "vitest";
import { isBudgetSpent } from "./budget.ts";

const budget = { perMs: 1_000, calls: 3, sum: { "/amount": 10, "/fee": 1 } };
const args = { amount: 4, fee: 0 };

test.for([
  [0, {}, false],
  [2, { "/amount": 6, "/fee": 1 }, false],
  [3, {}, true],
  [0, { "/amount": 6.5 }, true],
  [0, { "/fee": 1.5 }, true],
  [Number.NaN, {}, true],
  [0, { "/amount": Number.NaN }, true],
] as const)("after %d calls and %j the budget is spent: %j", ([calls, sums, expected]) => {
  expect(isBudgetSpent(budget, { calls, sums }, args)).toBe(expected);
});

test("an action that cannot be added up finds the budget spent", () => {
  for (const amount of ["4", null, -1, [4]]) {
    expect(isBudgetSpent(budget, { calls: 0, sums: {} }, { amount, fee: 0 })).toBe(true);
  }
});

test("what is not bounded is not counted", () => {
  expect(isBudgetSpent({ perMs: 1, calls: 1 }, { calls: 0, sums: {} }, {})).toBe(false);
  expect(isBudgetSpent({ perMs: 1, sum: { "/a": 1 } }, { calls: 99, sums: {} }, { a: 1 })).toBe(
    false,
  );
});
