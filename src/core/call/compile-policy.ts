import { type CompiledPolicy, compilePolicy, hasExpressions } from "../../domain/policy/decide.ts";
import type { Policy } from "../../domain/policy/policy.ts";
import type { Ports } from "./context.ts";

/**
 * A policy that is ready for decisions, with an evaluator if it needs one. Throws INVALID_INPUT that names the
 * expressions which cannot be read.
 */
export async function compiled(
  ctx: Pick<Ports, "expressions">,
  policy: Policy,
): Promise<CompiledPolicy> {
  return compilePolicy(policy, hasExpressions(policy) ? await ctx.expressions() : undefined);
}
