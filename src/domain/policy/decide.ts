import { isOwnersChange, ownersDemandOf } from "../authority/owners-change.ts";
import { present } from "../present.ts";
import { type CompiledRule, compileRules, type PolicyFacts } from "./compile-rule.ts";
import { bothDemands, defaultLevel, demandOf } from "./demands.ts";
import type { Expressions, JudgedCall } from "./expressions/expression.ts";
import { createMeter } from "./expressions/meter.ts";
import { freezesAt } from "./freezes.ts";
import type { Policy, PolicyVerdict, Rule } from "./policy.ts";
import { DEFAULT_RULE } from "./read-rules.ts";

export type { PolicyFacts } from "./compile-rule.ts";

/** A policy that is ready for decisions: its patterns and expressions are compiled once. */
export interface CompiledPolicy {
  readonly policy: Policy;
  readonly rules: readonly CompiledRule[];
  readonly expressions?: Expressions;
}

/**
 * Throws INVALID_INPUT if an expression cannot be read. Without `expressions` whatever has a condition of
 * version 2 is undecided.
 */
export function compilePolicy(policy: Policy, expressions?: Expressions): CompiledPolicy {
  return { policy, rules: compileRules(policy, expressions), ...present({ expressions }) };
}

/** Whether a policy needs an evaluator of expressions: the short form has a judge of its own. */
export function hasExpressions({ rules }: Policy): boolean {
  return rules.some(({ when }) => when !== undefined);
}

/** The rules with budgets that decide unless one is spent. Read their usage before `decide`. */
export function budgetedRules(compiled: CompiledPolicy, facts: PolicyFacts): readonly Rule[] {
  const call = callOf(compiled, facts);
  const found: Rule[] = [];
  for (const { rule, matches } of compiled.rules) {
    if (matches(facts, call) !== true) continue;
    if (rule.budgets === undefined) break;
    found.push(rule);
  }
  return found;
}

/**
 * The verdict of the first rule that matches. A rule that allows does not match where its budget is spent; if
 * the usage is unknown, every budget counts as spent. Where it is undecided whether rules before it that ask
 * or deny match, or such a rule's budget is spent, the strictest of them all holds, so that no agent reaches
 * a weaker rule by arguments that cannot be judged, or by many calls. A rule that allows does not match then.
 */
export function decide(
  compiled: CompiledPolicy,
  facts: PolicyFacts,
  isSpent: (rule: Rule) => boolean = () => true,
): PolicyVerdict {
  const ofOwners = ownersDemandOf(facts);
  if (ofOwners !== undefined) return { outcome: "ask", demand: ofOwners };
  const least: Rule[] = [];
  const decisive = firstMatch(compiled, facts, { isSpent, least });
  if (least.length === 0) return verdictOf(compiled, decisive, facts);
  return strictest([...least, decisive].map((rule) => verdictOf(compiled, rule, facts)));
}

interface Matching {
  readonly isSpent: (rule: Rule) => boolean;
  /** Gathers the rules before it that the verdict may not fall short of. */
  readonly least: Rule[];
}

function firstMatch(
  compiled: CompiledPolicy,
  facts: PolicyFacts,
  { isSpent, least }: Matching,
): Rule {
  const call = callOf(compiled, facts);
  for (const { rule, matches } of compiled.rules) {
    const found = matches(facts, call);
    if (found === true && (rule.budgets === undefined || !isSpent(rule))) return rule;
    if (found !== false && rule.decision !== "allow") least.push(rule);
  }
  return { name: DEFAULT_RULE, decision: "ask" };
}

export function callOf(
  { policy: { freezes = {} }, expressions }: CompiledPolicy,
  facts: PolicyFacts,
): JudgedCall {
  const { tool, args, agentName, session = "", onBehalfOf = "", resources = [], now = 0 } = facts;
  const level = defaultLevel(tool);
  const call = {
    tool,
    args,
    agent: agentName,
    session,
    onBehalfOf,
    resources,
    level,
    now,
    freezes: freezesAt(freezes, now),
  };
  return expressions?.call(call) ?? { call, meter: createMeter() };
}

/** A no before a question; of questions the highest level, with all that each of them demands. */
function strictest(verdicts: readonly PolicyVerdict[]): PolicyVerdict {
  const denied = verdicts.find(({ outcome }) => outcome === "deny");
  if (denied !== undefined) return denied;
  const demands = verdicts.flatMap(({ outcome, demand }) => (outcome === "ask" ? [demand] : []));
  return { outcome: "ask", demand: demands.reduce(bothDemands) };
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

function pointersOf({ args = {}, budgets = [], edits }: Rule): readonly string[] {
  const narrow = typeof edits === "object" ? edits.narrow : {};
  return [args, ...budgets.map(({ sum = {} }) => sum), narrow].flatMap(Object.keys);
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
    if (rule.args === undefined && rule.when === undefined) return true;
  }
  return false;
}
