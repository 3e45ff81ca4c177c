import { isAtLeast, type Level } from "../authority/action.ts";
import { type Approvers, type Demand, needsOwnHand } from "../authority/authorization.ts";
import { isLooserRule, stricterOf } from "../authority/edits.ts";
import { bothWanted, isMetBy, peopleOf } from "../authority/places.ts";
import { DEFAULT_AUTHORIZATION_EXPIRY_MS } from "../limits.ts";
import { END_USER_ROLE } from "../people/end-user.ts";
import { present } from "../present.ts";
import type { PolicyVerdict, Rule } from "./policy.ts";

/** What a rule demands of people. */
export function demandOf(rule: Partial<Rule> & Pick<Rule, "name">, tool: string): Demand {
  const level = rule.level ?? defaultLevel(tool);
  return {
    rule: rule.name,
    level,
    approvers: approversAt(level, rule),
    quorum: rule.quorum ?? 1,
    stepUp: rule.stepUp ?? level === "CRITICAL",
    expiresInMs: rule.expiresInMs ?? DEFAULT_AUTHORIZATION_EXPIRY_MS,
    ...present({
      wanted: rule.wanted,
      waitMs: rule.waitMs,
      note: rule.note,
      tickets: rule.ticket === undefined ? undefined : [rule.ticket],
      edits: rule.edits,
      hands: rule.hands,
      why: rule.why,
    }),
  };
}

/** Where a tool's own level is too high for an end user, the others decide whom the rule names. */
function approversAt(level: Level, { approvers = EVERYBODY }: Partial<Rule>): Approvers {
  if (!isAtLeast(level, "HIGH") || !approvers.roles.includes(END_USER_ROLE)) return approvers;
  const { names } = approvers;
  const roles = approvers.roles.filter((role) => role !== END_USER_ROLE);
  return names.length + roles.length === 0 ? EVERYBODY : { names, roles };
}

const EVERYBODY: Approvers = { names: [], roles: ["owner", "approver"] };

/** Tools with a built-in level above MEDIUM, the highest last. */
export const BUILT_IN_LEVELS: ReadonlyMap<string, Level> = new Map([
  ["forget_user_data", "HIGH"],
  ["delete_all_users", "HIGH"],
  ["delete_user_data", "HIGH"],
  ["admin_reset_system", "CRITICAL"],
]);

/** The level of a tool unless a rule says another. */
export function defaultLevel(tool: string): Level {
  return BUILT_IN_LEVELS.get(tool) ?? "MEDIUM";
}

/**
 * Why an approval under one demand is not enough under another, as the end of a sentence; undefined if
 * it is. A name or role that is no longer listed counts as more: the people who decided by it may not
 * be entitled.
 */
export function demandsMore(before: Demand, now: Demand): string | undefined {
  if (!isAtLeast(before.level, now.level)) {
    return `the level is ${now.level} now, and was ${before.level}`;
  }
  if (now.quorum > before.quorum) {
    return `${now.quorum} people have to approve now, and it was ${before.quorum}`;
  }
  if (before.hands === "any" && needsOwnHand(now))
    return "each vote has to be of their own hand now";
  if (now.stepUp && !before.stepUp) return "each approver has to prove again who they are now";
  if ((now.waitMs ?? 0) > (before.waitMs ?? 0)) return "people have to wait longer now";
  return wordsMore(before, now) ?? peopleMore(before, now);
}

function wordsMore(before: Demand, now: Demand): string | undefined {
  if (now.note !== undefined && before.note === undefined) {
    return "each approver has to write why now";
  }
  const more = (now.tickets ?? []).filter((ticket) => !before.tickets?.includes(ticket));
  return more.length === 0
    ? undefined
    : `each approver has to name a ticket now, as ${more.join(", ")}`;
}

function peopleMore(before: Demand, now: Demand): string | undefined {
  if ((before.wanted ?? now.wanted) !== undefined) {
    return isMetBy(now, before) ? undefined : "other people have to approve now";
  }
  const gone = [
    ...before.approvers.names.filter((name) => !now.approvers.names.includes(name)),
    ...before.approvers.roles
      .filter((role) => !now.approvers.roles.includes(role))
      .map((role) => `every ${role}`),
  ];
  if (gone.length === 0) return undefined;
  return `these decide no more: ${gone.join(", ")}`;
}

/**
 * What two rules demand together: the higher level, the larger number of people, the shorter time, the
 * stricter word on edits. Who decides is named by both, or else is an owner; of a list everybody whom
 * each of them wants.
 */
export function bothDemands(one: Demand, other: Demand): Demand {
  const [first, second] = isAtLeast(one.level, other.level) ? [one, other] : [other, one];
  const isEitherEdited = one.edits !== undefined || other.edits !== undefined;
  const named = [...new Set([...(one.args ?? []), ...(other.args ?? [])])];
  return {
    rule: first.rule,
    level: first.level,
    ...bothPeople(one, other),
    stepUp: one.stepUp || other.stepUp,
    expiresInMs: Math.min(one.expiresInMs, other.expiresInMs),
    ...present({
      waitMs: longerWait(one, other),
      note: one.note ?? other.note,
      tickets: bothTickets(one, other),
      edits: isEitherEdited ? stricterOf(one.edits, other.edits) : undefined,
      hands: one.hands === "any" && other.hands === "any" ? ("any" as const) : undefined,
      why: first.why ?? second.why,
      args: named.length === 0 ? undefined : named,
    }),
  };
}

function longerWait({ waitMs: one }: Demand, { waitMs: other }: Demand): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}

function bothTickets({ tickets: one }: Demand, { tickets: other }: Demand): Demand["tickets"] {
  return one === undefined || other === undefined
    ? (one ?? other)
    : [...new Set([...one, ...other])];
}

function bothPeople(one: Demand, other: Demand): Pick<Demand, "approvers" | "quorum" | "wanted"> {
  if ((one.wanted ?? other.wanted) !== undefined) return peopleOf(bothWanted(one, other));
  const approvers = bothApprovers(one.approvers, other.approvers);
  return { approvers, quorum: Math.max(one.quorum, other.quorum) };
}

function bothApprovers(one: Approvers, other: Approvers): Approvers {
  const names = one.names.filter((name) => other.names.includes(name));
  const roles = one.roles.filter((role) => other.roles.includes(role));
  return names.length + roles.length === 0 ? { names: [], roles: ["owner"] } : { names, roles };
}

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

/**
 * Whether a call needs fewer or other people under the later verdict, a lower level, no step-up or less
 * haste. What is stricter in one regard and looser in another is loosened.
 */
export function isLoosened(before: PolicyVerdict, after: PolicyVerdict): boolean {
  const [was, is] = [STRICTNESS[before.outcome], STRICTNESS[after.outcome]];
  if (was !== is) return is < was;
  const [from, to] = [before.demand, after.demand];
  if (after.outcome !== "ask") return !isAtLeast(to.level, from.level);
  return (
    demandsMore(to, from) !== undefined ||
    (to.hands === "any" && from.hands !== "any") ||
    to.expiresInMs > from.expiresInMs ||
    isLooserRule(from.edits, to.edits)
  );
}
