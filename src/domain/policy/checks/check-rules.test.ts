import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../../../scripts/proofs/proofs.ts";
import { compilePolicy, decide } from "../decide.ts";
import type { Condition, Rule } from "../policy.ts";
import type { KnownPerson } from "./check-approvers.ts";
import { checkPolicy } from "./check-rules.ts";

const named = (rules: readonly Partial<Rule>[]): readonly Rule[] =>
  rules.map((rule, index) => ({ name: `r${index}`, decision: "ask", ...rule }));

/** Each problem as `rule: sentence`. */
function problemsOf(rules: readonly Partial<Rule>[], people?: readonly KnownPerson[]): string[] {
  return checkPolicy(compilePolicy({ version: 1, rules: named(rules) }), people).map(
    ({ rule, problem }) => `${rule}: ${problem}`,
  );
}

const budget = { perMs: 1_000, calls: 1 };

describe("a rule that an earlier one leaves nothing to", () => {
  test.for<[string, readonly Partial<Rule>[]]>([
    ["behind one for every tool", [{}, { tools: ["a"] }]],
    ["behind the same tool", [{ tools: ["a"] }, { tools: ["a"], args: { "/x": { over: 1 } } }]],
    ["behind a wider pattern", [{ tools: ["get_*"] }, { tools: ["get_user_*", "get_x"] }]],
    [
      "behind a wider condition",
      [{ args: { "/x": { over: 1 } } }, { args: { "/x": { over: 2, under: 9 } } }],
    ],
    [
      "behind its own value in another list",
      [{ args: { "/x": { in: [1, 2] } } }, { args: { "/x": { equals: 2, exists: true } } }],
    ],
    ["behind every agent", [{ tools: ["a"] }, { tools: ["a"], agents: ["scout"] }]],
    [
      "behind its own conditions",
      [{ args: { "/x": { over: 1 } } }, { args: { "/x": { over: 1 } } }],
    ],
  ])("%s is told", ([, rules]) => {
    expect(problemsOf(rules)).toEqual([
      'r1: It can never match: "r0" before it takes all that it would.',
    ]);
  });

  test("behind several that share its tools is told", () => {
    expect(problemsOf([{ tools: ["a"] }, { tools: ["b"] }, { tools: ["a", "b"] }])).toEqual([
      'r2: It can never match: "r0", "r1" before it take all that it would.',
    ]);
  });

  test.for<[string, readonly Partial<Rule>[]]>([
    ["some of its tools", [{ tools: ["get_*"] }, { tools: ["get_user", "set_user"] }]],
    ["a narrower pattern", [{ tools: ["get_user"] }, { tools: ["get_*"] }]],
    ["some agents", [{ tools: ["a"], agents: ["scout"] }, { tools: ["a"] }]],
    ["what a condition lets by", [{ args: { "/x": { over: 1 } } }, {}]],
    ["a wider condition", [{ args: { "/x": { over: 2 } } }, { args: { "/x": { over: 1 } } }]],
    ["what a budget lets by", [{ decision: "allow", budgets: [budget] }, { decision: "allow" }]],
    [
      "what cannot be compared",
      [
        { decision: "allow", args: { "/x": { over: 1 } } },
        { decision: "deny", args: { "/x": { over: 1 } } },
      ],
    ],
  ])("that it leaves %s to is none", ([, rules]) => {
    expect(problemsOf(rules)).toEqual([]);
  });

  test("never decides", () => {
    const globs = fc.array(fc.constantFrom("*", "a*", "*b", "a", "b", "?"), {
      minLength: 1,
      maxLength: 2,
    });
    const rule = fc.record(
      {
        tools: globs,
        agents: globs,
        args: fc.constantFrom<Rule["args"]>(
          { "/x": { over: 1 } },
          { "/x": { equals: 1 } },
          { "/x": { over: 2, under: 1 } },
          { "/x": { matches: "1*", over: 0 } },
          { "/x": { equals: "1", over: 0 } },
          { "/x": { equals: 1, in: [2] } },
          { "/x": { exists: false, equals: 1 } },
        ),
        decision: fc.constantFrom("ask" as const, "allow" as const, "deny" as const),
      },
      { requiredKeys: [] },
    );
    const word = fc.constantFrom("a", "b", "ab", "ba", "c");
    const x = fc.constantFrom(1, 2, "1", null);
    const about = fc.record({ tool: word, agentName: word, args: fc.record({ x }) });
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 6 }), about, (rules, facts) => {
        const policy = { version: 1, rules: named(rules as Partial<Rule>[]) } as const;
        const dead = checkPolicy(compilePolicy(policy), undefined)
          .filter(({ problem }) => problem.startsWith("It can never match"))
          .map((problem) => problem.rule);
        expect(dead).not.toContain(decide(compilePolicy(policy), facts).demand.rule);
      }),
      { numRuns: casesOf(1_000) },
    );
  });
});

describe("conditions that nothing can meet are told", () => {
  test.for<[Condition, string]>([
    [{ over: 5, under: 3 }, '"/x" over 5 and "/x" under 3'],
    [{ over: 5, under: 5 }, '"/x" over 5 and "/x" under 5'],
    [{ exists: false, equals: 1 }, '"/x" exists false and "/x" equals 1'],
    [{ matches: "a*", over: 5 }, '"/x" matches "a*" and "/x" over 5'],
    [{ equals: 1, in: [2, 3] }, '"/x" equals 1 and "/x" in [2,3]'],
    [{ equals: "b", matches: "a*" }, '"/x" equals "b" and "/x" matches "a*"'],
    [{ in: [1, 2], over: 2 }, '"/x" in [1,2] and "/x" over 2'],
  ])("%j", ([condition, expected]) => {
    expect(problemsOf([{ decision: "allow", args: { "/x": condition } }])).toEqual([
      `r0: It can never match: ${expected} are never so together.`,
    ]);
  });

  test.for<[Condition, string]>([
    [{ over: 5, under: 3 }, '"/x" over 5 and "/x" under 3'],
    [{ equals: 1, in: [2, 3] }, '"/x" equals 1 and "/x" in [2,3]'],
  ])("%j decides what cannot be compared, where it asks or denies", ([condition, expected]) => {
    for (const decision of ["ask", "deny"] as const) {
      expect(problemsOf([{ decision, args: { "/x": condition } }])).toEqual([
        `r0: It matches only values that cannot be compared: ${expected} are never so together.`,
      ]);
    }
  });

  test.for<[Condition]>([
    [{ matches: "9*", over: 5 }],
    [{ equals: "9000", over: 5 }],
    [{ in: ["9000", 1], over: 5 }],
  ])("%j is no contradiction of what asks or denies, which a text meets", ([condition]) => {
    for (const decision of ["ask", "deny"] as const) {
      const rule = { decision, args: { "/x": condition } };
      expect(problemsOf([rule])).toEqual([]);
      const policy = compilePolicy({ version: 1, rules: named([rule]) });
      const facts = { tool: "t", agentName: "", args: { x: "9000" } };
      expect(decide(policy, facts).demand.rule).toBe("r0");
    }
  });

  test("an argument that is to be absent and to have a value is told, whatever is decided", () => {
    for (const decision of ["ask", "deny"] as const) {
      expect(problemsOf([{ decision, args: { "/x": { exists: false, equals: 1 } } }])).toEqual([
        'r0: It can never match: "/x" exists false and "/x" equals 1 are never so together.',
      ]);
    }
  });

  test.for<[Condition]>([
    [{ over: 3, under: 5 }],
    [{ exists: true, equals: 1 }],
    [{ exists: false }],
    [{ equals: "ab", matches: "a*" }],
    [{ in: [1, 2], over: 1 }],
  ])("%j can be met", ([condition]) => {
    expect(problemsOf([{ args: { "/x": condition } }])).toEqual([]);
  });
});

describe("a rule that nobody can satisfy is told", () => {
  const people: readonly KnownPerson[] = [
    { name: "ana", role: "owner", decides: true },
    { name: "ana", role: "owner", decides: false },
    { name: "ben", role: "approver", decides: true },
    { name: "cas", role: "approver", decides: false },
    { name: "vic", role: "viewer", decides: false },
  ];

  test.for<[Partial<Rule>, readonly string[]]>([
    [{}, []],
    [
      { quorum: 2 },
      ['r0: Agents of "ana" cannot get it approved: 2 of the others have to approve, and 1 can.'],
    ],
    [
      { approvers: { names: ["ana"], roles: [] } },
      ['r0: Agents of "ana" cannot get it approved: 1 of the others has to approve, and 0 can.'],
    ],
    [{ approvers: { names: ["ben"], roles: [] } }, []],
    [
      { approvers: { names: ["ben", "cas"], roles: [] } },
      ['r0: "cas" has no key that carries the right to decide.'],
    ],
    [{ quorum: 3 }, ["r0: Nobody can satisfy it: 3 people have to approve, and 2 can."]],
    [
      { approvers: { names: ["cal", "ana", "ben"], roles: [] } },
      ['r0: There is no operator named "cal".'],
    ],
    [
      { approvers: { names: ["vic"], roles: [] }, level: "CRITICAL" },
      [
        'r0: "vic" is a viewer, who decides nothing.',
        "r0: Nobody can decide it: no operator is named by it.",
      ],
    ],
    [{ decision: "deny" }, []],
    [{ approvers: { names: [], roles: ["end_user"] }, level: "LOW" }, []],
    [
      { approvers: { names: [], roles: ["end_user"] }, tools: ["order", "delete_user_data"] },
      [
        "r0: Its end_user never decides delete_user_data, which is HIGH by itself: the operators whom it names are asked, or owners and approvers.",
      ],
    ],
  ])("%j", ([rule, expected]) => {
    expect(problemsOf([rule], people)).toEqual(expected);
  });

  test("where each has to prove who they are, and too few can", () => {
    const unproved = people.map((one) => ({ ...one, proves: one.name === "ana" }));
    const rule: Partial<Rule> = { level: "CRITICAL", approvers: { names: ["ben"], roles: [] } };
    const told =
      'r0: Nobody can satisfy it yet: each of them has to prove who they are, and "ben" has neither a passphrase nor a passkey. Each sets one: npx earshot passphrase.';
    expect(problemsOf([rule], unproved)).toEqual([told]);
    expect(problemsOf([{ ...rule, level: "HIGH" }], unproved)).toEqual([]);
    expect(problemsOf([{ ...rule, stepUp: false }], unproved)).toEqual([]);
    expect(problemsOf([rule], people)).toEqual([]);
    expect(problemsOf([{ ...rule, level: "HIGH", stepUp: true }], unproved)).toEqual([told]);
  });

  test("but not of the agents of who is the only operator", () => {
    const alone: readonly KnownPerson[] = people.filter(({ name }) => name === "ana");
    expect(problemsOf([{}], alone)).toEqual([]);
  });

  test("but only where the people are known", () => {
    expect(problemsOf([{ approvers: { names: ["cal"], roles: [] }, quorum: 9 }])).toEqual([]);
    expect(problemsOf([{}], [])).toEqual(["r0: Nobody can decide it: no operator is named by it."]);
  });
});

test("2,000 rules are checked against each other", () => {
  const rules = Array.from({ length: 2_000 }, (_, n) => ({ tools: [`tool_${n}`, `x_${n}_*`] }));
  expect(problemsOf([...rules, { tools: ["tool_1999"] }])).toHaveLength(1);
});

describe("a step of escalation", () => {
  const owner = { name: "ana", role: "owner", decides: true } as const;
  const problems = (to: readonly string[], people?: readonly KnownPerson[]) =>
    checkPolicy(
      compilePolicy({ version: 1, rules: [], routing: { escalation: [{ afterMs: 1_000, to }] } }),
      people,
    ).map(({ rule, problem }) => `${rule}: ${problem}`);

  test("that names nobody who is there is told", () => {
    expect(problems(["ana", "eve", "role:owner", "role:approver"], [owner])).toEqual([
      'routing.escalate[0]: There is no operator named "eve".',
      "routing.escalate[0]: There is nobody of role:approver who can decide.",
    ]);
  });

  test("is not held against people who are not known", () => {
    expect(problems(["eve"])).toEqual([]);
  });
});

test.each([
  [["ana"], ["It is not put in force: 2 owners have to agree, and 1 can get in."]],
  [["ana", "ben"], []],
])("owners: 2 wants as many who can get in: %j", (names, expected) => {
  const people = names.map((name) => ({ name, role: "owner", decides: true }) as const);
  const found = checkPolicy(compilePolicy({ version: 1, rules: [], owners: 2 }), people);
  expect(found.map(({ problem }) => problem)).toEqual(expected);
});
