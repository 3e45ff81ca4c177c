import type { JsonObject } from "../domain/json.ts";
import { MAX_POLICY_TRIALS } from "../domain/limits.ts";
import { present } from "../domain/present.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { PolicyDryRun } from "../ports/earshot/policy-trial.ts";

/**
 * Tries a policy on up to 10,000 authorizations, the newest first: the sum so far after each call, and at
 * last that of all.
 */
export async function* wholeDryRun(
  earshot: Pick<Earshot, "dryRunPolicy">,
  source: JsonObject,
): AsyncGenerator<PolicyDryRun, PolicyDryRun> {
  let sum = await earshot.dryRunPolicy({ source });
  while (sum.next !== undefined && sum.examined + sum.unjudged < MAX_POLICY_TRIALS) {
    yield sum;
    sum = added(sum, await earshot.dryRunPolicy({ source, cursor: sum.next }));
  }
  return sum;
}

/** What is warned of, and the tests, are known from the newest. */
function added(sum: PolicyDryRun, page: PolicyDryRun): PolicyDryRun {
  return {
    examined: sum.examined + page.examined,
    unjudged: sum.unjudged + page.unjudged,
    loosened: sum.loosened + page.loosened,
    tightened: sum.tightened + page.tightened,
    examples: [...sum.examples, ...page.examples],
    warnings: sum.warnings,
    tests: sum.tests,
    ...present({ next: page.next }),
  };
}
