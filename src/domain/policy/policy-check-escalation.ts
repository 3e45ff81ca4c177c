import type { RoutingRules } from "../hub/routing.ts";
import { isRoleName, roleNameOf } from "../people/role-names.ts";
import { type KnownPerson, nameFault } from "./check-approvers.ts";

/** Whom a step of escalation names in vain, each as a sentence, at its place in the file. */
export function escalationProblems(
  { escalation = [] }: RoutingRules = {},
  people: readonly KnownPerson[],
): readonly { readonly rule: string; readonly problem: string }[] {
  return escalation.flatMap(({ to }, index) =>
    to
      .flatMap((name) => (isRoleName(name) ? roleFault(name, people) : nameFault(name, people)))
      .map((problem) => ({ rule: `routing.escalate[${index}]`, problem })),
  );
}

function roleFault(name: string, people: readonly KnownPerson[]): readonly string[] {
  const isHeld = people.some((person) => person.decides && roleNameOf(person) === name);
  return isHeld ? [] : [`There is nobody of ${name} who can decide.`];
}
