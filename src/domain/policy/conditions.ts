import { compileGlob, WORD } from "../glob.ts";
import type { Json, JsonObject } from "../json.ts";
import { isSameJson } from "../json-equal.ts";
import { pointerParts, valueAtParts } from "../json-pointer.ts";
import { present } from "../present.ts";
import type { ExplainedPart } from "./explained.ts";
import type { Meter, Truth } from "./expressions/expression.ts";
import { SPENT } from "./expressions/meter.ts";
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

/** With a meter, what it has no more for cannot be compared. */
export type ArgumentsMatch = (args: JsonObject, meter?: Meter) => boolean;

/** How many values of a list a sentence names. */
const MOST_NAMED = 3;
const MAX_SAID = 80;

/** What one condition makes of the value at its pointer, which is undefined if the argument is absent. */
type ValueJudge = (value: Json | undefined, meter?: Meter) => Truth;
type ValueTest = (value: Json, meter?: Meter) => Truth;

/** Compiles conditions once, for many actions. */
export function compileConditions(conditions: ArgumentConditions, unsure: Unsure): ArgumentsMatch {
  const judge = judgeConditions(conditions);
  return (args, meter) => isMet(judge(args, meter), unsure);
}

/** One condition on one value, which is undefined if the argument is absent. */
export function compileCondition(
  condition: Condition,
  unsure: Unsure,
): (value: Json | undefined) => boolean {
  const judge = judgeOf(condition);
  return (value) => isMet(judge(value), unsure);
}

function isMet(found: Truth, unsure: Unsure): boolean {
  return typeof found === "object" ? unsure === "holds" : found;
}

/**
 * The judge of the short form: whether all conditions hold, or why that cannot be said. It says what
 * the expression of `expressionOf` says and needs no evaluator. Of a meter it takes what patterns with both
 * wildcards cost.
 */
export function judgeConditions(
  conditions: ArgumentConditions,
): (args: JsonObject, meter?: Meter) => Truth {
  const judges = Object.entries(conditions).map(([pointer, condition]) => ({
    pointer,
    parts: pointerParts(pointer),
    judge: judgeOf(condition),
  }));
  return (args, meter) => {
    let undecided: Truth = true;
    for (const { pointer, parts, judge } of judges) {
      const found = judge(valueAtParts(args, parts), meter);
      if (found === false) return false;
      if (found === true || undecided !== true) continue;
      undecided = { failed: `${JSON.stringify(pointer)} is ${found.failed}` };
    }
    return undecided;
  };
}

/** Each test of each condition, and what it makes of the arguments. */
export function conditionParts(
  conditions: ArgumentConditions,
  args: JsonObject,
  secrets: readonly string[],
): readonly ExplainedPart[] {
  return Object.entries(conditions).flatMap(([pointer, condition]) => {
    const value = valueAtParts(args, pointerParts(pointer));
    const isSecret = secrets.some((one) => isWithin(one, pointer) || isWithin(pointer, one));
    const place = `args[${JSON.stringify(pointer)}]`;
    const is = value === undefined ? undefined : shortText(value);
    const values = [isSecret ? { text: place, isSecret } : { text: place, ...present({ is }) }];
    return partsOf(condition).map((part): ExplainedPart => {
      const found = judgeOf(part)(value);
      const [[key, wanted] = ["exists", true]] = Object.entries(part);
      const text = `${place}.${key} ${shortText(wanted)}`;
      if (typeof found !== "object") return { text, is: found ? "true" : "false", values };
      const failed = isSecret ? undefined : found.failed;
      return { text, is: "failed", ...present({ failed }), values };
    });
  });
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

/** Each test of a condition as a condition of its own. */
function partsOf(condition: Condition): readonly Condition[] {
  return Object.entries(condition).map(([key, value]) => ({ [key]: value }));
}

function shortText(value: Json): string {
  const text =
    Array.isArray(value) && value.length > MOST_NAMED
      ? `${JSON.stringify(value.slice(0, MOST_NAMED)).slice(0, -1)}, …]`
      : JSON.stringify(value);
  return text.length > MAX_SAID ? `${text.slice(0, MAX_SAID)}…` : text;
}

function judgeOf(condition: Condition): ValueJudge {
  const tests = testsOf(condition);
  const { exists } = condition;
  return (value, meter) => {
    if (value === undefined) return exists === false && tests.length === 0;
    if (exists === false) return false;
    return allOf(tests, value, meter);
  };
}

function allOf(tests: readonly ValueTest[], value: Json, meter: Meter | undefined): Truth {
  let undecided: Truth = true;
  for (const test of tests) {
    const found = test(value, meter);
    if (found === false) return false;
    if (undecided === true) undecided = found;
  }
  return undecided;
}

function testsOf({ equals, in: values, matches, over, under }: Condition): readonly ValueTest[] {
  const tests: ValueTest[] = [];
  if (equals !== undefined) tests.push(isOneOf([equals]));
  if (values !== undefined) tests.push(isOneOf(values));
  if (matches !== undefined) tests.push(matchesText(matches));
  if (over !== undefined) tests.push(ifNumber((value) => value > over));
  if (under !== undefined) tests.push(ifNumber((value) => value < under));
  return tests;
}

/** Undecided about a value that is not in the list and differs in type from one that is. */
function isOneOf(values: readonly Json[]): ValueTest {
  const kinds = new Set(values.filter((value) => value !== null).map(kindOf));
  return (value) => {
    if (values.some((one) => isSameJson(one, value))) return true;
    const kind = kindOf(value);
    const other = [...kinds].find((one) => one !== kind);
    return other === undefined ? false : { failed: `${kind}, compared with ${other}` };
  };
}

/** So many characters are gone through one by one for a unit; all other patterns are sought at once. */
const CHARACTERS_A_UNIT = 4;

function matchesText(pattern: string): ValueTest {
  const match = compileGlob(pattern);
  const isMixed = /\*/.test(pattern) && /\?/.test(pattern);
  const cost = isMixed ? Math.ceil(pattern.length / WORD) / CHARACTERS_A_UNIT : 0;
  return (value, meter) => {
    if (typeof value !== "string") return { failed: `${kindOf(value)}, compared with a pattern` };
    try {
      meter?.take(Math.ceil(value.length * cost));
    } catch {
      return { failed: `too long: ${SPENT}` };
    }
    return match(value);
  };
}

function ifNumber(test: (value: number) => boolean): ValueTest {
  return (value) =>
    typeof value === "number" && Number.isFinite(value)
      ? test(value)
      : { failed: `${kindOf(value)}, compared with a number` };
}

/** What a value is called in a sentence. */
function kindOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return KINDS[typeof value] ?? "an object";
}

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
};
