import { expect, test } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
import { expressionWarnings, refuseUnheard } from "../../domain/policy/checks/check-expressions.ts";
import { compilePolicy } from "../../domain/policy/decide.ts";
import type { Step } from "../../domain/policy/expressions/expression.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import { createExpressions } from "./engine.ts";

/* What the check of a policy says of its expressions. */

const EXPRESSIONS = createExpressions();

const callOf = (args: object) =>
  EXPRESSIONS.call({
    tool: "pay",
    agent: "billing",
    session: "",
    onBehalfOf: "",
    resources: [],
    level: "MEDIUM",
    now: 0,
    args: args as JsonObject,
  });

const policyOf = (when: string, decision = "allow") =>
  compilePolicy(readPolicy({ version: 2, rules: [{ name: "r", when, decision }] }), EXPRESSIONS);

test.each([
  ["args.a == 1 || args.b == 2", "args.a"],
  ['tool == "pay" || args.a == 1', "args.a"],
  ["!(args.a == 1 && args.b == 2)", "args.a"],
  ["!(!(args.a == 1 || args.b == 2))", "args.a"],
  ["args.to.exists(x, x == 1)", "x"],
  ["!args.to.all(x, x == 1)", "x"],
  ["args.to.all(x, x.a == 1 || x.b == 2)", "x.a"],
  ["args.to.all(x, args.to.all(y, !has(x.a) || y.a == 2))", "x"],
  ['decimal(args.a) > 1 || tool == "pay"', "decimal(args.a)"],
  ["resources.exists(r, path(r).within('/srv'))", "path(r)"],
  ["!has(args.a) || args.a == 1 || args.b == 2", "args.a"],
  ["!has(args.a) || args.b == 2", "args.b"],
  ["(args.a == 1 && args.b == 2) ? true : true", "args.a"],
  ["(args.a == 1 || args.b == 2) == true", "args.a"],
  ["has(args.a) ? args.a == 1 || args.b == 2 : true", "args.a"],
  ["!has(args.a) || !(args.a > 1 && args.a < 5)", "args.a"],
  ["shell(args.a).all(c, c.name == 'ls') || tool == 'pay'", "shell(args.a)"],
  ["!has(args.a) || !has(args.b) || args.b == 2", "args.b"],
  ["!has(args.a) || args.to.all(x, x == 1)", "args.to"],
  ["!has(args.to) || args.to.all(x, x == args.b)", "args.b"],
  ["!has(args.to) || args.to[args.i] == 1", "args.to[args.i]"],
  ["!has(args.to) || url(args.to + args.b).port == 443", "url(args.to + args.b)"],
  ["!has(args.to) || args.to.exists(x, url(x).host == 'our.org')", "url(x)"],
  ["!has(args.a) || args.to.all(a, url(a).host == 'our.org')", "args.to"],
  ["!has(args.a.b) || tool == 'pay'", "args.a"],
  ["!has(args.a.b) || (tool == 'pay' ? true : args.a.b == 2)", "args.a"],
  ["!has(args.a.b) || (tool == 'x' && args.a.b == 2) == false", "args.a"],
])("a rule that allows by %s is refused: %s can fail unheard", (when, part) => {
  const refused = () => refuseUnheard(policyOf(when));
  expect(refused).toThrow("rules[0].when, line 1, column ");
  expect(refused).toThrow(`: ${part} can fail`);
  expect(() => refuseUnheard(policyOf(when, "deny"))).not.toThrow();
});

test.each([
  "args.a == 1 && args.b == 2",
  "!(args.a > 50)",
  "!(args.a == 1 || args.b == 2)",
  "args.a in [1, 2]",
  "!has(args.a) || args.a == 1",
  "!has(args.a) || !has(args.a.b) || args.a.b == 2",
  "!has(args.to) || args.to.all(x, url(x).host == 'our.org')",
  "args.to.all(x, url(x).host == 'our.org') || !has(args.to)",
  "!has(args.to) || args.to.all(x, !has(x.url) || url(x.url).host == 'our.org')",
  "!has(args.a.b) || args.a.b == 2",
  "!has(args.a) || shell(args.a).all(c, c.name == 'ls')",
  "!has(args.a) || decimal(args.a.sum) + decimal(args.a.fee) <= 50",
  "!(has(args.to) && !args.to.all(x, url(x).host == 'our.org'))",
  "!(has(args.a) && args.a != 1)",
  "has(args.a) ? args.a > 1 && args.a < 5 : true",
  "args.to.all(x, x.endsWith('@our.org') && x.size() < 99)",
  "!args.to.exists(x, x == 1)",
  "resources.exists(r, r.startsWith('file:')) || tool == 'pay'",
  'now.in("UTC").hour < 6 || now.in("UTC").hour > 20',
  'any_of("args.a") || tool == "pay"',
  "shell(args.a).all(c, c.name == 'ls' || c.name == 'git' && c.args == ['status'])",
  "sql(args.a, 'postgres').tables.all(t, t == 'orders' || t == 'items')",
])("and by %s it is not: a part that fails leaves it undecided", (when) => {
  expect(() => refuseUnheard(policyOf(when))).not.toThrow();
});

const ODD = [undefined, null, "", "x", "https://our.org/", 2, true, [], {}];
const LISTS = ODD.flatMap((one) => (one === undefined ? [] : [[one], ["https://our.org/", one]]));
const ATTEMPTS = [...ODD, ...LISTS, ...LISTS.map(([one]) => ({ b: one })), { b: 2 }, { url: 5 }];

test.each([
  "!has(args.to) || args.to.all(x, url(x).host == 'our.org')",
  "args.to.all(x, url(x).host == 'our.org') || !has(args.to)",
  "!(has(args.to) && !args.to.all(x, url(x).host == 'our.org'))",
  "!has(args.to) || args.to.all(x, !has(x.url) || url(x.url).host == 'our.org')",
  "!has(args.to) || !has(args.to.b) || args.to.b == 2",
  "args.to.b == 2 || !has(args.to.b) || !has(args.to)",
  "!has(args.to.b) || args.to.b == 2",
])("%s lets nothing pass of which a part failed, unless that argument is absent", (when) => {
  expect(() => refuseUnheard(policyOf(when))).not.toThrow();
  const expression = EXPRESSIONS.compile(when);
  const passed = ATTEMPTS.filter((to) => {
    const call = callOf(to === undefined ? {} : { to });
    return expression.judge(call) === true && !isMeant(to, expression.explain(call));
  });
  expect(passed).toEqual([]);

  function isMeant(to: unknown, steps: readonly Step[]): boolean {
    const isAbsent = to === undefined || (when.includes("has(args.to.b)") && !hasB(to));
    return isAbsent || steps.every(({ failed }) => !failed);
  }
});

function hasB(value: unknown): boolean {
  return typeof value === "object" && value !== null && "b" in value;
}

test("a fault is told by line and column, also behind characters of two units", () => {
  const when = '"😀" != agent &&\n ("😀" == agent || args.a == 1)';
  expect(() => refuseUnheard(policyOf(when))).toThrow("rules[0].when, line 2, column 19: args.a");
});

test.each([
  ['args.a.matches("git status")', true],
  ['args.a.matches("^git")', true],
  ['args.a.matches("^a|b$")', true],
  ['args.a.matches("^a$|^(b|c)$")', false],
  ['args.a.matches("(?i)^a$|^[|]$")', false],
  ['args.a.matches("^a$|b$")', true],
  ['args.a.matches("(?m)^a$")', true],
  ['args.a.matches("^a\\\\$")', true],
  ['args.a.matches("^(a|b)$")', false],
  ['args.a.matches("^[)|]$")', false],
  ['args.to.endsWith("our.org")', true],
  ['size(args.to) > 0 && args.to.all(x, x.endsWith("@our.org"))', true],
  ['args.to.all(x, x == "ana")', true],
  ['resources.all(r, r.startsWith("file:"))', true],
  ['size(args.to) <= 5 && args.to.all(x, x == "ana")', true],
  ['args.to.size() > 0 && args.to.all(x, x == "ana")', false],
  ['args.to != [] && args.to.all(x, x == "ana")', false],
  ['args.to[0] == "ana" && args.to.all(x, x == "ana")', false],
  ['!has(args.to) || args.to.all(x, x == "ana")', false],
  ["shell(args.line).all(c, c.name == 'ls')", false],
  ["size(args.q) <= 500", true],
  ["500 > args.q.size()", true],
  ["size(string(args.q)) <= 500", false],
  ['size(args.q) <= 500 && args.q.matches("^[a-z]*$")', false],
  ["size(args.q) > 0 && size(args.q) <= 500", false],
  ["!(size(args.q) <= 500)", false],
  ['args.file.endsWith("README.md")', false],
  ['args.file.endsWith(".txt")', false],
  ['args.url.startsWith("https://our.org")', true],
  ['args.url.startsWith("https://our.org/")', false],
  ["args.amount <= 50.0", true],
  ["double(args.amount) <= 50", true],
  ["args.heat <= 50.5", false],
  ["decimal(args.amount) <= 50", false],
])("of %s it is said: %s", (when, isTold) => {
  const warned = expressionWarnings(policyOf(when));
  expect(warned.map(({ rule, place }) => [rule, place])).toEqual(
    isTold ? [["r", expect.stringContaining("rules[0].when, line 1, column ")]] : [],
  );
});

test("what matches more is told where it loosens a rule", () => {
  const found = (when: string) => expressionWarnings(policyOf(when, "deny")).length;
  expect(found('args.to.endsWith("our.org")')).toBe(0);
  expect(found('!args.to.endsWith("our.org")')).toBe(1);
  expect(found('!args.to.all(x, x.matches("our"))')).toBe(1);
});
