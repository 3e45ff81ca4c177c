import { expect, test } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
import { policyWarnings } from "../../domain/policy/checks/check-open.ts";
import {
  budgetedRules,
  compilePolicy,
  decide,
  hasExpressions,
} from "../../domain/policy/decide.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import { createExpressions } from "./engine.ts";

/* What a policy of version 2 says of a call. */

const EXPRESSIONS = createExpressions();

const policyOf = (rules: readonly JsonObject[]) =>
  compilePolicy(readPolicy({ version: 2, rules }), EXPRESSIONS);

function verdict(rules: readonly JsonObject[], args: JsonObject, more: object = {}) {
  const facts = { tool: "pay", agentName: "billing", args, ...more };
  const { outcome, demand } = decide(policyOf(rules), facts, () => false);
  return { outcome, ...demand };
}

const SMALL = {
  name: "small",
  tools: ["pay"],
  when: 'args.currency in ["EUR", "USD"] && decimal(args.amount) <= decimal("50")',
  decision: "allow",
};
const LARGE = { name: "large", when: "args.amount > 1000", level: "CRITICAL", quorum: 2 };

test("a rule that allows matches a call all of whose arguments it names, and no other", () => {
  const small = { amount: "12.50", currency: "EUR" };
  expect(verdict([SMALL], small)).toMatchObject({ outcome: "allow" });
  expect(verdict([SMALL], { ...small, payee: "eve" })).toMatchObject({ outcome: "ask" });
  const open = { ...SMALL, other_args: "any" };
  expect(verdict([open], { ...small, payee: "eve" })).toMatchObject({ outcome: "allow" });
});

test.each([
  ['args.to.all(x, x.endsWith("@our.org"))', { to: ["a@our.org"] }, "allow"],
  ['args.to.exists(x, x.endsWith("@our.org"))', { to: ["a@our.org"] }, "ask"],
  ['args.to[0].endsWith("@our.org")', { to: ["a@our.org"] }, "allow"],
  ['args.to[0].endsWith("@our.org")', { to: ["a@our.org", "eve@evil.org"] }, "ask"],
  ["args.o.a == 1", { o: { a: 1 } }, "allow"],
  ["args.o.a == 1", { o: { a: 1, b: 2 } }, "ask"],
  ['args.o.a == 1 && any_of("args.o.b")', { o: { a: 1, b: { c: [2] } } }, "allow"],
  ['any_of("args.o")', { o: { a: 1 }, b: 2 }, "ask"],
  ["size(args.l) < 9", { l: [1] }, "ask"],
  ["size(args.l) < 9", { l: [] }, "allow"],
  ["args.rows.all(r, r.a == 1)", { rows: [{ a: 1 }, { a: 1 }] }, "allow"],
  ["args.rows.all(r, r.a == 1)", { rows: [{ a: 1 }, { a: 1, b: 2 }] }, "ask"],
  ['tool == "pay"', {}, "allow"],
  ['tool == "pay"', { a: 1 }, "ask"],
] as const)("%s of %j: %s", (when, args, outcome) => {
  const rule = { name: "r", when, decision: "allow" };
  expect(verdict([rule], args as JsonObject)).toMatchObject({ outcome });
});

const BY_TOOL = 'tool == "pay" ? args.x == 1 : args.y == 2';
const ROWS = 'args.rows.all(r, r.kind == "a" || r.price < 5)';

test.each([
  [BY_TOOL, { x: 1 }, "allow"],
  [BY_TOOL, { x: 1, y: 999 }, "ask"],
  [BY_TOOL, { x: 1, y: 2 }, "ask"],
  ["has(args.x) ? args.x == 1 : true", { x: 1 }, "allow"],
  ["has(args.x) ? args.x == 1 : true", {}, "allow"],
  ["!has(args.x) || args.x == 1", { x: 1 }, "allow"],
  ["(!has(args.x) || args.x == 1) && (!has(args.y) || args.y == 2)", { x: 1, y: 2 }, "allow"],
  ["(!has(args.x) || args.x == 1) && (!has(args.y) || args.y == 2)", { x: 1 }, "allow"],
  ['args.x in ["1"] || args.y in ["2"]', { x: "1", y: "2" }, "allow"],
  ['args.x in ["1"] || args.y in ["2"]', { x: "1", y: "9" }, "ask"],
  ['!(args.x in ["1"] && args.y in ["2"])', { x: "3", y: "2" }, "ask"],
  ['!(args.x in ["1"] && args.y in ["2"])', { x: "3", y: "4" }, "allow"],
  ['!(args.x in ["1"] || args.y in ["2"])', { x: "3", y: "4" }, "allow"],
  ['args.n == 1 && (args.x in ["1"] || tool == "pay")', { n: 1, x: "9" }, "ask"],
  ['args.n == 1 && (args.x in ["1"] || tool == "pay")', { n: 1, x: "1" }, "allow"],
  ['any_of("args.x") || args.y in ["2"]', { x: [{ a: 1 }], y: "9" }, "ask"],
  ['!args.to.all(one, one in ["eve"])', { to: ["eve", "ana"] }, "ask"],
  [
    'tool == "pay" ? args.to.all(one, one.matches("^a$")) && args.n == 1 : false',
    { to: ["a", "a"], n: 1 },
    "allow",
  ],
  [
    'tool == "pay" ? args.l.filter(x, x > 1) == [2] && args.l.all(x, x < 9) : false',
    { l: [1, 2] },
    "allow",
  ],
  [
    'tool == "pay" ? args.l.filter(x, x > 1) == [1, 2] && args.l.all(x, x < 9) : false',
    { l: [1, 2] },
    "ask",
  ],
] as const)("of %s only what held names an argument of %j: %s", (when, args, outcome) => {
  const open = { name: "r", tools: ["pay"], when, decision: "allow" };
  expect(verdict([open], args as JsonObject)).toMatchObject({ outcome });
});

test("a rule that asks with other_args: none is undecided about a call that has others", () => {
  const one = { name: "one", when: "size(args.to) == 1", other_args: "none" };
  const rest = { name: "rest", level: "CRITICAL", quorum: 2 };
  expect(verdict([{ ...one, when: "args.to == 1" }, rest], { to: 1 })).toMatchObject({
    rule: "one",
    quorum: 1,
  });
  const copied = { to: 1, bcc: ["eve"] };
  expect(verdict([{ ...one, when: "args.to == 1" }, rest], copied)).toMatchObject({ quorum: 2 });
  const allow = { name: "all", decision: "allow", other_args: "any" };
  const strict = { name: "short", args: { "/to": { equals: 1 } }, other_args: "none" };
  expect(verdict([strict, allow], copied)).toMatchObject({ outcome: "ask", rule: "short" });
  expect(() => policyOf([{ ...allow, other_args: "none" }])).toThrow("none for one that asks");
});

test("an element of a list is let pass by what held of it", () => {
  const rows = (...all: readonly JsonObject[]) => ({ rows: all }) as JsonObject;
  const rule = { name: "r", when: ROWS, decision: "allow" };
  expect(verdict([rule], rows({ kind: "a" }, { price: 4 }))).toMatchObject({ outcome: "allow" });
  expect(verdict([rule], rows({ kind: "a", price: 999 }))).toMatchObject({ outcome: "ask" });
  expect(verdict([rule], rows({ kind: "a", price: 999 }, { price: 4 }))).toMatchObject({
    outcome: "ask",
  });
  expect(verdict([rule], rows({ kind: "b", price: 4 }))).toMatchObject({ outcome: "ask" });
});

test("the short form names its arguments as an expression does", () => {
  const rule = {
    name: "r",
    args: { "/to/0": { equals: "a" }, "/n": { under: 5 } },
    decision: "allow",
  };
  expect(verdict([rule], { to: ["a"], n: 1 })).toMatchObject({ outcome: "allow" });
  expect(verdict([rule], { to: ["a", "b"], n: 1 })).toMatchObject({ outcome: "ask" });
  expect(verdict([rule], { to: ["a"], n: 1, force: true })).toMatchObject({ outcome: "ask" });
});

test("a key of an expression that is written * names no element of a list", () => {
  for (const rule of [
    { name: "r", args: { "/to/*": { exists: false } }, decision: "allow" },
    { name: "r", when: '!is_at(args, "/to/*")', decision: "allow" },
  ]) {
    expect(verdict([rule], { to: ["eve@evil.org"] })).toMatchObject({ outcome: "ask" });
  }
});

test("the short form needs no evaluator and has no bounds of one", () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `v${index}`);
  const args = {
    "/a": { in: many },
    "/b": { in: many },
    "/c": { equals: [...many, "more"] },
    "/d": { in: [null, "x"] },
  };
  const rules = [{ name: "r", args, decision: "allow" }];
  const policy = readPolicy({ version: 2, rules });
  expect(hasExpressions(policy)).toBe(false);
  const facts = { tool: "pay", agentName: "" };
  const given = { a: "v1", b: "v999", c: [...many, "more"], d: "x" };
  const of = (more: JsonObject) =>
    decide(compilePolicy(policy), { ...facts, args: { ...given, ...more } }, () => false).outcome;
  expect([of({}), of({ d: null }), of({ d: "y" }), of({ e: 1 })]).toEqual([
    "allow",
    "allow",
    "ask",
    "ask",
  ]);
});

test("what lets too much pass is warned of where an expression decides, too", () => {
  const open = { name: "open", when: 'agent != "eve"', decision: "allow", other_args: "any" };
  const bound = {
    name: "bound",
    tools: ["pay"],
    args: { "/amount": { under: 50 } },
    when: 'level == "MEDIUM"',
    decision: "allow",
  };
  const found = policyWarnings(policyOf([bound, open]));
  expect(found.map(({ rule, place, example }) => [rule, place, example?.args])).toEqual([
    ["bound", 'rules[0].args["/amount"].under', { amount: -500 }],
    ["open", "rules[1]", {}],
  ]);
});

test("a list that is written out with null can be searched for anything", () => {
  const rule = { name: "r", when: "args.a in [null, 1]", decision: "deny" };
  expect(verdict([rule], { a: 2 })).toMatchObject({ rule: "default" });
  expect(verdict([rule], { a: null })).toMatchObject({ rule: "r" });
  expect(verdict([rule], { a: "1" })).toMatchObject({ rule: "r" });
  const searched = { name: "r", when: '"eve" in args.to', decision: "deny" };
  expect(verdict([searched], { to: [null] })).toMatchObject({ rule: "r" });
});

test("nobody reaches a weaker rule by an argument that cannot be compared", () => {
  const weaker = { name: "weaker", decision: "allow", other_args: "any" };
  for (const amount of ["1000000", null, [1_000_000], true]) {
    expect(verdict([LARGE, weaker], { amount })).toMatchObject({ outcome: "ask", quorum: 2 });
    const deny = { ...LARGE, level: "HIGH", quorum: 1, decision: "deny" };
    const { level, quorum, ...denying } = deny;
    expect(verdict([denying, weaker], { amount }), `${level} ${quorum}`).toMatchObject({
      outcome: "deny",
    });
  }
  expect(verdict([LARGE, weaker], { amount: 5 })).toMatchObject({ outcome: "allow" });
});

test("of rules that cannot be decided the strictest holds, with all that each demands", () => {
  const one = { name: "one", when: "args.a == 1", level: "HIGH", expires: "10m" };
  const other = {
    name: "other",
    when: "args.a == 2",
    level: "LOW",
    quorum: 3,
    approvers: { roles: ["owner"] },
    expires: "30m",
  };
  expect(verdict([one, other], { a: "1" })).toMatchObject({
    outcome: "ask",
    rule: "one",
    level: "HIGH",
    quorum: 3,
    approvers: { names: [], roles: ["owner"] },
    expiresInMs: 600_000,
  });
});

test("a rule that allows does not match where it cannot be decided, and draws on no budget", () => {
  const rule = { ...SMALL, budget: { per: "1h", calls: 1 } };
  const args = { amount: "a lot", currency: "EUR" };
  expect(verdict([rule], args)).toMatchObject({ outcome: "ask", rule: "default" });
  expect(budgetedRules(policyOf([rule]), { tool: "pay", agentName: "", args })).toEqual([]);
});

test("without an evaluator nothing is allowed by a condition, and what asks or denies holds", () => {
  const source = {
    version: 2,
    rules: [SMALL, { name: "no", when: "args.a == 1", decision: "deny" }],
  };
  const facts = { tool: "pay", agentName: "", args: { amount: "1", currency: "EUR", a: 2 } };
  expect(decide(compilePolicy(readPolicy(source)), facts)).toMatchObject({ outcome: "deny" });
});

test("session, resources, whom it is for and the time are known to expressions", () => {
  const rule = {
    name: "r",
    when: 'session == "s" && on_behalf_of == "ana" && "file:///a" in resources && now.in("UTC").hour == 9 && agent == "billing" && level == "MEDIUM"',
    decision: "deny",
  };
  const more = {
    session: "s",
    onBehalfOf: "ana",
    resources: ["file:///a"],
    now: Date.parse("2026-11-29T09:30:00Z"),
  };
  expect(verdict([rule], {}, more)).toMatchObject({ outcome: "deny" });
  expect(verdict([rule], {}, { ...more, session: "t" })).toMatchObject({ outcome: "ask" });
});

test("every expression that cannot be read is named with its rule and place", () => {
  const rules = [
    { name: "a", when: "true &&\nfoo(1)" },
    { name: "b", args: { "/a": { equals: 1 } } },
    { name: "c", when: "arg.a == 1" },
  ];
  expect(() => policyOf(rules)).toThrow(
    /rules\[0\]\.when, line 2, column 1: [\s\S]*rules\[2\]\.when, line 1, column 1: /,
  );
});

test("the keys of version 2 are refused in a file of version 1", () => {
  const source = {
    version: 1,
    rules: [{ name: "a", when: "true", other_args: "any", decision: "allow" }],
  };
  expect(() => readPolicy(source)).toThrow(/rules\[0\]\.when: it is a key of version 2/);
});
