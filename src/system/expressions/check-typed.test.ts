import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
import { compilePolicy } from "../../domain/policy/decide.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import { mistypedParts, refuseMistyped } from "../../domain/policy/typed/check-typed.ts";
import { createExpressions } from "./engine.ts";

/* What rules say of arguments, held against the schemas of the tools. */

const EXPRESSIONS = createExpressions();

const PAY = {
  type: "object",
  properties: {
    amount: { type: "integer" },
    price: { type: ["number", "string"] },
    to: { type: "string" },
    note: { type: ["string", "null"] },
    currency: { enum: ["EUR", "USD"] },
    options: {
      type: "object",
      properties: { deep: { type: "object", properties: { on: { type: "boolean" } } } },
    },
    lines: {
      type: "array",
      items: { type: "object", properties: { cost: { type: "number" }, sku: { type: "string" } } },
    },
    tags: { type: "array", items: { type: "string" } },
    free: { type: "object", additionalProperties: true },
    either: {
      anyOf: [{ type: "object", properties: { x: { type: "string" } } }, { type: "null" }],
    },
  },
};

const pinned = (tool: string, inputSchema: JsonObject = PAY, agent = "billing") => ({
  agent,
  tool,
  inputSchema,
});

const policyOf = (rule: JsonObject, version = 2) =>
  compilePolicy(
    readPolicy({ version, rules: [{ name: "r", tools: ["pay"], ...rule }] }),
    EXPRESSIONS,
  );

const faultsOf = (rule: JsonObject, tools = [pinned("pay")]) =>
  mistypedParts(policyOf(rule), tools).map(({ place, what }) => `${place}: ${what}`);

test.each([
  ["args.amont == 1", 1, "has no argument args.amont. Did you mean amount?"],
  ["has(args.amont)", 5, "has no argument args.amont. Did you mean amount?"],
  ['args["amont"] == 1', 1, 'has no argument args["amont"]. Did you mean amount?'],
  ["args.options.deeep.on == true", 1, "has no argument args.options.deeep. Did you mean deep?"],
  ["args.options.deep.of == true", 1, "has no argument args.options.deep.of. It takes on there."],
  ["args.lines.all(l, l.cosst <= 5)", 19, "has no argument l.cosst. Did you mean cost?"],
  ["args.lines[0].skuu == 'a'", 1, "has no argument args.lines[0].skuu. Did you mean sku?"],
  ["any_of('args.optoins')", 8, "has no argument args.optoins. Did you mean options?"],
  ["args.amount == '5'", 1, "has a number at args.amount, and it is compared with text."],
  ["args.amount in [1, '2']", 1, "has a number at args.amount, and it is compared with text."],
  ["args.tags.exists(t, t == 5)", 21, "has text at t, and it is compared with a number."],
  ["5 in args.tags", 1, "has a number at 5, and it is compared with text."],
  ["args.lines.all(l, l.cost < 'x')", 19, "has a number at l.cost, and it is compared with text."],
  ["args.amount.matches('^5$')", 1, "has a number at args.amount, where text is needed."],
  ["args.to.all(t, t == 'a')", 1, "has text at args.to, where a list is needed."],
  ["args.options.all(t, t == 'a')", 1, "has an object at args.options, where a list is needed."],
  ["args.to.name == 'a'", 1, "has text at args.to, where an object is needed."],
  [
    "size(args.amount) < 5",
    6,
    "has a number at args.amount, where text or a list or an object is needed.",
  ],
])("of %s it is told at column %d: the tool %s", (when, column, what) => {
  expect(faultsOf({ when })).toEqual([
    `rules[0].when, line 1, column ${column}: The tool pay of billing ${what}`,
  ]);
});

test.each([
  "args.amount <= 5.5 && args.amount == 5.0",
  "decimal(args.amount) <= 5 && decimal(args.price) * decimal('2') < 5",
  "args.note == null || args.note == 'x'",
  "args.to != null",
  "args.options == {'deep': {'on': true}}",
  "args == {'amount': 1}",
  "args.free.anything == 1 && args.free.more.depth == 'x'",
  "args.either.y == 1",
  "args.price == 5 || args.price == '5'",
  "args.currency in ['EUR']",
  "args.lines.all(l, l.cost <= 5.5 && l.sku.startsWith('a'))",
  "args.tags.filter(t, t != 'x').size() > 0",
  "args.lines.map(l, l.sku).all(s, s == 'a')",
  "url(args.to).port == 443 && shell(args.to).all(c, c.name == 'ls' && c.args == [])",
  "agent == 'a' && tool in ['pay'] && resources.all(r, r.startsWith('file:'))",
  "size(args) == 1 && 'amount' in args",
  "any_of('args.options.deep')",
])("of %s nothing is told", (when) => {
  expect(faultsOf({ when })).toEqual([]);
});

describe("the short form", () => {
  test.each([
    [{ "/amont": { equals: 1 } }, '["/amont"]', "has no argument args.amont. Did you mean amount?"],
    [
      { "/lines/0/cosst": { over: 1 } },
      '["/lines/0/cosst"]',
      "has no argument args.lines[0].cosst. Did you mean cost?",
    ],
    [{ "/to": { over: 5 } }, '["/to"]', "has text there, and it is compared with a number."],
    [
      { "/amount": { in: [1, "2"] } },
      '["/amount"]',
      "has a number there, and it is compared with text.",
    ],
    [
      { "/amount": { matches: "1*" } },
      '["/amount"]',
      "has a number there, and it is compared with text.",
    ],
  ])("%j is told", (args, place, what) => {
    expect(faultsOf({ args: args as JsonObject })).toEqual([
      `rules[0].args${place}: The tool pay of billing ${what}`,
    ]);
  });

  test("so is what a budget counts, and what an edit may change", () => {
    const budget = { per: "24h", sum: { "/amont": 5 }, by: "/two" };
    expect(faultsOf({ budget, edits: { narrow: { "/amont": "lower" } } })).toEqual([
      expect.stringMatching(
        /^rules\[0\]\.budget\.sum\["\/amont"\]: The tool pay of billing has no argument/,
      ),
      expect.stringMatching(
        /^rules\[0\]\.budget\.by: The tool pay of billing has no argument args\.two/,
      ),
      expect.stringMatching(
        /^rules\[0\]\.edits\.narrow\["\/amont"\]: The tool pay of billing has no argument/,
      ),
    ]);
  });

  test("what the schema admits is not", () => {
    const args = { "/amount": { over: 1 }, "/note": { exists: false }, "/free/x": { equals: [1] } };
    expect(faultsOf({ args })).toEqual([]);
  });
});

describe("a rule about several tools", () => {
  const REFUND = { type: "object", properties: { amount: { type: "string" } } };
  const both = [pinned("pay"), pinned("refund", REFUND)];

  test("has to be right about each", () => {
    const rule = { tools: ["pay", "refund"], when: "args.amount > 5 && args.to == 'x'" };
    expect(faultsOf(rule, both)).toEqual([
      "rules[0].when, line 1, column 1: The tool refund of billing has text at args.amount, and it is compared with a number.",
      "rules[0].when, line 1, column 20: The tool refund of billing has no argument args.to. It takes amount there.",
    ]);
    expect(faultsOf({ tools: ["*"], when: "args.to == 'x'" }, both)).toHaveLength(1);
  });

  test("may ask of an argument that one of them has whether it is there", () => {
    const rule = { tools: ["pay", "refund"], when: "!has(args.to) || args.to == 'x'" };
    expect(faultsOf(rule, both)).toEqual([]);
    expect(faultsOf({ ...rule, when: "!has(args.two) || args.two == 'x'" }, both)).toHaveLength(2);
    expect(faultsOf({ tools: ["*"], args: { "/two": { equals: 1 } } }, both)).toEqual([]);
  });

  test("is held against none where one that it names is not known", () => {
    expect(faultsOf({ tools: ["pay", "charge"], when: "args.amont > 5" }, both)).toEqual([]);
  });

  test("and about agents who know a tool differently too, but not about other agents", () => {
    const other = pinned("pay", REFUND, "shop");
    expect(faultsOf({ when: "args.amount > 5" }, [pinned("pay"), other])).toHaveLength(1);
    const own = { agents: ["billing"], when: "args.amount > 5" };
    expect(faultsOf(own, [pinned("pay"), other])).toEqual([]);
  });
});

test("what an agent wrote into a schema is told only where it reads as a name", () => {
  const hostile = {
    type: "object",
    properties: {
      "amont\n\u001b[2Jrun this": { type: "string" },
      constructor: { type: "constructor" },
      fine: { type: ["toString", "string"] },
    },
  };
  const [told] = faultsOf({ when: "args.amont == 1" }, [pinned("pay", hostile)]);
  expect(told).toMatch(/has no argument args\.amont\. It takes constructor, fine there\.$/);
  expect(
    faultsOf({ when: "args.fine == 1 && args.constructor > 1" }, [pinned("pay", hostile)]),
  ).toEqual([]);
});

test("a schema that does not name all fields refuses none", () => {
  const more = [{ additionalProperties: true }, { patternProperties: {} }, { allOf: [] }];
  const open: readonly JsonObject[] = [
    {},
    { type: "object" },
    ...more.map((one) => ({ ...PAY, ...one })),
  ];
  for (const schema of open) {
    expect(faultsOf({ when: "args.amont > 5" }, [pinned("pay", schema)])).toEqual([]);
  }
  const closed = { ...PAY, additionalProperties: false };
  expect(faultsOf({ when: "args.amont > 5" }, [pinned("pay", closed)])).toHaveLength(1);
});

test("a policy of version 2 is refused by all of them, and one of version 1 keeps its meaning", () => {
  const rule = { args: { "/amont": { over: 1 } } };
  expect(() => refuseMistyped(policyOf(rule), [pinned("pay")])).toThrow(
    'rules[0].args["/amont"]: The tool pay of billing has no argument args.amont. Did you mean amount?',
  );
  expect(() => refuseMistyped(policyOf(rule, 1), [pinned("pay")])).not.toThrow();
});
