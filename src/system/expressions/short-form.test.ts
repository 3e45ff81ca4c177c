import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../../scripts/proofs/proofs.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { judgeConditions } from "../../domain/policy/conditions.ts";
import type { Truth } from "../../domain/policy/expressions/expression.ts";
import type { ArgumentConditions } from "../../domain/policy/policy.ts";
import { expressionOf } from "../../domain/policy/short-form.ts";
import { createExpressions } from "./engine.ts";

/* The short form has a judge of its own, and says what the expression says that it stands for. */

const EXPRESSIONS = createExpressions();
const CASES = casesOf(3_000);
const SEED = 40;

const callOf = (args: JsonObject) =>
  EXPRESSIONS.call({
    tool: "pay",
    agent: "",
    session: "",
    onBehalfOf: "",
    resources: [],
    level: "MEDIUM",
    now: 0,
    args,
  });

const wordOf = (found: Truth) => (typeof found === "object" ? "undecided" : found);

const VALUES: readonly Json[] = [
  0,
  -0,
  1,
  1.5,
  -3,
  2 ** 53,
  2 ** 60,
  1e300,
  "",
  "a",
  "ab*",
  "\u212a",
  "😀",
  "1",
  true,
  false,
  null,
  [],
  [1],
  ["1", null],
  {},
  { a: 1 },
  { a: { b: "x" } },
];
const POINTERS = ["/a", "/b", "/a/b", "/a/0", "/in", "/with space", "/~1/~0", "/*", "/a/*"];
const PATTERNS = ["*", "a*", "?", "ab\\*", "[a]*", "1"];

const value = fc.constantFrom(...VALUES);
const condition = fc.record(
  {
    equals: value,
    in: fc.array(value, { maxLength: 3 }),
    matches: fc.constantFrom(...PATTERNS),
    over: fc.constantFrom(-4, 0, 1.5, 2 ** 60),
    under: fc.constantFrom(-4, 0, 1.5, 1e300),
    exists: fc.boolean(),
  },
  { requiredKeys: [] },
);
const few = condition.filter((one) => Object.keys(one).length < 3);
const conditions: fc.Arbitrary<ArgumentConditions> = fc.dictionary(
  fc.constantFrom(...POINTERS),
  few,
  { minKeys: 1, maxKeys: 2 },
);
const args: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.constantFrom("a", "b", "in", "with space", "/", "*"),
  value,
  { minKeys: 4 },
);

test("its judge and its expression say the same of any call", () => {
  const found = new Map<string, number>();
  const isSame = fc.property(conditions, args, (asked, given) => {
    const word = wordOf(judgeConditions(asked)(given));
    const source = expressionOf(asked);
    const expressed = wordOf(EXPRESSIONS.compile(source).judge(callOf(given)));
    expect(expressed, `${source} of ${JSON.stringify(given)}`).toBe(word);
    found.set(String(word), (found.get(String(word)) ?? 0) + 1);
  });
  fc.assert(isSame, { numRuns: CASES, seed: SEED });
  for (const word of ["true", "false", "undecided"]) {
    expect(found.get(word) ?? 0, word).toBeGreaterThan(CASES / 200);
  }
});
