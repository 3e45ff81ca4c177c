import { present } from "../present.ts";
import type { CompiledRule, PolicyFacts } from "./compile-rule.ts";
import { unmetCondition } from "./conditions.ts";
import { type CompiledPolicy, callOf } from "./decide.ts";
import type { Expression, JudgedCall, Step, Truth } from "./expressions/expression.ts";

/** What a rule makes of a call. */
export interface RuleReason {
  readonly rule: string;
  readonly found: "matches" | "does not match" | "undecided";
  /** The end of a sentence; absent where nothing more can be said. */
  readonly because?: string;
}

/** What each rule makes of a call, up to the one that decides. Budgets count as not used. */
export function explainRules(compiled: CompiledPolicy, facts: PolicyFacts): readonly RuleReason[] {
  const reasons: RuleReason[] = [];
  for (const rule of compiled.rules) {
    // Each has the whole meter, so that it is told what it would be alone.
    const found = rule.matches(facts, callOf(compiled, facts));
    const because = found === true ? undefined : becauseOf(rule, facts, callOf(compiled, facts));
    reasons.push({ rule: rule.rule.name, found: wordOf(found), ...present({ because }) });
    if (found === true) break;
  }
  return reasons;
}

function wordOf(found: Truth): RuleReason["found"] {
  if (typeof found === "object") return "undecided";
  return found ? "matches" : "does not match";
}

function becauseOf(
  { rule, expression, unnamed, isNamed }: CompiledRule,
  facts: PolicyFacts,
  call: JudgedCall | undefined,
): string | undefined {
  if (!isNamed(facts)) return "it is about other tools or agents";
  const unmet = unmetCondition(rule.args ?? {}, facts.args);
  const unsaid =
    expression === undefined || call === undefined
      ? undefined
      : decisivePart(expression, expression.explain(call));
  const open = unnamed(facts.args, call);
  return unmet ?? unsaid ?? (open === undefined ? undefined : `no condition of it names ${open}`);
}

/** The smallest part that was false or failed, the first of them; undefined if there is none. */
function decisivePart({ source }: Expression, steps: readonly Step[]): string | undefined {
  const wrong = steps.filter(({ is, failed }) => failed || is === "false");
  const smallest = wrong.filter(
    (one) => !wrong.some((other) => other !== one && one.from <= other.from && other.to <= one.to),
  );
  const [first] = smallest;
  if (first === undefined) return undefined;
  const text = source.slice(first.from, first.to);
  return first.failed ? `${text} cannot be said: ${first.is}` : `${text} is false`;
}
