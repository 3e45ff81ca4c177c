import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../../scripts/proofs/proofs.ts";
import { matchesGlob } from "../glob.ts";
import type { Json, JsonObject } from "../json.ts";
import { isSameJson } from "../json-equal.ts";
import { valueAt } from "../json-pointer.ts";
import {
  budgetedRules,
  compilePolicy,
  decide,
  deniesOutright,
  type PolicyFacts,
} from "./decide.ts";
import type { Condition, Policy, Rule } from "./policy.ts";

const facts = (more: Partial<PolicyFacts> = {}): PolicyFacts => ({
  tool: "transfer",
  args: {},
  agentName: "scout",
  ...more,
});
const compiled = (...rules: readonly Partial<Rule>[]) =>
  compilePolicy({
    version: 1,
    rules: rules.map((rule, index) => ({ name: `rule ${index}`, decision: "ask", ...rule })),
  });
const matches = (rule: Partial<Rule>, more: Partial<PolicyFacts> = {}) =>
  decide(compiled(rule), facts(more)).demand.rule !== "default";

describe("what is demanded", () => {
  test("where no rule matches, any owner or approver is asked, for an hour", () => {
    expect(decide(compiled(), facts())).toEqual({
      outcome: "ask",
      demand: {
        rule: "default",
        level: "MEDIUM",
        approvers: { names: [], roles: ["owner", "approver"] },
        quorum: 1,
        stepUp: false,
        expiresInMs: 3_600_000,
      },
    });
  });

  test.for([
    ["forget_user_data", "HIGH", false],
    ["delete_all_users", "HIGH", false],
    ["delete_user_data", "HIGH", false],
    ["admin_reset_system", "CRITICAL", true],
    ["constructor", "MEDIUM", false],
  ] as const)("%s is %s, and asks for step-up: %j", ([tool, level, stepUp]) => {
    expect(decide(compiled(), facts({ tool })).demand).toMatchObject({ level, stepUp });
    expect(decide(compiled({}), facts({ tool })).demand).toMatchObject({ level, stepUp });
  });

  test("a rule's own words come before what is built in", () => {
    const rule: Partial<Rule> = {
      level: "CRITICAL",
      approvers: { names: ["ana"], roles: [] },
      quorum: 1,
      stepUp: false,
      expiresInMs: 5_000,
      why: "Look twice.",
    };
    expect(decide(compiled(rule), facts())).toEqual({
      outcome: "ask",
      demand: {
        rule: "rule 0",
        level: "CRITICAL",
        approvers: { names: ["ana"], roles: [] },
        quorum: 1,
        stepUp: false,
        expiresInMs: 5_000,
        why: "Look twice.",
      },
    });
  });

  test("a rule that makes a tool CRITICAL makes it ask for step-up", () => {
    expect(decide(compiled({ level: "CRITICAL" }), facts()).demand.stepUp).toBe(true);
  });
});

describe("a rule matches", () => {
  test("tools and agents by pattern", () => {
    expect(matches({ tools: ["get_*", "transfer"] })).toBe(true);
    expect(matches({ tools: ["get_*"] })).toBe(false);
    expect(matches({ tools: ["Transfer"] })).toBe(false);
    expect(matches({ agents: ["sc*"] })).toBe(true);
    expect(matches({ agents: ["ops-*"] })).toBe(false);
  });

  test("an agent that nobody has named only by *", () => {
    expect(matches({ agents: ["*"] }, { agentName: "" })).toBe(true);
    expect(matches({ agents: ["s*", "?*"] }, { agentName: "" })).toBe(false);
  });

  test("only where all of its conditions hold", () => {
    const args = { "/a": { equals: 1 }, "/b/0": { over: 2, under: 4 } } as const;
    expect(matches({ args }, { args: { a: 1, b: [3] } })).toBe(true);
    expect(matches({ args }, { args: { a: 1, b: [4] } })).toBe(false);
    expect(matches({ args }, { args: { a: 2, b: [3] } })).toBe(false);
    expect(matches({ args }, { args: { b: [3] } })).toBe(false);
  });

  test.for<[Condition, JsonObject, boolean]>([
    [{ exists: true }, { a: null }, true],
    [{ exists: true }, {}, false],
    [{ exists: false }, {}, true],
    [{ exists: false }, { a: null }, false],
    [{ equals: { x: 1, y: [2] } }, { a: { y: [2], x: 1 } }, true],
    [{ equals: null }, { a: null }, true],
    [{ equals: null }, {}, false],
    [{ equals: null }, { a: "x" }, false],
    [{ in: ["a", "b"] }, { a: "b" }, true],
    [{ in: ["a", "b"] }, { a: "c" }, false],
    [{ matches: "/tmp/*" }, { a: "/tmp/x" }, true],
    [{ matches: "/tmp/*" }, { a: "/etc/x" }, false],
    [{ over: 5 }, { a: 5 }, false],
    [{ over: 5 }, { a: 5.01 }, true],
    [{ under: 5 }, { a: 5 }, false],
    [{ over: 5 }, {}, false],
  ])("%j of %j: %j, whatever it decides", ([condition, args, expected]) => {
    for (const decision of ["ask", "allow", "deny"] as const) {
      expect(matches({ decision, args: { "/a": condition } }, { args })).toBe(expected);
    }
  });

  test.for<[Condition, Json]>([
    [{ over: 1_000 }, "5000"],
    [{ over: 1_000 }, null],
    [{ under: 1_000 }, null],
    [{ equals: "x" }, null],
    [{ in: ["x", 5] }, null],
    [{ matches: "*" }, null],
    [{ over: 1_000 }, [5_000]],
    [{ under: 10 }, true],
    [{ equals: "production" }, ["production"]],
    [{ equals: 5 }, "5"],
    [{ in: ["production"] }, { name: "production" }],
    [{ matches: "/etc/*" }, ["/etc/passwd"]],
  ])("%j of %j cannot be told: it asks and denies, and allows nothing", ([condition, value]) => {
    const about = { args: { "/a": condition } };
    const args = { a: value };
    expect(matches({ ...about, decision: "deny" }, { args })).toBe(true);
    expect(matches({ ...about, decision: "ask" }, { args })).toBe(true);
    expect(matches({ ...about, decision: "allow" }, { args })).toBe(false);
  });

  test("no value that objects inherit", () => {
    expect(matches({ args: { "/constructor": { exists: true } } })).toBe(false);
    expect(matches({ args: { "/__proto__": { exists: true } } })).toBe(false);
  });
});

describe("a budget", () => {
  const budgeted = compiled(
    { name: "small", decision: "allow", budgets: [{ perMs: 1_000, sum: { "/amount": 10 } }] },
    { name: "other tool", tools: ["x"], decision: "allow", budgets: [{ perMs: 1_000, calls: 1 }] },
    { name: "smaller", decision: "allow", budgets: [{ perMs: 1_000, calls: 1 }] },
    { name: "rest" },
    { name: "behind", decision: "allow", budgets: [{ perMs: 1_000, calls: 1 }] },
  );
  const about = facts({ args: { amount: 5 } });

  test("lets pass while it is not spent, and is no match beyond", () => {
    expect(decide(budgeted, about, () => false).demand.rule).toBe("small");
    expect(decide(budgeted, about, ({ name }) => name === "small").demand.rule).toBe("smaller");
    expect(decide(budgeted, about, () => true).demand.rule).toBe("rest");
  });

  test("counts as spent where nobody can tell", () => {
    expect(decide(budgeted, about).demand.rule).toBe("rest");
  });

  test("has to be read only where it may decide", () => {
    expect(budgetedRules(budgeted, about).map(({ name }) => name)).toEqual(["small", "smaller"]);
  });

  test.for<[JsonObject]>([
    [{}],
    [{ amount: "5,00" }],
    [{ amount: null }],
    [{ amount: -5 }],
    [{ amount: Number.NaN }],
    [{ amount: Number.POSITIVE_INFINITY }],
    [{ amount: [5] }],
  ])("does not match %j, where there is nothing to add up", ([args]) => {
    expect(decide(budgeted, facts({ args }), () => false).demand.rule).toBe("smaller");
  });

  const asking = compiled(
    {
      name: "one of finance",
      decision: "ask",
      level: "HIGH",
      budgets: [{ perMs: 1_000, sum: { "/amount": 10 } }],
    },
    { name: "two", tools: ["large_*"], decision: "ask", quorum: 2 },
    { name: "free", decision: "allow" },
  );
  const spent = (tool: string) => decide(asking, facts({ tool, args: { amount: 5 } }), () => true);

  test("of a rule that asks leaves what is beyond it to stricter rules", () => {
    expect(spent("large_transfer")).toMatchObject({
      outcome: "ask",
      demand: { quorum: 2, level: "HIGH" },
    });
  });

  test("of a rule that asks never leads to one that allows", () => {
    expect(spent("transfer")).toMatchObject({ outcome: "ask", demand: { level: "HIGH" } });
  });

  test("of a rule that asks is none for what cannot be added up, which is asked for all the same", () => {
    const odd = facts({ args: { amount: "5,00" } });
    expect(decide(asking, odd, () => false)).toMatchObject({
      outcome: "ask",
      demand: { level: "HIGH" },
    });
  });
});

describe("the first rule that matches decides", () => {
  const words = fc.constantFrom("a", "b", "ab", "ba");
  const globs = fc.constantFrom("*", "a*", "?", "*b", "b");
  const scalars = fc.constantFrom<Json>(1, 2, 3, "a", "b", true, null);
  const conditions = fc.oneof(
    scalars.map((equals): Condition => ({ equals })),
    fc.array(scalars, { minLength: 1, maxLength: 3 }).map((values): Condition => ({ in: values })),
    globs.map((pattern): Condition => ({ matches: pattern })),
    fc.integer({ min: 0, max: 3 }).map((over): Condition => ({ over })),
    fc.integer({ min: 0, max: 3 }).map((under): Condition => ({ under })),
    fc.boolean().map((exists): Condition => ({ exists })),
  );
  const rules = fc.record(
    {
      tools: fc.array(globs, { minLength: 1, maxLength: 2 }),
      agents: fc.array(globs, { minLength: 1, maxLength: 2 }),
      args: fc.dictionary(fc.constantFrom("/x", "/y", "/x/0"), conditions, { maxKeys: 2 }),
      decision: fc.constantFrom("ask" as const, "allow" as const, "deny" as const),
    },
    { requiredKeys: [] },
  );
  const args = fc.dictionary(
    fc.constantFrom("x", "y"),
    fc.oneof(scalars, fc.array(scalars, { maxLength: 2 })),
  );

  test("as a plain reading of the rules says", () => {
    fc.assert(
      fc.property(
        fc.array(rules, { maxLength: 12 }),
        fc.record({ tool: words, agentName: words, args }),
        (list, about) => {
          const expected = list.findIndex((rule) => isMatch(rule, about));
          const { outcome, demand } = decide(compiled(...list), about, () => false);
          expect(demand.rule).toBe(expected < 0 ? "default" : `rule ${expected}`);
          expect(outcome).toBe(list[expected]?.decision ?? "ask");
        },
      ),
      { numRuns: casesOf(3_000) },
    );
  });

  test("among a thousand", () => {
    const many = Array.from({ length: 1_000 }, (_, n) => ({
      tools: [`tool_${n}`],
      args: { "/n": { equals: n } },
    }));
    const policy = compiled(...many, { decision: "deny" });
    for (const n of [0, 1, 500, 999]) {
      const verdict = decide(policy, facts({ tool: `tool_${n}`, args: { n } }));
      expect(verdict.demand.rule).toBe(`rule ${n}`);
    }
    expect(decide(policy, facts({ tool: "tool_5", args: { n: 6 } })).demand.rule).toBe("rule 1000");
  });
});

/** A rule's meaning, written down plainly and apart from the code. */
function isMatch(rule: Partial<Rule>, { tool, agentName, args }: PolicyFacts): boolean {
  const isNamed = (globs: readonly string[] | undefined, text: string) =>
    globs === undefined || globs.some((glob) => matchesGlob(glob, text));
  return (
    isNamed(rule.tools, tool) &&
    isNamed(rule.agents, agentName) &&
    Object.entries(rule.args ?? {}).every(([pointer, condition]) =>
      holds(condition, valueAt(args, pointer), rule.decision === "allow"),
    )
  );
}

function holds(condition: Condition, value: Json | undefined, isStrict: boolean): boolean {
  if (condition.exists !== undefined) return condition.exists === (value !== undefined);
  if (value === undefined) return false;
  if (condition.equals !== undefined) return isAmong([condition.equals], value, isStrict);
  if (condition.in !== undefined) return isAmong(condition.in, value, isStrict);
  if (condition.matches !== undefined) {
    return typeof value === "string" ? matchesGlob(condition.matches, value) : !isStrict;
  }
  if (typeof value !== "number") return !isStrict;
  return condition.over === undefined ? value < (condition.under ?? 0) : value > condition.over;
}

function isAmong(values: readonly Json[], value: Json, isStrict: boolean): boolean {
  if (values.some((one) => isSameJson(one, value))) return true;
  const kind = (one: Json) => (Array.isArray(one) ? "list" : one === null ? "none" : typeof one);
  const others = values.filter((one) => one !== null).map(kind);
  return !isStrict && others.some((one) => one !== kind(value));
}

describe("capitals", () => {
  const decidedBy = (rule: Partial<Rule>, facts: Partial<PolicyFacts>) => {
    const policy = { version: 1, rules: [{ name: "r", decision: "ask", ...rule }] } as const;
    const asked = { tool: "Bash", args: {}, agentName: "Scout", ...facts };
    return decide(compilePolicy(policy as Policy), asked).demand.rule === "r";
  };
  const written: readonly Partial<PolicyFacts>[] = [
    { tool: "bash" },
    { tool: "BASH" },
    { agentName: "scout" },
  ];

  test.each(written)("are no way around a rule that denies: %j", (facts) => {
    for (const tools of [["Bash"], ["B*h"], ["Bas?"]]) {
      expect(decidedBy({ decision: "deny", tools, agents: ["Scout"] }, facts)).toBe(true);
    }
  });

  test.each(written)("let nothing pass and ask nobody by another rule: %j", (facts) => {
    for (const decision of ["allow", "ask"] as const) {
      const rule = { decision, tools: ["Bash"], agents: ["Scout"] };
      expect(decidedBy(rule, {})).toBe(true);
      expect(decidedBy(rule, facts)).toBe(false);
    }
  });
});

describe("a tool is denied outright", () => {
  const deny = { decision: "deny" } as const;
  const args = { "/path": { matches: "*.sh" } };
  test.each<[boolean, string, readonly Partial<Rule>[]]>([
    [true, "where a rule denies it", [{ ...deny, tools: ["Bash"] }]],
    [true, "where one denies all", [deny]],
    [true, "in whatever capitals", [{ ...deny, tools: ["bAsh"] }]],
    [true, "where what comes before denies too", [{ ...deny, args }, deny]],
    [false, "not where no rule is about it", [{ ...deny, tools: ["write"] }]],
    [false, "not where only some arguments are", [{ ...deny, args }]],
    [false, "not for another agent", [{ ...deny, agents: ["other"] }]],
    [false, "not where something may pass before", [{ decision: "allow", args }, deny]],
    [false, "not where people are asked before", [{ decision: "ask" }, deny]],
    [true, "whatever is after it", [deny, { decision: "allow" }]],
  ])("%s: %s", (isDenied, _, rules) => {
    const named = rules.map((rule, index) => ({ name: `r${index}`, decision: "ask", ...rule }));
    const compiled = compilePolicy({ version: 1, rules: named } as Policy);
    expect(deniesOutright(compiled, { tool: "Bash", agentName: "scout" })).toBe(isDenied);
  });
});
