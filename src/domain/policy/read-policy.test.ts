import { describe, expect, test } from "vitest";
import { isEarshotError } from "../errors.ts";
import type { Json, JsonObject } from "../json.ts";
import { readPolicy } from "./read-policy.ts";

const withRules = (...rules: readonly Json[]): JsonObject => ({ version: 1, rules });
const asking = (more: JsonObject): JsonObject => withRules({ name: "r", ...more });

/** What is refused, a line a fault. */
function faultsOf(source: JsonObject): readonly string[] {
  try {
    readPolicy(source);
  } catch (error) {
    if (!isEarshotError(error, "INVALID_INPUT")) throw error;
    return error.message.split("\n").slice(1);
  }
  return [];
}

describe("a policy is read", () => {
  test("with every key that a rule may have", () => {
    const source = withRules(
      {
        name: "large transfers",
        tools: ["transfer"],
        agents: ["pay-*"],
        args: {
          "/amount": { over: 1000, under: 5000 },
          "/to": { in: ["a", "b"] },
          "/note": { matches: "*urgent*" },
          "/dry": { equals: false },
          "/force": { exists: false },
        },
        level: "CRITICAL",
        approvers: { names: ["ana", "ben"], roles: ["owner"] },
        quorum: 2,
        expires: "30m",
        step_up: false,
        edits: { narrow: { "/amount": "lower, at least 1" } },
        why: "It is much.",
      },
      {
        name: "small transfers",
        decision: "allow",
        budget: { per: "24h", calls: 20, sum: { "/amount": 500 } },
      },
    );
    expect(readPolicy(source)).toEqual({
      version: 1,
      rules: [
        {
          name: "large transfers",
          decision: "ask",
          tools: ["transfer"],
          agents: ["pay-*"],
          args: {
            "/amount": { over: 1000, under: 5000 },
            "/to": { in: ["a", "b"] },
            "/note": { matches: "*urgent*" },
            "/dry": { equals: false },
            "/force": { exists: false },
          },
          level: "CRITICAL",
          approvers: { names: ["ana", "ben"], roles: ["owner"] },
          quorum: 2,
          expiresInMs: 1_800_000,
          stepUp: false,
          edits: { narrow: { "/amount": "lower, at least 1" } },
          why: "It is much.",
        },
        {
          name: "small transfers",
          decision: "allow",
          budgets: [{ perMs: 86_400_000, calls: 20, sum: { "/amount": 500 } }],
        },
      ],
    });
  });

  test("names without roles are these people only, roles without names everybody of them", () => {
    const { rules } = readPolicy(
      withRules(
        { name: "a", approvers: { names: ["ana"] } },
        { name: "b", approvers: { roles: ["owner"] } },
      ),
    );
    expect(rules.map(({ approvers }) => approvers)).toEqual([
      { names: ["ana"], roles: [] },
      { names: [], roles: ["owner"] },
    ]);
  });

  test("without rules", () => {
    expect(readPolicy({ version: 1, rules: [] })).toEqual({ version: 1, rules: [] });
  });

  test("a pointer named __proto__ is one like any other", () => {
    const source = JSON.parse(
      '{"version":1,"rules":[{"name":"r","args":{"/__proto__":{"equals":{"__proto__":1}}}}]}',
    );
    const [rule] = readPolicy(source).rules;
    expect(JSON.stringify(rule?.args)).toBe('{"/__proto__":{"equals":{"__proto__":1}}}');
  });
});

describe("a fault is named with its place", () => {
  test.for<[JsonObject, string]>([
    [{}, "version: it is missing."],
    [{ version: 3, rules: [] }, "version: it is 1 or 2."],
    [{ version: 1, rules: {} }, "rules: it is a list."],
    [{ version: 1, rules: [], rule: [] }, "rule: it is not a key of a policy. Did you mean rules?"],
    [withRules("allow"), "rules[0]: a rule is a map of name, tools, "],
    [withRules({}), "rules[0].name: it is missing."],
    [asking({ name: " " }), "rules[0].name: it is empty."],
    [asking({ name: "x".repeat(129) }), "rules[0].name: it has 129 characters; at most 128 fit."],
    [asking({ name: "default" }), 'rules[0].name: "default" is what the log says'],
    [asking({ name: "\ud800" }), "rules[0].name: it holds half of a surrogate pair"],
    [asking({ quorom: 2 }), "rules[0].quorom: it is not a key of a rule. Did you mean quorum?"],
    [asking({ stepUp: true }), "rules[0].stepUp: it is not a key of a rule. Did you mean step_up?"],
    [asking({ zzz: 1 }), "rules[0].zzz: it is not a key of a rule. It has name, tools, "],
    [asking({ "a\nb": 1 }), 'rules[0]."a\\nb": it is not a key of a rule.'],
    [asking({ ["x".repeat(99)]: 1 }), `rules[0]."${"x".repeat(64)}…": it is not a key of a rule.`],
    [asking({ toString: 1 }), "rules[0].toString: it is not a key of a rule."],
    [asking({ tools: [] }), "rules[0].tools: it is an empty list"],
    [asking({ tools: "get_*" }), "rules[0].tools: it is a list."],
    [asking({ tools: ["a", 1] }), "rules[0].tools[1]: it is text."],
    [asking({ tools: ["x".repeat(257)] }), "rules[0].tools[0]: it has 257 characters"],
    [asking({ decision: "maybe" }), "rules[0].decision: it is one of ask, allow, deny."],
    [asking({ level: "high" }), "rules[0].level: it is one of LOW, MEDIUM, HIGH, CRITICAL."],
    [asking({ quorum: 0 }), "rules[0].quorum: it is a whole number from 1 to 100."],
    [asking({ quorum: 1.5 }), "rules[0].quorum: it is a whole number from 1 to 100."],
    [asking({ quorum: "2" }), "rules[0].quorum: it is a whole number from 1 to 100."],
    [asking({ expires: 30 }), "rules[0].expires: it is a time from 1s to 30d;"],
    [asking({ expires: "0" }), "rules[0].expires: it is a time from 1s to 30d;"],
    [asking({ expires: "31d" }), "rules[0].expires: it is a time from 1s to 30d;"],
    [asking({ step_up: "yes" }), "rules[0].step_up: it is true or false."],
    [asking({ approvers: {} }), "rules[0].approvers: it says nothing;"],
    [asking({ approvers: { names: [] } }), "rules[0].approvers.names: it is an empty list"],
    [
      asking({ approvers: { roles: ["viewer"] } }),
      "rules[0].approvers.roles[0]: it is one of owner, approver, end_user.",
    ],
    [
      asking({ approvers: { names: ["ana", "ben"] }, quorum: 3 }),
      "rules[0].quorum: 3 people have to approve and only 2 are named.",
    ],
    [
      asking({ approvers: { names: ["ana", "ana"] }, quorum: 2 }),
      "rules[0].quorum: 2 people have to approve and only 1 is named.",
    ],
    [asking({ edits: "some" }), "rules[0].edits: it is none, second, or a map with narrow."],
    [asking({ edits: {} }), "rules[0].edits.narrow: it is missing."],
    [asking({ edits: { narrow: {} } }), "rules[0].edits.narrow: it is empty"],
    [
      asking({ edits: { narrow: { amount: "lower" } } }),
      'rules[0].edits.narrow["amount"]: this key is not a JSON Pointer',
    ],
    [
      asking({ edits: { narrow: { "/amount": "less" } } }),
      'rules[0].edits.narrow["/amount"]: it is lower, ',
    ],
    [
      asking({ decision: "allow", edits: "none" }),
      "rules[0].edits: a rule with decision: allow asks nobody; leave it out.",
    ],
    [asking({ args: {} }), "rules[0].args: it is empty"],
    [asking({ args: { "/a": {} } }), 'rules[0].args["/a"]: it says nothing;'],
    [asking({ args: { a: { equals: 1 } } }), 'rules[0].args["a"]: this key is not a JSON Pointer'],
    [asking({ args: { "/a": { over: "5" } } }), 'rules[0].args["/a"].over: it is a number.'],
    [asking({ args: { "/a": { over: Number.NaN } } }), 'rules[0].args["/a"].over: it is a number.'],
    [
      asking({ args: { "/a": { equals: [Number.POSITIVE_INFINITY] } } }),
      'rules[0].args["/a"].equals: it is not a JSON value.',
    ],
    [asking({ args: { "/a": { in: [] } } }), 'rules[0].args["/a"].in: it is an empty list'],
    [
      asking({ args: { "/a": { match: "x" } } }),
      'rules[0].args["/a"].match: it is not a key of a condition. Did you mean matches?',
    ],
    [
      asking({ decision: "deny", approvers: { names: ["ana"] } }),
      "rules[0].approvers: a rule with decision: deny asks nobody; leave it out.",
    ],
    [
      asking({ decision: "allow", step_up: false }),
      "rules[0].step_up: a rule with decision: allow asks nobody; leave it out.",
    ],
    [
      asking({ decision: "deny", budget: { per: "1h", calls: 1 } }),
      "rules[0].budget: a rule with decision: deny lets nothing pass; leave it out.",
    ],
    [
      asking({ budget: [{ per: "1h", calls: 1, by: "team" }] }),
      "rules[0].budget[0].by: it is agent, session, all, or a JSON Pointer to the target, as /to.",
    ],
    [
      { ...asking({ approvers: { groups: ["Fiance"] } }), groups: { finance: ["ana"] } },
      'rules[0].approvers.groups[0]: there is no group "Fiance". Did you mean "finance"?',
    ],
    [
      asking({ approvers: { groups: ["constructor"] } }),
      'rules[0].approvers.groups[0]: there is no group "constructor". Write it under groups.',
    ],
    [
      { ...asking({ quorum: 2, approvers: { groups: ["a"] } }), groups: { a: ["ana", "ana"] } },
      "rules[0].quorum: 2 people have to approve and only 1 is named.",
    ],
    [asking({ wait: "1h" }), "rules[0].wait: it ends no sooner than the time to decide;"],
    [
      asking({ approvers: { roles: ["end_user"] }, note: "required" }),
      "rules[0].note: an end_user writes nothing beside an approval; leave it out.",
    ],
    [asking({ note: "optional" }), "rules[0].note: it is one of required."],
    [asking({ approvers: [] }), "rules[0].approvers: it is an empty list; leave it out."],
    [
      asking({ approvers: [{ count: 2 }] }),
      "rules[0].approvers[0]: it names nobody; give names, groups or roles.",
    ],
    [
      asking({ approvers: [{ roles: ["end_user"] }] }),
      "rules[0].approvers[0].roles[0]: it is one of owner, approver.",
    ],
    [
      asking({ approvers: [{ names: ["ana"] }], quorum: 1 }),
      "rules[0].quorum: each entry of approvers has its own count; leave it out.",
    ],
    [
      asking({ approvers: [{ names: ["ana"] }, { names: ["ana"] }] }),
      "rules[0].approvers: 2 people have to approve and only 1 is named.",
    ],
    [
      asking({ approvers: [{ names: ["ana"], count: 2 }] }),
      "rules[0].approvers[0].count: 2 people have to approve and only 1 is named.",
    ],
    [
      asking({ approvers: [{ groups: ["ops"] }] }),
      'rules[0].approvers[0].groups[0]: there is no group "ops".',
    ],
    [{ ...asking({}), groups: { a: [] } }, 'groups["a"]: it is an empty list; leave it out.'],
    [
      asking({ decision: "allow", budget: { per: "1h" } }),
      "rules[0].budget: it bounds nothing; give calls, sum or both.",
    ],
    [asking({ decision: "allow", budget: { calls: 1 } }), "rules[0].budget.per: it is missing."],
    [
      asking({ decision: "allow", budget: { per: "1h", sum: { "/a": -1 } } }),
      'rules[0].budget.sum["/a"]: it is a number from 0.',
    ],
    [
      withRules({ name: "a" }, { name: "b" }, { name: "a" }),
      'rules[2].name: "a" is the name of rules[0] too; make each different.',
    ],
  ])("%j", ([source, expected]) => {
    expect(
      faultsOf(source).some((fault) => fault.startsWith(expected)),
      faultsOf(source).join(),
    ).toBe(true);
  });

  test("at most five, and how many more there are", () => {
    const faults = faultsOf(withRules(...Array.from({ length: 8 }, () => ({ name: 1 }))));
    expect(faults).toHaveLength(6);
    expect(faults.at(-1)).toBe("and 3 more.");
  });
});

test("everybody in a group decides by their own name, once", () => {
  const approvers = { names: ["ana"], groups: ["finance", "risk"], roles: ["owner"] };
  const groups = { finance: ["ben", "ana"], risk: ["cleo", "ben"] };
  const { rules } = readPolicy({ ...asking({ approvers, quorum: 3 }), groups });
  expect(rules[0]?.approvers).toEqual({ names: ["ana", "ben", "cleo"], roles: ["owner"] });
});

describe("a policy is bounded", () => {
  const rules = (count: number) =>
    withRules(...Array.from({ length: count }, (_, index) => ({ name: `rule ${index}` })));

  test("to 2,000 rules", () => {
    expect(readPolicy(rules(2_000)).rules).toHaveLength(2_000);
    expect(faultsOf(rules(2_001))).toEqual(["rules: it has 2001 items; at most 2000 fit."]);
  });

  test("to 256 KiB", () => {
    const why = "x".repeat(2_000);
    const long = Array.from({ length: 140 }, (_, index) => ({ name: `rule ${index}`, why }));
    expect(faultsOf(withRules(...long))[0]).toMatch(
      /^it has \d+ bytes as JSON; at most 262144 fit/,
    );
  });
});
