import { approverFaults, type KnownPerson } from "./check-approvers.ts";
import type { Policy, Rule } from "./policy.ts";
import { contradictions } from "./policy-check-conditions.ts";
import { escalationProblems } from "./policy-check-escalation.ts";
import { shadowOf } from "./policy-check-order.ts";

export interface PolicyProblem {
  /** The name of the rule, or the place of what stands in none, such as `routing.escalate[0]`. */
  readonly rule: string;
  /** A sentence. */
  readonly problem: string;
}

/**
 * Finds rules that can never match, and, where the people are known, those that nobody can satisfy.
 * What it finds is so; what it does not find may still be wrong.
 */
export function checkPolicy(
  { rules, routing, owners }: Policy,
  people: readonly KnownPerson[] | undefined,
): readonly PolicyProblem[] {
  const ofRules = rules.flatMap((rule, index) => {
    const faults = [
      ...orderFaults(rule, rules.slice(0, index)),
      ...contradictions(rule.args ?? {}, rule.decision),
      ...(people === undefined ? [] : approverFaults(rule, people)),
    ];
    return faults.map((problem) => ({ rule: rule.name, problem }));
  });
  if (people === undefined) return ofRules;
  return [...ofRules, ...ownersProblems(owners, people), ...escalationProblems(routing, people)];
}

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
