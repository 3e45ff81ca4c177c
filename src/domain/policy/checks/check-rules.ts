import type { CompiledPolicy } from "../decide.ts";
import type { Policy } from "../policy.ts";
import { reachProblems } from "../reach/reach-problems.ts";
import {
  approverFaults,
  escalationProblems,
  type KnownPerson,
  testProblems,
} from "./check-approvers.ts";

export interface PolicyProblem {
  /** The name of the rule, or a place outside the rules such as `routing.escalate[0]`. */
  readonly rule: string;
  /** In the rules, such as `rules[2].when, line 1, column 8`; absent where it is about the whole of one. */
  readonly place?: string;
  /** A sentence. */
  readonly problem: string;
}

/**
 * Finds rules that can never match and, if the people are known, those that nobody can satisfy. Each
 * finding is certain, but a rule without findings may still be wrong.
 */
export function checkPolicy(
  compiled: CompiledPolicy,
  people: readonly KnownPerson[] | undefined,
): readonly PolicyProblem[] {
  const { rules, routing, owners, tests } = compiled.policy;
  const reach = reachProblems(compiled);
  const ofRules = rules.flatMap((rule, index): PolicyProblem[] => [
    ...(reach[index] ?? []).map(({ place, problem }) => ({ rule: rule.name, place, problem })),
    ...(people === undefined ? [] : approverFaults(rule, people)).map((problem) => ({
      rule: rule.name,
      problem,
    })),
  ]);
  if (people === undefined) return ofRules;
  return [
    ...ofRules,
    ...ownersProblems(owners, people),
    ...escalationProblems(routing, people),
    ...testProblems(tests, people),
  ];
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
