import { type CompiledPolicy, compilePolicy, hasExpressions } from "../../domain/policy/decide.ts";
import type { Expressions } from "../../domain/policy/expressions/expression.ts";
import type { Policy } from "../../domain/policy/policy.ts";

/**
 * A policy that is ready for decisions, with an evaluator if it needs one. Throws INVALID_INPUT that names the
 * expressions which cannot be read.
 */
export async function compiled(
  ctx: { readonly expressions: () => Promise<Expressions> },
  policy: Policy,
): Promise<CompiledPolicy> {
  return compilePolicy(policy, hasExpressions(policy) ? await ctx.expressions() : undefined);
}
