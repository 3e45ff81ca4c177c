import type { JsonObject } from "../src/domain/json.ts";
import {
  type CompiledPolicy,
  compilePolicy,
  decide,
  type PolicyFacts,
} from "../src/domain/policy/decide.ts";
import { readPolicy } from "../src/domain/policy/read-policy.ts";
import { createExpressions } from "../src/system/expressions/engine.ts";
import type { Figure, Run } from "./figure.ts";
import { quantile } from "./statistics.ts";

const RULES = 100;
const BOUNDS = { unit: "ms", judged: "value", better: "less" } as const;

export const policyDecision: Figure = {
  ...BOUNDS,
  name: "policy.decision",
  what: `one call held against ${RULES} rules with conditions as expressions, of which the last decides; half take less`,
  atLeast: 0.2,
  aim: 0.1,
  measure: async (run) => ({ value: timed(run, callOf("The invoice of November.")) }),
};

export const policyDecisionLarge: Figure = {
  ...BOUNDS,
  name: "policy.decision.16k",
  what: "the same of a call with 16 KiB of arguments, which the rules read; half take less",
  atLeast: 2,
  aim: 1,
  measure: async (run) =>
    // Every character of it stands in what is compared.
    ({ value: timed(run, callOf("It is due on Friday, as agreed. ".repeat(480))) }),
};

function timed({ isQuick, note }: Run, facts: PolicyFacts): number {
  const policy = madeReady();
  const [calls, warmUp] = isQuick ? [100, 100] : [10_000, 2_000];
  const decided = decide(policy, facts, () => false);
  if (decided.demand.rule !== "small payments") {
    throw new Error(`Another rule decided: ${decided.demand.rule}.`);
  }
  const time = () => {
    const start = performance.now();
    decide(policy, facts, () => false);
    return performance.now() - start;
  };
  for (let n = 0; n < warmUp; n++) time();
  const times = Array.from({ length: calls }, time);
  note(`99 of 100 take less than ${quantile(times, 0.99).toFixed(4)} ms`);
  return quantile(times, 0.5);
}

/** Most rules are about other tools; one in five is about this one and fails at its last term. Four read the text. */
function madeReady(): CompiledPolicy {
  const rules = Array.from({ length: RULES }, (_, n): JsonObject => {
    if (n === RULES - 1) {
      return {
        name: "small payments",
        tools: ["pay_*"],
        when: 'args.currency in ["EUR", "USD"] && decimal(args.amount) <= 50 && args.to.all(x, email(x).domain == "our.org")',
        other_args: "any",
        decision: "allow",
      };
    }
    const name = `rule ${n}`;
    if (n % 5 !== 0) return { name, tools: [`service_${n}_*`], when: `args.n == ${n}` };
    const last = n % 25 === 0 ? `args.note.contains("no ${n}")` : `args.to.exists(x, x == "${n}")`;
    return {
      name,
      tools: ["pay_*", `send_${n}`],
      agents: ["sco?t", `agent-${n}`],
      when: `args.currency == "EUR" && decimal(args.amount) < 500 && ${last}`,
      decision: "deny",
    };
  });
  return compilePolicy(readPolicy({ version: 2, rules }), createExpressions());
}

function callOf(note: string): PolicyFacts {
  const args = { currency: "EUR", amount: "49.90", to: ["ana@our.org", "ben@our.org"], note };
  return { tool: "pay_invoice", agentName: "scout", args };
}
