import type { Level } from "../authority/action.ts";
import { isAtLeast } from "../authority/action.ts";
import { type Approvers, type Demand, needsOwnHand } from "../authority/authorization.ts";
import { isOwnersChange, ownersDemandOf } from "../authority/owners-change.ts";
import type { JsonObject } from "../json.ts";
import { DEFAULT_AUTHORIZATION_EXPIRY_MS } from "../limits.ts";
import { END_USER_ROLE } from "../people/end-user.ts";
import { present } from "../present.ts";
import { isCountable } from "./budget.ts";
import { compileConditions, unsureOf } from "./conditions.ts";
import { compileNames } from "./names.ts";
import type { Policy, PolicyVerdict, Rule } from "./policy.ts";
import { DEFAULT_RULE } from "./read-rules.ts";

/** The facts that a policy decides on. */
export interface PolicyFacts {
  readonly tool: string;
  /** The agent's arguments, secrets included. */
  readonly args: JsonObject;
  /** Empty for an agent that nobody has named: only `*` matches it. */
  readonly agentName: string;
}

interface CompiledRule {
  readonly rule: Rule;
  /** Whether it is about the tool and the agent at all. */
  isNamed(called: Pick<PolicyFacts, "tool" | "agentName">): boolean;
  matches(facts: PolicyFacts): boolean;
}

/** A policy that is ready for decisions: its patterns are compiled once. */
export interface CompiledPolicy {
  readonly policy: Policy;
  readonly rules: readonly CompiledRule[];
}

export function compilePolicy(policy: Policy): CompiledPolicy {
  return { policy, rules: policy.rules.map(compileRule) };
}

function compileRule(rule: Rule): CompiledRule {
  const { tools, agents, args, budget, decision } = rule;
  const isTool = compileNames(tools, decision);
  const isAgent = compileNames(agents, decision);
  const hold = compileConditions(args ?? {}, unsureOf(decision));
  const isNamed: CompiledRule["isNamed"] = ({ tool, agentName }) =>
    isTool(tool) && isAgent(agentName);
  return {
    rule,
    isNamed,
    matches: (facts) =>
      isNamed(facts) &&
      hold(facts.args) &&
      (budget === undefined || isCountable(budget, facts.args)),
  };
}

/** The rules with a budget that decide unless it is spent. Read their usage before `decide`. */
export function budgetedRules(compiled: CompiledPolicy, facts: PolicyFacts): readonly Rule[] {
  const found: Rule[] = [];
  for (const { rule, matches } of compiled.rules) {
    if (!matches(facts)) continue;
    if (rule.budget === undefined) break;
    found.push(rule);
  }
  return found;
}

/**
 * The verdict of the first rule that matches. A rule whose budget is spent does not match; if the usage
 * is unknown, every budget counts as spent.
 */
export function decide(
  compiled: CompiledPolicy,
  facts: PolicyFacts,
  isSpent: (rule: Rule) => boolean = () => true,
): PolicyVerdict {
  const ofOwners = ownersDemandOf(facts);
  if (ofOwners !== undefined) return { outcome: "ask", demand: ofOwners };
  for (const { rule, matches } of compiled.rules) {
    if (!matches(facts)) continue;
    if (rule.budget !== undefined && isSpent(rule)) continue;
    return verdictOf(compiled, rule, facts);
  }
  return verdictOf(compiled, { name: DEFAULT_RULE, decision: "ask" }, facts);
}

function verdictOf(compiled: CompiledPolicy, rule: Rule, facts: PolicyFacts): PolicyVerdict {
  const { decision } = rule;
  const demand = demandOf(rule, facts.tool);
  if (decision !== "ask") return { outcome: decision, demand };
  return {
    outcome: "ask",
    demand: { ...demand, ...present({ args: namedArgs(compiled, rule, facts) }) },
  };
}

/** Of all rules about this tool and agent: what one of them limits matters under the others, too. */
const MOST_NAMED_ARGS = 8;

function namedArgs(
  { rules }: CompiledPolicy,
  first: Rule,
  called: PolicyFacts,
): readonly string[] | undefined {
  const others = rules.filter(({ isNamed }) => isNamed(called)).map(({ rule }) => rule);
  const pointers = new Set([first, ...others].flatMap(pointersOf));
  return pointers.size === 0 ? undefined : [...pointers].slice(0, MOST_NAMED_ARGS);
}

function pointersOf({ args = {}, budget, edits }: Rule): readonly string[] {
  const narrow = typeof edits === "object" ? edits.narrow : {};
  return [args, budget?.sum ?? {}, narrow].flatMap(Object.keys);
}

/**
 * Whether an agent's calls of a tool are denied whatever their arguments are. Rules with conditions that
 * do not deny may let some of them pass.
 */
export function deniesOutright(
  { rules }: CompiledPolicy,
  called: Pick<PolicyFacts, "tool" | "agentName">,
): boolean {
  if (isOwnersChange(called)) return false;
  for (const { rule, isNamed } of rules) {
    if (!isNamed(called)) continue;
    if (rule.decision !== "deny") return false;
    if (rule.args === undefined) return true;
  }
  return false;
}

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
    ...present({ edits: rule.edits, hands: rule.hands, why: rule.why }),
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
  const gone = [
    ...before.approvers.names.filter((name) => !now.approvers.names.includes(name)),
    ...before.approvers.roles
      .filter((role) => !now.approvers.roles.includes(role))
      .map((role) => `every ${role}`),
  ];
  if (gone.length === 0) return undefined;
  return `these decide no more: ${gone.join(", ")}`;
}
