import { describe, expect, test } from "vitest";
import { provenSeed, volumeOf } from "../../scripts/proofs/proofs.ts";
import { loadedPolicy } from "../../src/cli/policy/read-policy-file.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { checkPolicy } from "../../src/domain/policy/checks/check-rules.ts";
import { overlaps } from "../../src/domain/policy/reach/overlaps.ts";
import { tryMutants } from "./mutants/try-mutants.ts";

const EACH = volumeOf("mutants");

test("of mutants of the example policies, nine of ten dead rules are told, and no other", async () => {
  const { dead, told, wrong, missed } = await tryMutants({ each: EACH, seed: provenSeed() });
  expect(wrong).toEqual([]);
  expect(told / dead, missed.join("\n")).toBeGreaterThanOrEqual(0.9);
}, 240_000);

const rule = (name: string, when: string, more: JsonObject = {}): JsonObject => ({
  name,
  tools: ["pay"],
  when,
  ...more,
});

async function problemsOf(...rules: readonly JsonObject[]): Promise<readonly string[]> {
  const { compiled } = await loadedPolicy({ version: 2, rules: [...rules] });
  return checkPolicy(compiled, undefined).map(({ rule: name, problem }) => `${name}: ${problem}`);
}

const allow = { decision: "allow" };

describe("a condition that contradicts itself is told", () => {
  test.for<[string, string]>([
    ["args.a > 100 && args.a < 50", "args.a > 100 and args.a < 50"],
    [
      'decimal(args.a) > 1 && decimal(args.a) <= decimal("1.00")',
      'decimal(args.a) > 1 and decimal(args.a) <= decimal("1.00")',
    ],
    ['args.a == "x" && args.a in ["y", "z"]', 'args.a == "x" and args.a in ["y", "z"]'],
    ['args.a == "x" && !has(args.a)', 'args.a == "x" and !has(args.a)'],
    [
      'args.a.startsWith("ab") && args.a.startsWith("b")',
      'args.a.startsWith("ab") and args.a.startsWith("b")',
    ],
    [
      'args.a in ["x", "y"] && args.a.matches("^z$")',
      'args.a in ["x", "y"] and args.a.matches("^z$")',
    ],
    ['args.a == "x" && args.a > 5', 'args.a == "x" and args.a > 5'],
    ["size(args.a) > 0 && size(args.a) < 1", "size(args.a) > 0 and size(args.a) < 1"],
    ['(!has(args.b) || args.b == "y") && args.b == "z"', '!has(args.b) and args.b == "z"'],
    ['tool == "send" && args.a == 1', 'tools: [pay] and tool == "send"'],
  ])("%s", async ([when, together]) => {
    const [problem] = await problemsOf(rule("r", when, { other_args: "any", ...allow }));
    expect(problem).toMatch(/^r: It can never match: /);
    expect(problem).toContain(`${together} are never so together`);
  });

  test("of a rule that asks it is said that it still holds of what cannot be judged", async () => {
    expect(await problemsOf(rule("r", "args.a > 100 && args.a < 50"))).toEqual([
      "r: It matches nothing, and holds only of calls that cannot be judged: args.a > 100 and args.a < 50 are never so together.",
    ]);
  });

  test("with its line and column", async () => {
    const { compiled } = await loadedPolicy({
      version: 2,
      rules: [rule("r", "args.b == 1 &&\n  args.a > 100 && args.a < 50")],
    });
    expect(checkPolicy(compiled, undefined)).toMatchObject([
      { place: "rules[0].when, line 2, column 3" },
    ]);
  });

  test.for([
    "args.a > 50 && args.a < 100",
    'args.a != "x" && args.a != "y"',
    'args.a.startsWith("a") && args.a.endsWith("b")',
    "!has(args.a) || args.a == 1",
    "args.l.exists(x, x == 1) && args.l.exists(x, x == 2)",
    'args.l.all(x, x == "a") && args.l.all(x, x == "b")',
  ])("%s is none", async (when) => {
    expect(await problemsOf(rule("r", when))).toEqual([]);
  });
});

describe("rules that are overtaken", () => {
  test.for<[string, readonly string[], string]>([
    ["a wider range", ["args.a > 10"], "args.a > 20 && args.b == 1"],
    ["ranges that meet", ["args.a > 10", "args.a <= 10"], "args.a == 7 || args.a > 100"],
    ["a longer list", ['args.a in ["x", "y"]'], 'args.a == "y"'],
    ["a shorter beginning", ['args.a.startsWith("x")'], 'args.a.startsWith("xy")'],
    [
      "what its elements may be",
      ['args.l.all(e, e in ["x", "y"])'],
      'args.l.all(each, each in ["x"])'.replaceAll("each", "e"),
    ],
    ["the same unknown", ['args.a.matches("^x+$")'], 'args.b > 1 && args.a.matches("^x+$")'],
  ])("by %s are told", async ([, before, last]) => {
    const rules = before.map((when, index) => rule(`r${index}`, when));
    const [problem, ...others] = await problemsOf(...rules, rule("last", last));
    expect(others).toEqual([]);
    expect(problem).toMatch(
      /^last: It can never match: "r0".* before it takes? all that it would\.$/,
    );
  });

  test.for<[string, JsonObject, JsonObject]>([
    [
      "a budget is spent",
      rule("r", "args.a > 1", { budget: { per: "1h", calls: 1 } }),
      rule("last", "args.a > 2"),
    ],
    [
      "it cannot be judged",
      rule("r", "args.a > 1 || args.a <= 1"),
      { name: "last", tools: ["pay"] },
    ],
    [
      "an argument is not named",
      rule("r", "args.a > 1", allow),
      rule("last", "args.a > 2 && args.b == 1", allow),
    ],
    [
      "a pattern is another",
      rule("r", 'args.a.matches("^x+$")'),
      rule("last", 'args.a.matches("^xx+$")'),
    ],
    [
      "a name has other capitals",
      rule("r", "args.a > 1"),
      rule("last", "args.a > 0", { decision: "deny" }),
    ],
  ])("are not those that decide where %s", async ([, first, last]) => {
    expect(await problemsOf(first, last)).toEqual([]);
  });

  test("by a rule with an expression, a rule without one still decides what is too large", async () => {
    expect(await problemsOf(rule("all", "true"), { name: "last", tools: ["pay"] })).toEqual([
      'last: It can never match: "all" before it takes all that it would, but for calls that are too large to be judged.',
    ]);
  });
});

describe("a rule that allows before one that denies", () => {
  const denied = rule("never", 'args.to == "eve"', { decision: "deny" });

  test("is told with a call that both match", async () => {
    const paying = rule("small", 'args.amount > 0 && args.amount < 50 && args.to != "bob"', allow);
    const { compiled } = await loadedPolicy({ version: 2, rules: [paying, denied] });
    const [{ rule: name, example } = { example: undefined }] = overlaps(compiled);
    expect(name).toBe("small");
    expect(example?.args).toMatchObject({ to: "eve" });
  });

  test.for<[string, JsonObject]>([
    ["lets none of it pass", rule("small", 'args.to in ["bob", "ana"]', allow)],
    ["is an exception from it", rule("small", 'args.to == "eve" && args.amount == 1', allow)],
  ])("is not told where it %s", async ([, first]) => {
    const { compiled } = await loadedPolicy({ version: 2, rules: [first, denied] });
    expect(overlaps(compiled)).toEqual([]);
  });
});
