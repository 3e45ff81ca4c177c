import { compilePolicy, decide, type PolicyFacts } from "../src/domain/policy/decide.ts";
import type { Rule } from "../src/domain/policy/policy.ts";
import type { Figure } from "./figure.ts";
import { quantile } from "./statistics.ts";

const RULES = 1_000;

export const policyDecide: Figure = {
  name: "policy.decide",
  what: "one action held against a policy of 1,000 rules, of which the last decides; 99 of 100 take less",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 1,
  aim: 0.2,

  async measure({ isQuick, note }) {
    const [calls, warmUp] = isQuick ? [200, 200] : [20_000, 5_000];
    const began = performance.now();
    const policy = compilePolicy({ version: 1, rules: rulesOf(RULES) });
    note(`made ready in ${(performance.now() - began).toFixed(1)} ms`);
    const decided = decide(policy, facts);
    if (decided.demand.rule !== `rule ${RULES - 1}`) throw new Error("Another rule decided.");
    const time = () => {
      const start = performance.now();
      decide(policy, facts);
      return performance.now() - start;
    };
    for (let n = 0; n < warmUp; n++) time();
    const times = Array.from({ length: calls }, time);
    note(`half of ${calls} take less than ${quantile(times, 0.5).toFixed(4)} ms`);
    return { value: quantile(times, 0.99) };
  },
};

/**
 * The rules of a long policy: most name other tools; one in ten is about this tool and fails only
 * at its last condition.
 */
function rulesOf(count: number): readonly Rule[] {
  return Array.from({ length: count }, (_, n) => {
    const name = `rule ${n}`;
    if (n === count - 1) return { name, decision: "ask" };
    if (n % 10 !== 0) return { name, decision: "allow", tools: [`service_${n}_*`, `read_${n}`] };
    return {
      name,
      decision: "deny",
      tools: ["*_file", `tool_${n}`],
      agents: ["sco?t", `agent-${n}`],
      args: {
        "/path": { matches: "/srv/*/data/*" },
        "/mode": { in: ["append", "create"] },
        "/size": { over: 1_000, under: 5_000 + n },
        "/owner/name": { equals: `nobody-${n}` },
      },
    };
  });
}

const facts: PolicyFacts = {
  tool: "write_file",
  agentName: "scout",
  args: {
    path: "/srv/reports/data/2026/11/21/summary.md",
    mode: "create",
    size: 4_096,
    owner: { name: "ana" },
    content: "The loss has stopped falling at 0.31. ".repeat(100),
  },
};
