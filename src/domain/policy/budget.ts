import type { JsonObject } from "../json.ts";
import { valueAt } from "../json-pointer.ts";
import type { Budget } from "./policy.ts";

/** What a rule has let an agent do within the window of its budget. */
export interface BudgetUsage {
  readonly calls: number;
  /** By the pointers of the budget; absent if nothing was counted. */
  readonly sums: Readonly<Record<string, number>>;
}

/** Whether an action would exceed the budget. */
export function isBudgetSpent(budget: Budget, usage: BudgetUsage, args: JsonObject): boolean {
  const { calls = Number.POSITIVE_INFINITY, sum = {} } = budget;
  if (!(usage.calls + 1 <= calls)) return true;
  return Object.entries(sum).some(([pointer, most]) => {
    const before = Object.hasOwn(usage.sums, pointer) ? (usage.sums[pointer] ?? 0) : 0;
    const now = countedAt(args, pointer);
    return now === undefined || !(before + now <= most);
  });
}

/** Whether the action has a number for each sum of the budget. Without them the rule does not match. */
export function isCountable(budget: Budget, args: JsonObject): boolean {
  return Object.keys(budget.sum ?? {}).every((pointer) => countedAt(args, pointer) !== undefined);
}

/** What an action adds to a sum: 0 or more, since a negative number would give back what is spent. */
export function countedAt(args: JsonObject, pointer: string): number | undefined {
  const value = valueAt(args, pointer);
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
