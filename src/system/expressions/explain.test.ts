import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
import { compilePolicy } from "../../domain/policy/decide.ts";
import { explainRules } from "../../domain/policy/explain.ts";
import type { ExplainedPart, RuleReason } from "../../domain/policy/explained.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import { createExpressions } from "./engine.ts";

const EXPRESSIONS = createExpressions();

interface Asked {
  readonly secrets?: readonly string[];
}

/** What one rule of version 2 makes of a call of "pay". */
function reasonOf(rule: JsonObject, args: JsonObject, { secrets = [] }: Asked = {}): RuleReason {
  const policy = readPolicy({ version: 2, rules: [{ name: "r", ...rule }] });
  const [reason] = explainRules(
    compilePolicy(policy, EXPRESSIONS),
    { tool: "pay", args, agentName: "scout" },
    { secrets },
  );
  if (reason === undefined) throw new Error("No rule was asked.");
  return reason;
}

function partsOf(when: string, args: JsonObject, asked?: Asked): readonly ExplainedPart[] {
  return reasonOf({ when }, args, asked).why.parts;
}

const textsOf = (parts: readonly ExplainedPart[]) => parts.map(({ text }) => text);

describe("why a rule does not match", () => {
  test("names the part that was false, and what it was about", () => {
    const when = 'args.currency == "EUR" && decimal(args.amount) <= decimal("50")';
    const { found, why } = reasonOf({ when }, { currency: "EUR", amount: "70" });
    expect(found).toBe("does_not_match");
    expect(why.parts).toEqual([
      {
        text: 'decimal(args.amount) <= decimal("50")',
        is: "false",
        line: 1,
        column: 27,
        values: [{ text: "args.amount", is: '"70"' }],
      },
    ]);
  });

  test("names every alternative, since each could have held", () => {
    const parts = partsOf("(args.a == 1 || args.b == 2) && args.c == 3", { a: 5, b: 5, c: 3 });
    expect(textsOf(parts)).toEqual(["args.a == 1", "args.b == 2"]);
  });

  test("names the element of a list that was wrong", () => {
    const args = { to: ["a@our.org", "eve@evil.org", "b@our.org"] };
    const [part] = partsOf('args.to.all(t, t.endsWith("@our.org"))', args);
    expect(part).toMatchObject({
      text: 't.endsWith("@our.org")',
      is: "false",
      values: [{ text: "t", is: '"eve@evil.org"' }],
    });
  });

  test("names the branch that was taken", () => {
    const [part] = partsOf('args.kind == "a" ? args.n < 5 : args.n < 9', { kind: "b", n: 10 });
    expect(part).toMatchObject({ text: "args.n < 9", values: [{ is: "10" }] });
  });

  test("says where what could not be judged stands, and what was probably meant", () => {
    const when = 'args.currency == "EUR" &&\n  args.amont < 5';
    const { found, why } = reasonOf({ when }, { currency: "EUR", amount: 3 });
    expect(found).toBe("undecided");
    expect(why.parts).toMatchObject([
      { text: "args.amont", is: "failed", line: 2, column: 3, meant: "args.amount" },
    ]);
  });

  test("names an argument that no condition names, and a call that a budget cannot count", () => {
    const allow = { decision: "allow", when: 'args.a == "x"' };
    expect(reasonOf(allow, { a: "x", b: 1 }).why).toMatchObject({
      kind: "unnamed",
      argument: "args.b",
    });
    const budget = { per: "1h", sum: { "/amount": 5 } };
    expect(reasonOf({ budget }, { a: "x" })).toMatchObject({
      found: "undecided",
      why: { kind: "uncounted" },
    });
    expect(reasonOf({ tools: ["mail"] }, {}).why.kind).toBe("elsewhere");
  });

  test("of the short form tells each condition that does not hold", () => {
    const args = { "/currency": { equals: "EUR" }, "/note": { exists: true } };
    expect(reasonOf({ args }, { currency: "USD" }).why.parts).toEqual([
      {
        text: 'args["/currency"].equals "EUR"',
        is: "false",
        values: [{ text: 'args["/currency"]', is: '"USD"' }],
      },
      { text: 'args["/note"].exists true', is: "false", values: [{ text: 'args["/note"]' }] },
    ]);
  });
});

test("why a rule matches is all that it demands", () => {
  const { found, why } = reasonOf(
    { when: "args.a == 1 && (args.b == 2 || args.c == 3)" },
    { a: 1, b: 2 },
  );
  expect(found).toBe("matches");
  expect(textsOf(why.parts)).toEqual(["args.a == 1", "args.b == 2 || args.c == 3"]);
  expect(why.parts.map(({ is }) => is)).toEqual(["true", "true"]);
});

test("a rule with a spent budget matches, and the next one is told too", () => {
  const rules = [
    { name: "few", budget: { per: "1h", calls: 1 }, decision: "allow", other_args: "any" },
    { name: "rest", decision: "deny" },
    { name: "never", decision: "deny" },
  ];
  const compiled = compilePolicy(readPolicy({ version: 2, rules }), EXPRESSIONS);
  const facts = { tool: "pay", args: {}, agentName: "" };
  const told = explainRules(compiled, facts, { isSpent: () => true });
  expect(told.map(({ rule, found }) => [rule, found])).toEqual([
    ["few", "spent"],
    ["rest", "matches"],
  ]);
});

describe("a secret is told by no explanation", () => {
  const SECRET = "hunter2";
  const args = { password: SECRET, list: [{ token: SECRET }], amount: 5 };
  const secrets = ["/password", "/list"];

  test.each([
    'args.password == "x"',
    'args["password"] == "x"',
    "args.password > 5",
    "decimal(args.password) > 5",
    'args.list.all(t, t.token == "x")',
    'args.list[0].token == "x"',
    'at(args, "/list/0/token") == "x"',
    'string(args.password) == "x"',
    'args.list.map(t, t.token) == ["x"]',
    'args.list.filter(t, t.token == "x").exists(u, u.token == "x")',
  ])("%s", (when) => {
    const rule = { when };
    expect(JSON.stringify(reasonOf(rule, args, { secrets }))).not.toContain(SECRET);
  });

  test("nor by the short form, nor by the name of what is within it", () => {
    const within = { "/list/0/token": { equals: "x" }, "/password": { over: 5 } };
    expect(JSON.stringify(reasonOf({ args: within }, args, { secrets }))).not.toContain(SECRET);
    const named = { decision: "allow", when: "args.amount == 5" };
    const hidden = { amount: 5, key: { [SECRET]: 1 } };
    const { why } = reasonOf(named, hidden, { secrets: ["/key"] });
    expect(why).toEqual({ kind: "unnamed", parts: [] });
  });

  test("what is beside it is told", () => {
    expect(partsOf("args.amount > 9", args, { secrets })).toMatchObject([
      { values: [{ text: "args.amount", is: "5" }] },
    ]);
    expect(partsOf('args.password == "x"', args, { secrets })).toMatchObject([
      { values: [{ text: "args.password", isSecret: true }] },
    ]);
  });
});
