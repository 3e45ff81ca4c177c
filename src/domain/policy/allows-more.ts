import { isAtLeast, type Level } from "../authority/action.ts";
import type { Demand } from "../authority/authorization.ts";
import { isLooserRule } from "../authority/edits.ts";
import { isMetBy } from "../authority/places.ts";
import type { Json, JsonObject } from "../json.ts";
import { isSameJson } from "../json-equal.ts";
import { policyChanges } from "./changes.ts";
import { defaultLevel, demandOf } from "./demands.ts";
import type { Policy, Rule } from "./policy.ts";
import { readPolicy } from "./read-policy.ts";

/**
 * Why a policy may allow more than the one before, one sentence per reason; empty if it is clearly at
 * least as strict. Doubt counts as more: a rule that moves, or matches other actions, may let through
 * what another one stopped.
 */
export function allowsMore(before: JsonObject, after: JsonObject): readonly string[] {
  const [old, now] = [readPolicy(before), readPolicy(after)];
  const { added, removed, isReordered } = policyChanges(before, after);
  const rule = ({ rules }: Policy, name: string) => rules.find((one) => one.name === name);
  const about = (names: readonly string[], why: (name: string) => string | undefined) =>
    names.flatMap((name) => {
      const found = why(name);
      return found === undefined ? [] : [`${JSON.stringify(name)}: ${found}`];
    });
  return [
    ...otherKeys(before, after),
    ...about(added, (name) =>
      rule(now, name)?.decision === "deny" ? undefined : "it is new, and does not deny.",
    ),
    ...about(removed, (name) =>
      rule(old, name)?.decision === "allow" ? undefined : "it went, and stopped something.",
    ),
    // A rule that says the same may ask others, since somebody has joined a group.
    ...about(
      now.rules.map(({ name }) => name),
      (name) => {
        const [from, to] = [rule(old, name), rule(now, name)];
        return from === undefined || to === undefined ? undefined : looser(from, to);
      },
    ),
    ...(isReordered ? ["The rules that stay come in another order."] : []),
  ];
}

/** The keys beside the rules say where agents speak, who sees what, and what is erased. */
function otherKeys(before: JsonObject, after: JsonObject): readonly string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  // What groups change, they change in rules; tests only ever refuse a policy.
  for (const key of ["rules", "groups", "tests"]) keys.delete(key);
  return [...keys]
    .filter((key) => !isSameJson(before[key] ?? null, after[key] ?? null))
    .map((key) =>
      key === "owners" ? "One owner alone would be enough again." : `"${key}" is another.`,
    );
}

function looser(from: Rule, to: Rule): string | undefined {
  if (!isSameJson(selectionOf(from), selectionOf(to))) return "it matches other actions.";
  if (to.decision === "deny") return undefined;
  if (to.decision !== from.decision && (from.decision !== "allow" || isBounded(from))) {
    return `it says ${to.decision} where it said ${from.decision}.`;
  }
  return demandsLess(from, to);
}

/** For arguments of an unexpected type, a rule that asks matches more than one that allows. */
function isBounded({ args, when, budgets }: Rule): boolean {
  return args !== undefined || when !== undefined || budgets !== undefined;
}

function selectionOf({ tools, agents, args, when, otherArgs, budgets }: Rule): Json {
  return JSON.parse(JSON.stringify({ tools, agents, args, when, otherArgs, budgets })) as Json;
}

function demandsLess(from: Rule, to: Rule): string | undefined {
  const least = leastLevel(from);
  if (from.level !== to.level && (to.level === undefined || !isAtLeast(to.level, least))) {
    return `its level falls from ${wordOf(from)} to ${wordOf(to)}.`;
  }
  const [before, now] = [demandOf(from, ""), demandOf(to, "")];
  if (now.quorum < before.quorum)
    return `${now.quorum} have to approve, and it was ${before.quorum}.`;
  const isSame = from.stepUp === to.stepUp && from.level === to.level;
  const mayHaveProved = from.stepUp ?? least === "CRITICAL";
  if (!isSame && mayHaveProved && !now.stepUp) return "nobody has to prove again who they are.";
  if (now.expiresInMs > before.expiresInMs) return "people may take longer.";
  if (isLooserRule(before.edits, now.edits)) return "approvers may change more of the arguments.";
  return countsMore(before, now);
}

/** Whose votes count that did not, or sooner. */
function countsMore(before: Demand, now: Demand): string | undefined {
  if ((now.waitMs ?? 0) < (before.waitMs ?? 0)) return "people may decide sooner.";
  if (now.hands === "any" && before.hands !== "any") return "votes of every hand count.";
  if (before.note !== undefined && now.note === undefined) return "nobody has to write why.";
  if (before.tickets?.some((ticket) => !now.tickets?.includes(ticket)) === true) {
    return "nobody has to name such a ticket as before.";
  }
  if ((before.wanted ?? now.wanted) !== undefined) return asksOthers(before, now);
  const more = [
    ...now.approvers.names.filter((name) => !before.approvers.names.includes(name)),
    ...now.approvers.roles.filter((role) => !before.approvers.roles.includes(role)),
  ];
  return more.length === 0 ? undefined : `these may decide besides: ${more.join(", ")}.`;
}

/** A list excludes whom the agent acts for, and no number of people in one does. */
function asksOthers(before: Demand, now: Demand): string | undefined {
  const isLess = before.wanted !== undefined && now.wanted === undefined;
  return isLess || !isMetBy(before, now)
    ? "other people may approve than had to before."
    : undefined;
}

/** The highest level that the rule may have had: if it names none, its tools have their own levels. */
function leastLevel({ level, tools }: Rule): Level {
  if (level !== undefined) return level;
  const plain = tools?.length === 1 && !/[*?]/.test(tools[0] ?? "*") ? tools[0] : undefined;
  return plain === undefined ? "CRITICAL" : defaultLevel(plain);
}

function wordOf({ level }: Rule): string {
  return level ?? "what its tools have built in";
}
