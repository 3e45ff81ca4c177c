import {
  described,
  duration,
  fields,
  list,
  mapOf,
  mapped,
  number,
  type Part,
  refused,
  wholeNumber,
} from "./form-fields.ts";
import type { Budget, BudgetBy } from "./policy.ts";
import { pointer } from "./read-conditions.ts";

/** Usage is counted up to here; beyond it, any budget counts as spent. */
const MAX_CALLS = 1_000;
const MAX_BUDGETS = 8;

const BY = ["agent", "session", "all"] as const;

const budgetBy: Part<BudgetBy> = {
  schema: { anyOf: [{ enum: BY }, { ...pointer.schema, minLength: 1 }] },
  read(value, place, report) {
    const one = BY.find((by) => by === value);
    if (one !== undefined) return one;
    if (typeof value === "string" && value.startsWith("/")) {
      return pointer.read(value, place, report) as `/${string}` | undefined;
    }
    return refused(
      report,
      place,
      "it is agent, session, all, or a JSON Pointer to the target, as /to.",
    );
  },
};

const budget: Part<Budget> = mapped(
  fields<Budget>({
    of: "a budget",
    required: ["per"],
    keys: {
      per: { as: "perMs", part: described(duration(366), "The window of time, as 24h.") },
      by: {
        as: "by",
        part: described(
          budgetBy,
          "Who draws on one together: agent, session, all, or a JSON Pointer to the target; each agent has its own if absent.",
        ),
      },
      calls: {
        as: "calls",
        part: described(
          wholeNumber(1, MAX_CALLS),
          "How many actions pass, or are asked for, in this time.",
        ),
      },
      sum: {
        as: "sum",
        part: described(
          mapOf(pointer, number(0), 16),
          "The most that the numbers at these JSON Pointers may add up to in this time.",
        ),
      },
    },
    schema: { anyOf: [{ required: ["calls"] }, { required: ["sum"] }] },
    check({ calls, sum }, place, report) {
      if (calls !== undefined || sum !== undefined) return;
      report(place, "it bounds nothing; give calls, sum or both.");
    },
  }),
  ({ perMs = 0, ...rest }) => ({ perMs, ...rest }),
);

/** One, or a list of those that all have to have room. */
export const budgets: Part<readonly Budget[]> = {
  schema: { anyOf: [budget.schema, list(budget, MAX_BUDGETS).schema] },
  read(value, place, report) {
    if (Array.isArray(value)) return list(budget, MAX_BUDGETS).read(value, place, report);
    const one = budget.read(value, place, report);
    return one === undefined ? undefined : [one];
  },
};
