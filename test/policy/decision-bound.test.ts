import { expect, test } from "vitest";
import { hostileArguments, hostileCondition } from "../../bench/hostile-conditions.ts";
import { PROOFS, provenSeed, volumeOf } from "../../scripts/proofs/proofs.ts";
import { compilePolicy, decide, type PolicyFacts } from "../../src/domain/policy/decide.ts";
import { readPolicy } from "../../src/domain/policy/read-policy.ts";
import { createExpressions } from "../../src/system/expressions/engine.ts";
import { createRandom } from "../../src/testing/simulator/random.ts";

const PAIRS = volumeOf("policy-decisions");
const CALLS = 10;
const MOST_MS = 20;
/** A collection of garbage, or code that is not compiled yet, is not the pair's own. */
const TRIES = 5;

const expressions = createExpressions();

/** What it takes of a processor, whatever else the machine does. */
function timeOf(act: () => unknown): number {
  const before = process.threadCpuUsage();
  act();
  const after = process.threadCpuUsage();
  return (after.user + after.system - before.user - before.system) / 1_000;
}

function shortest(act: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES && least > MOST_MS / 2; n++) least = Math.min(least, timeOf(act));
  return least;
}

function compiledOf(when: string) {
  const source = { version: 2, rules: [{ name: "r", decision: "deny", when }] };
  try {
    return compilePolicy(readPolicy(source), expressions);
  } catch (error) {
    expect(String(error)).toContain("Exceeded maxDepth");
    return undefined;
  }
}

test(`none of ${PAIRS} decisions on hostile conditions takes longer than ${MOST_MS} ms`, {
  timeout: 3_600_000,
}, () => {
  const random = createRandom(provenSeed());
  let longest = { ms: 0, when: "", args: "" };
  for (let n = 0; n < PAIRS; n += CALLS) {
    const when = hostileCondition(random);
    const policy = compiledOf(when);
    // One in a hundred thousand is deeper than a policy may be.
    if (policy === undefined) continue;
    for (let call = 0; call < CALLS; call++) {
      const args = hostileArguments(random);
      const facts: PolicyFacts = { tool: "pay", agentName: "scout", args };
      const ms = shortest(() => decide(policy, facts));
      if (ms > longest.ms) longest = { ms, when, args: JSON.stringify(args).slice(0, 500) };
    }
  }
  if (PAIRS > PROOFS["policy-decisions"].small)
    console.log(`the longest: ${longest.ms.toFixed(1)} ms`);
  expect(longest.ms, JSON.stringify(longest)).toBeLessThan(MOST_MS);
});

test.each([1, 2] as const)(
  "of version %s, a hundred patterns with both wildcards over a long text are bounded",
  (version) => {
    const matches = "*a?b*?c*";
    const rules = Array.from({ length: 100 }, (_, n) => ({
      name: `r${n}`,
      args: { "/text": { matches: `${matches}${n}` } },
      decision: "deny",
    }));
    const policy = compilePolicy(readPolicy({ version, rules }));
    const args = { text: "a".repeat(16 * 1024) };
    const facts: PolicyFacts = { tool: "pay", agentName: "scout", args };
    expect(shortest(() => decide(policy, facts))).toBeLessThan(MOST_MS);
    // What is not gone through any more is held to be denied.
    expect(decide(policy, facts).outcome).toBe("deny");
  },
);
