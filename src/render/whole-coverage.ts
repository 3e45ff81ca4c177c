import { MAX_POLICY_TRIALS } from "../domain/limits.ts";
import { present } from "../domain/present.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { PolicyCoverage, Traffic } from "../ports/earshot/policy-coverage.ts";

/** How much each rule decided of up to 10,000 authorizations, the newest first. */
export async function wholeCoverage(
  earshot: Pick<Earshot, "policyCoverage">,
): Promise<PolicyCoverage> {
  let sum = await earshot.policyCoverage();
  while (sum.next !== undefined && sum.examined < MAX_POLICY_TRIALS) {
    const page = await earshot.policyCoverage({ cursor: sum.next });
    sum = {
      revision: sum.revision,
      examined: sum.examined + page.examined,
      rules: added(sum.rules, page.rules),
      others: added(sum.others, page.others),
      tests: sum.tests,
      ...present({ next: page.next }),
    };
  }
  return sum;
}

/** The first are the newer. */
function added(newer: readonly Traffic[], older: readonly Traffic[]): readonly Traffic[] {
  const all = new Map(newer.map((one) => [one.rule, one]));
  for (const one of older) {
    const known = all.get(one.rule);
    const requests = (known?.requests ?? 0) + one.requests;
    const { last, lastRequest } = known?.last === undefined ? one : known;
    all.set(one.rule, { rule: one.rule, requests, ...present({ last, lastRequest }) });
  }
  return [...all.values()];
}
