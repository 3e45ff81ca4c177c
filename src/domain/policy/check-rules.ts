import type { Json } from "../json.ts";
import { isSameJson } from "../json-equal.ts";
import {
  approverFaults,
  escalationProblems,
  type KnownPerson,
  testProblems,
} from "./check-approvers.ts";
import { compileCondition, unsureOf } from "./conditions.ts";
import { namesCover } from "./names.ts";
import type { ArgumentConditions, Condition, Policy, Rule } from "./policy.ts";

export interface PolicyProblem {
  /** The name of the rule, or a place outside the rules such as `routing.escalate[0]`. */
  readonly rule: string;
  /** A sentence. */
  readonly problem: string;
}

/**
 * Finds rules that can never match and, if the people are known, those that nobody can satisfy. Each
 * finding is certain, but a rule without findings may still be wrong.
 */
export function checkPolicy(
  { version, rules, routing, owners, tests }: Policy,
  people: readonly KnownPerson[] | undefined,
): readonly PolicyProblem[] {
  const ofRules = rules.flatMap((rule, index) => {
    const faults = [
      ...orderFaults(rule, rules.slice(0, index).filter(isCompared(version))),
      ...contradictions(rule.args ?? {}, rule.decision),
      ...(people === undefined ? [] : approverFaults(rule, people)),
    ];
    return faults.map((problem) => ({ rule: rule.name, problem }));
  });
  if (people === undefined) return ofRules;
  return [
    ...ofRules,
    ...ownersProblems(owners, people),
    ...escalationProblems(routing, people),
    ...testProblems(tests, people),
  ];
}

/** What an expression admits, and which arguments a rule of version 2 lets pass, is not compared. */
const isCompared =
  (version: Policy["version"]) =>
  ({ when, decision, otherArgs }: Rule): boolean =>
    when === undefined && (version === 1 || decision !== "allow" || otherArgs === "any");

function ownersProblems(
  owners: Policy["owners"],
  people: readonly KnownPerson[],
): readonly PolicyProblem[] {
  const able = people.filter(({ role, decides }) => role === "owner" && decides);
  const count = new Set(able.map(({ name }) => name)).size;
  if (owners === undefined || count >= owners) return [];
  const problem = `It is not put in force: ${owners} owners have to agree, and ${count} can get in.`;
  return [{ rule: "owners", problem }];
}

function orderFaults(rule: Rule, earlier: readonly Rule[]): readonly string[] {
  const shadow = shadowOf(rule, earlier);
  if (shadow === undefined) return [];
  return [
    `It can never match: ${shadow.map((name) => JSON.stringify(name)).join(", ")} before it ${shadow.length === 1 ? "takes" : "take"} all that it would.`,
  ];
}

/**
 * Conditions that no argument can meet, one sentence each. A rule that asks or denies also matches
 * values that cannot be compared, so its contradictions still decide those and are not reported.
 */
function contradictions(
  conditions: ArgumentConditions,
  decision: Rule["decision"],
): readonly string[] {
  return Object.entries(conditions).flatMap(([pointer, condition]) => {
    const at = JSON.stringify(pointer);
    if (condition.exists === false && Object.keys(condition).length > 1) {
      return [`It can never match: ${at} would have to be absent and to have a value.`];
    }
    const fault = contradiction(condition, decision);
    if (fault === undefined) return [];
    return decision === "allow"
      ? [`It can never match: ${at} ${fault}.`]
      : [`It matches only values that cannot be compared: ${at} ${fault}.`];
  });
}

function contradiction(condition: Condition, decision: Rule["decision"]): string | undefined {
  const { over, under, matches } = condition;
  const values = valuesOf(condition);
  if (values !== undefined) return noneFits(values, condition, decision);
  if (over !== undefined && under !== undefined && over >= under) {
    return `would have to be over ${over} and under ${under}`;
  }
  const isNumber = over !== undefined || under !== undefined;
  if (decision === "allow" && matches !== undefined && isNumber) {
    return "would have to be text and a number";
  }
  return undefined;
}

/** All values that a condition admits, if it lists them. */
function valuesOf({ equals, in: values }: Condition): readonly Json[] | undefined {
  return equals === undefined ? values : [equals];
}

function noneFits(
  values: readonly Json[],
  condition: Condition,
  decision: Rule["decision"],
): string | undefined {
  const fits = compileCondition(condition, unsureOf(decision));
  if (values.some(fits)) return undefined;
  return `equals ${values.map((value) => JSON.stringify(value)).join(" or ")} only, which its other conditions rule out`;
}

const ANY = ["*"];

/**
 * The names of earlier rules that leave nothing to a rule; undefined if something may be left. They
 * may divide its tools and agents, but each must take its part whole: without a budget, and without a
 * condition that the rule itself does not have.
 */
function shadowOf(rule: Rule, earlier: readonly Rule[]): readonly string[] | undefined {
  const candidates = earlier.filter((one) => one.budgets === undefined && isAsWide(one, rule));
  if (candidates.length === 0) return undefined;
  const names = new Set<string>();
  for (const tool of rule.tools ?? ANY) {
    for (const agent of rule.agents ?? ANY) {
      const found = candidates.find(
        ({ tools = ANY, agents = ANY, decision }) =>
          tools.some((wide) => namesCover(wide, tool, decision)) &&
          agents.some((wide) => namesCover(wide, agent, decision)),
      );
      if (found === undefined) return undefined;
      names.add(found.name);
    }
  }
  return [...names];
}

/**
 * A rule that allows does not match values that cannot be compared, and the others do (`Unsure`). With
 * the same conditions it leaves those actions to a later rule that asks or denies.
 */
function isAsWide(one: Rule, rule: Rule): boolean {
  const conditions = Object.entries(one.args ?? {});
  if (conditions.length === 0) return true;
  if (one.decision === "allow" && rule.decision !== "allow") return false;
  return conditions.every(([pointer, condition]) => {
    const own = rule.args?.[pointer];
    return own !== undefined && isSameJson({ ...condition } as Json, { ...own } as Json);
  });
}
