import type { Json, JsonObject } from "../json.ts";
import { valueAt } from "../json-pointer.ts";
import { addDecimals, compareDecimals, type Decimal, decimalOf } from "./expressions/decimal.ts";
import type { Budget } from "./policy.ts";

/** What a rule has let pass, or asked people for, within the window of its budget. */
export interface BudgetUsage {
  readonly calls: number;
  /** By the pointers of the budget; absent if nothing was counted. */
  readonly sums: Readonly<Record<string, Decimal>>;
}

/** What tells who draws on a budget. */
export interface Drawing {
  readonly args: JsonObject;
  /** Absent or empty without one. */
  readonly session?: string | null | undefined;
}

/** Whether an action would exceed the budget. */
export function isBudgetSpent(budget: Budget, usage: BudgetUsage, args: JsonObject): boolean {
  const { calls = Number.POSITIVE_INFINITY, sum = {} } = budget;
  if (!(usage.calls + 1 <= calls)) return true;
  return Object.entries(sum).some(([pointer, most]) => {
    const before = Object.hasOwn(usage.sums, pointer) ? (usage.sums[pointer] ?? NOTHING) : NOTHING;
    const now = countedAt(args, pointer);
    return now === undefined || compareDecimals(addDecimals(before, now), decimalOf(most)) > 0;
  });
}

/** Whether the action has an amount for each sum of the budget, and its session or target. */
export function isCountable(budget: Budget, drawing: Drawing): boolean {
  return (
    drawnBy(budget, drawing) !== undefined &&
    Object.keys(budget.sum ?? {}).every((pointer) => countedAt(drawing.args, pointer) !== undefined)
  );
}

/**
 * What earlier actions have taken of the budget on which this one draws; undefined where that cannot be
 * told. A secret value cannot be read, so it cannot be shown to be another's, or to fit.
 */
export function usageOf(
  budget: Budget,
  drawing: Drawing,
  earlier: readonly Drawing[],
): BudgetUsage | undefined {
  const by = drawnBy(budget, drawing);
  const drawers = earlier.map((one) => drawnBy(budget, one));
  if (by === undefined || drawers.includes(undefined)) return undefined;
  const same = earlier.filter((_, index) => drawers[index] === by);
  const sums: Record<string, Decimal> = {};
  for (const pointer of Object.keys(budget.sum ?? {})) {
    const values = same.map(({ args }) => countedAt(args, pointer));
    if (values.includes(undefined)) return undefined;
    sums[pointer] = values.reduce<Decimal>(
      (sum, value = NOTHING) => addDecimals(sum, value),
      NOTHING,
    );
  }
  return { calls: same.length, sums };
}

/** The session or target on whose budget an action draws; the same text for all where there is neither. */
function drawnBy({ by = "agent" }: Budget, drawing: Drawing): string | undefined {
  if (by === "agent" || by === "all") return by;
  if (by === "session") return drawing.session || undefined;
  return targetOf(valueAt(drawing.args, by));
}

/** What a reader takes for the same target is the same one: no budget is new for another case or width. */
function targetOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value.normalize("NFKC").trim().toLowerCase() || undefined;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

const NOTHING = decimalOf(0);

/**
 * What an action adds to a sum: 0 or more, since a negative amount would give back what is spent. Text counts
 * as the exact number that it is; any other text cannot be counted.
 */
function countedAt(args: JsonObject, pointer: string): Decimal | undefined {
  const value = valueAt(args, pointer);
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  try {
    const amount = decimalOf(value);
    return compareDecimals(amount, NOTHING) < 0 ? undefined : amount;
  } catch {
    return undefined;
  }
}
