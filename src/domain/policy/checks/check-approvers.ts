import { isAtLeast } from "../../authority/action.ts";
import { fillingOf } from "../../authority/places.ts";
import type { RoutingRules } from "../../hub/routing.ts";
import { END_USER_ROLE } from "../../people/end-user.ts";
import type { Role } from "../../people/principal.ts";
import { isRoleName, roleNameOf } from "../../people/role-names.ts";
import type { TestRules } from "../../planted/planted.ts";
import { defaultLevel, demandOf } from "../demands.ts";
import { withoutCapitals } from "../names.ts";
import type { Rule } from "../policy.ts";

/** Somebody with a valid key. */
export interface KnownPerson {
  readonly name: string;
  readonly role: Role;
  /** Whether one of their keys carries the right to decide. */
  readonly decides: boolean;
  /** Whether they have a passphrase or a passkey; absent where that is not known. */
  readonly proves?: boolean;
}

/** Why the known people cannot satisfy a rule that asks, one sentence per reason. */
export function approverFaults(rule: Rule, people: readonly KnownPerson[]): readonly string[] {
  if (rule.decision !== "ask") return [];
  const faults = peopleFaults(rule, people);
  const able = people.filter(({ proves }) => proves !== false);
  if (!wantsProof(rule) || isUnmet(faults) || !isUnmet(peopleFaults(rule, able))) return faults;
  const without = people.filter(({ proves, decides }) => proves === false && decides);
  const who = [...new Set(without.map(({ name }) => JSON.stringify(name)))];
  return [
    ...faults,
    `Nobody can satisfy it yet: each of them has to prove who they are, and ${who.join(", ")} ${who.length === 1 ? "has" : "have"} neither a passphrase nor a passkey. Each sets one: npx earshot passphrase.`,
  ];
}

function isUnmet(faults: readonly string[]): boolean {
  return faults.some((fault) => fault.startsWith("Nobody can"));
}

/** Whether its approvers prove who they are, at the level of one of its tools. */
function wantsProof({ tools = [""], ...rule }: Rule): boolean {
  return tools.some((tool) => demandOf(rule, tool).stepUp);
}

/** The same without a look at how they prove who they are. */
function peopleFaults(rule: Rule, people: readonly KnownPerson[]): readonly string[] {
  const { names, roles } = rule.approvers ?? { names: [], roles: ["owner", "approver"] as const };
  const operators = people.filter(({ role, decides }) => decides && role !== "viewer");
  const named = operators.filter(
    ({ name, role }) => names.includes(name) || roles.some((one) => one === role),
  );
  const faults = names.flatMap((name) => nameFault(name, people));
  const quorum = rule.quorum ?? 1;
  const count = countOf(named);
  if (roles.includes(END_USER_ROLE)) return [...faults, ...aboveEndUsers(rule)];
  if (rule.wanted !== undefined) return [...faults, ...listFaults(rule, named)];
  if (count === 0) faults.push("Nobody can decide it: no operator is named by it.");
  else if (quorum > count) {
    faults.push(`Nobody can satisfy it: ${quorum} people have to approve, and ${count} can.`);
  } else if (quorum > count - 1 && countOf(operators) > 1) {
    faults.push(...ownerFaults(named, quorum));
  }
  return faults;
}

/** Each entry has its people, who are no others' places, also without an owner and their agents. */
function listFaults(rule: Rule, named: readonly KnownPerson[]): readonly string[] {
  const demand = demandOf(rule, "");
  const one = (name: string) => named.findIndex((person) => person.name === name);
  const people = named.filter(({ name }, index) => one(name) === index);
  if (fillingOf(demand, people) === undefined) {
    return [
      `Nobody can satisfy it: ${demand.quorum} different people have to approve, each for one entry, and those who are here cannot.`,
    ];
  }
  return people
    .filter(({ name, role }) => {
      const others = people.filter((person) => person.name !== name);
      return role === "owner" && fillingOf(demand, others) === undefined;
    })
    .map(({ name }) => `Agents of ${JSON.stringify(name)} cannot get it approved without them.`);
}

/** Tools whose own level is too high for an end user, where the rule says no other. */
function aboveEndUsers({ level, tools = [] }: Rule): readonly string[] {
  if (level !== undefined) return [];
  return tools
    .filter((tool) => isAtLeast(defaultLevel(tool), "HIGH"))
    .map(
      (tool) =>
        `Its end_user never decides ${tool}, which is ${defaultLevel(tool)} by itself: the operators whom it names are asked, or owners and approvers.`,
    );
}

/** Nobody approves for their own agent, unless they are the only operator; owners make agents. */
function ownerFaults(named: readonly KnownPerson[], quorum: number): readonly string[] {
  const owners = new Set(named.filter(({ role }) => role === "owner").map(({ name }) => name));
  if (owners.size === 0) return [];
  const whose = [...owners].map((name) => JSON.stringify(name)).join(" or ");
  const others = countOf(named) - 1;
  return [
    `Agents of ${whose} cannot get it approved: ${quorum} of the others ${quorum === 1 ? "has" : "have"} to approve, and ${others} can.`,
  ];
}

function countOf(people: readonly KnownPerson[]): number {
  return new Set(people.map(({ name }) => name)).size;
}

/** Why nobody of this name can decide; empty if somebody can. */
function nameFault(name: string, people: readonly KnownPerson[]): readonly string[] {
  const found = people.filter((person) => person.name === name);
  if (found.length === 0) {
    const other = people.find((one) => withoutCapitals(one.name) === withoutCapitals(name));
    const hint =
      other === undefined ? "" : ` There is ${JSON.stringify(other.name)}: capitals count.`;
    return [`There is no operator named ${JSON.stringify(name)}.${hint}`];
  }
  if (found.every(({ role }) => role === "viewer")) {
    return [`${JSON.stringify(name)} is a viewer, who decides nothing.`];
  }
  if (!found.some(({ decides }) => decides)) {
    return [`${JSON.stringify(name)} has no key that carries the right to decide.`];
  }
  return [];
}

/** People that an escalation step names in vain, one sentence each with its place in the file. */
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

/** People for whom test requests are planted in vain. */
export function testProblems(
  tests: TestRules | undefined,
  people: readonly KnownPerson[],
): readonly { readonly rule: string; readonly problem: string }[] {
  const faults = tests?.people.flatMap((name) => nameFault(name, people)) ?? [];
  return faults.map((problem) => ({ rule: "test_requests.people", problem }));
}

function roleFault(name: string, people: readonly KnownPerson[]): readonly string[] {
  const isHeld = people.some((person) => person.decides && roleNameOf(person) === name);
  return isHeld ? [] : [`There is nobody of ${name} who can decide.`];
}
