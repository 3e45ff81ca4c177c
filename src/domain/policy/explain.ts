import { isOwnersChange } from "../authority/owners-change.ts";
import { present } from "../present.ts";
import { isCountable } from "./budget.ts";
import type { CompiledRule, PolicyFacts } from "./compile-rule.ts";
import { conditionParts } from "./conditions.ts";
import { type CompiledPolicy, callOf } from "./decide.ts";
import { expressionParts } from "./explain-expression.ts";
import type { ExplainedPart, RuleReason, RuleWhy } from "./explained.ts";
import type { JudgedCall, Truth } from "./expressions/expression.ts";
import type { Rule } from "./policy.ts";

export interface Explaining {
  /** Whether the budget of a rule that matches had no room; none counts as used if absent. */
  readonly isSpent?: (rule: Rule) => boolean;
  /** JSON Pointers of arguments that nobody is shown. */
  readonly secrets?: readonly string[];
}

/** All rules share one meter, as where the call is decided. */
interface Told {
  readonly facts: PolicyFacts;
  readonly call: JudgedCall | undefined;
  readonly secrets: readonly string[];
}

/** What each rule makes of a call, up to the one that decides. No rule is asked about what is the owners'. */
export function explainRules(
  compiled: CompiledPolicy,
  facts: PolicyFacts,
  { isSpent = () => false, secrets = [] }: Explaining = {},
): readonly RuleReason[] {
  if (isOwnersChange(facts)) return [];
  const judged = callOf(compiled, facts);
  const told = { facts, call: callOf(compiled, facts), secrets };
  const reasons: RuleReason[] = [];
  for (const one of compiled.rules) {
    const { rule } = one;
    const truth = one.matches(facts, judged);
    const found =
      truth === true && rule.budgets !== undefined && isSpent(rule) ? "spent" : wordOf(truth);
    reasons.push({ rule: rule.name, decision: rule.decision, found, why: whyOf(one, truth, told) });
    if (found === "matches") break;
  }
  return reasons;
}

function wordOf(truth: Truth): RuleReason["found"] {
  if (typeof truth === "object") return "undecided";
  return truth ? "matches" : "does_not_match";
}

function whyOf(one: CompiledRule, truth: Truth, told: Told): RuleWhy {
  const { facts } = told;
  if (!one.isNamed(facts)) return { kind: "elsewhere", parts: [] };
  const parts = partsOf(one, told);
  if (truth === true) return { kind: "conditions", parts };
  const wrong = parts.filter(({ is }) => is !== "true");
  const decisive = wrong.filter(({ is }) => (is === "false") === (truth === false));
  if (wrong.length > 0)
    return { kind: "conditions", parts: decisive.length > 0 ? decisive : wrong };
  return otherwise(one, truth, told);
}

/** Why a rule all of whose conditions hold does not match. */
function otherwise(one: CompiledRule, truth: Truth, { facts, call, secrets }: Told): RuleWhy {
  const { when = "", budgets = [] } = one.rule;
  const named = one.unnamed(facts.args, call);
  if (named !== undefined) {
    const argument = secrets.length === 0 ? named : undefined;
    return { kind: "unnamed", parts: [], ...present({ argument }) };
  }
  if (!budgets.every((budget) => isCountable(budget, facts))) {
    return { kind: "uncounted", parts: [] };
  }
  const failed = typeof truth === "object" ? truth.failed : undefined;
  const part = { text: when, is: "failed" as const, ...present({ failed }), values: [] };
  return { kind: "conditions", parts: [part] };
}

function partsOf(
  { rule, expression }: CompiledRule,
  { facts: { args }, call, secrets }: Told,
): readonly ExplainedPart[] {
  const short = conditionParts(rule.args ?? {}, args, secrets);
  // The short form is judged first.
  if (expression === undefined || call === undefined || short.some(({ is }) => is === "false")) {
    return short;
  }
  return [...short, ...expressionParts(expression, { call, args, secrets })];
}
