import type { Json } from "../json.ts";
import { compileCondition, unsureOf } from "./conditions.ts";
import type { ArgumentConditions, Condition, Rule } from "./policy.ts";

/**
 * Conditions that no argument can meet, each as a sentence. A rule that asks or denies also matches
 * what cannot be compared: what rules itself out decides there all the same, and is not told as dead.
 */
export function contradictions(
  conditions: ArgumentConditions,
  decision: Rule["decision"],
): readonly string[] {
  return Object.entries(conditions).flatMap(([pointer, condition]) => {
    const at = JSON.stringify(pointer);
    if (condition.exists === false && Object.keys(condition).length > 1) {
      return [`It can never match: ${at} would have to be absent and to have a value.`];
    }
    const fault = contradiction(condition, decision);
    if (fault === undefined) return [];
    return decision === "allow"
      ? [`It can never match: ${at} ${fault}.`]
      : [`It matches only values that cannot be compared: ${at} ${fault}.`];
  });
}

function contradiction(condition: Condition, decision: Rule["decision"]): string | undefined {
  const { over, under, matches } = condition;
  const values = valuesOf(condition);
  if (values !== undefined) return noneFits(values, condition, decision);
  if (over !== undefined && under !== undefined && over >= under) {
    return `would have to be over ${over} and under ${under}`;
  }
  const isNumber = over !== undefined || under !== undefined;
  if (decision === "allow" && matches !== undefined && isNumber) {
    return "would have to be text and a number";
  }
  return undefined;
}

/** All values that a condition leaves open, where it names them. */
function valuesOf({ equals, in: values }: Condition): readonly Json[] | undefined {
  return equals === undefined ? values : [equals];
}

function noneFits(
  values: readonly Json[],
  condition: Condition,
  decision: Rule["decision"],
): string | undefined {
  const fits = compileCondition(condition, unsureOf(decision));
  if (values.some(fits)) return undefined;
  return `equals ${values.map((value) => JSON.stringify(value)).join(" or ")} only, which its other conditions rule out`;
}
