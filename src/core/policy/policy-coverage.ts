import { EarshotError } from "../../domain/errors.ts";
import { isId, type RequestId } from "../../domain/id.ts";
import { MAX_TRIALS_AT_ONCE, POLICY_TRIED_ON_MS } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { runCases } from "../../domain/policy/run-cases.ts";
import { present } from "../../domain/present.ts";
import type { PolicyCoverage, Traffic } from "../../ports/earshot/policy-coverage.ts";
import type { Context } from "../call/context.ts";
import { assertReadsPolicy } from "./apply-policy.ts";
import { soughtLately } from "./recent-authorizations.ts";

/** How much each rule in force decides: of what agents sought, and of the tests beside the rules. */
export async function policyCoverage(
  ctx: Context,
  caller: Caller,
  { cursor }: { readonly cursor?: string } = {},
): Promise<PolicyCoverage> {
  assertReadsPolicy(caller);
  if (cursor !== undefined && !isId("req", cursor)) {
    throw new EarshotError("INVALID_INPUT", 'The cursor is not one that "next" has given.');
  }
  const { workspace } = caller.principal;
  const { compiled, revision } = await ctx.policies.of(workspace);
  const counted = new Map<string, Omit<Required<Traffic>, "rule">>();
  let examined = 0;
  let end: RequestId | undefined;
  const lately = { workspace, span: POLICY_TRIED_ON_MS, most: MAX_TRIALS_AT_ONCE, after: cursor };
  for await (const { id, createdAt, authorization } of soughtLately(ctx, lately)) {
    examined += 1;
    end = id;
    const { rule } = authorization.demand;
    const before = counted.get(rule);
    counted.set(rule, {
      requests: (before?.requests ?? 0) + 1,
      last: before?.last ?? createdAt,
      lastRequest: before?.lastRequest ?? id,
    });
  }
  const traffic = (rule: string): Traffic => ({ rule, requests: 0, ...counted.get(rule) });
  const names = compiled.policy.rules.map(({ name }) => name);
  return {
    revision,
    examined,
    rules: names.map(traffic),
    others: [...counted.keys()].filter((name) => !names.includes(name)).map(traffic),
    tests: runCases(compiled, ctx.clock.now()),
    ...present({ next: examined < MAX_TRIALS_AT_ONCE ? undefined : end }),
  };
}
