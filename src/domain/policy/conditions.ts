import { compileGlob } from "../glob.ts";
import type { Json, JsonObject } from "../json.ts";
import { isSameJson } from "../json-equal.ts";
import { pointerParts, valueAtParts } from "../json-pointer.ts";
import type { ArgumentConditions, Condition, Rule } from "./policy.ts";

/**
 * How to treat a value that cannot be compared, such as the text `"5000"` instead of a number, which
 * the tool may well accept, or null, which it may replace by a default. `holds` is right for rules
 * that ask or deny: nobody gets past them with a value of another type. `fails` is right for rules
 * that allow.
 */
export type Unsure = "holds" | "fails";

/** How a rule treats it. */
export function unsureOf(decision: Rule["decision"]): Unsure {
  return decision === "allow" ? "fails" : "holds";
}

export type ArgumentsMatch = (args: JsonObject) => boolean;
type ValueMatch = (value: Json) => boolean | "unsure";

/** Compiles conditions once, for many actions. */
export function compileConditions(conditions: ArgumentConditions, unsure: Unsure): ArgumentsMatch {
  const compiled = Object.entries(conditions).map(([pointer, condition]) => ({
    parts: pointerParts(pointer),
    holds: compileCondition(condition, unsure),
  }));
  return (args) => compiled.every(({ parts, holds }) => holds(valueAtParts(args, parts)));
}

/** One condition on one value, which is undefined if the argument is absent. */
export function compileCondition(
  condition: Condition,
  unsure: Unsure,
): (value: Json | undefined) => boolean {
  const tests = testsOf(condition);
  const { exists } = condition;
  return (value) => {
    if (value === undefined) return exists === false && tests.length === 0;
    if (exists === false) return false;
    return tests.every((test) => {
      const found = test(value);
      return found === "unsure" ? unsure === "holds" : found;
    });
  };
}

function testsOf({ equals, in: values, matches, over, under }: Condition): readonly ValueMatch[] {
  const tests: ValueMatch[] = [];
  if (equals !== undefined) tests.push(isOneOf([equals]));
  if (values !== undefined) tests.push(isOneOf(values));
  if (matches !== undefined) tests.push(matchesText(matches));
  if (over !== undefined) tests.push(ifNumber((value) => value > over));
  if (under !== undefined) tests.push(ifNumber((value) => value < under));
  return tests;
}

/** Unsure about a value that is not in the list and differs in type from one that is. */
function isOneOf(values: readonly Json[]): ValueMatch {
  const types = new Set(values.filter((value) => value !== null).map(typeOf));
  return (value) => {
    if (values.some((one) => isSameJson(one, value))) return true;
    if (types.size === 0) return false;
    return [...types].every((type) => type === typeOf(value)) ? false : "unsure";
  };
}

function matchesText(pattern: string): ValueMatch {
  const match = compileGlob(pattern);
  return (value) => (typeof value === "string" ? match(value) : "unsure");
}

function ifNumber(test: (value: number) => boolean): ValueMatch {
  return (value) => (typeof value === "number" && Number.isFinite(value) ? test(value) : "unsure");
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
