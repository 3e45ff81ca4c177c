import { EarshotError } from "../../errors.ts";
import { type CompiledPolicy, compilePolicy, hasExpressions } from "../decide.ts";
import type { Expressions, Term } from "../expressions/expression.ts";
import { partsOfTerm } from "../expressions/terms.ts";
import type { Policy } from "../policy.ts";
import { type PinnedTool, refuseMistyped } from "../typed/check-typed.ts";
import { refuseUnheard } from "./check-expressions.ts";
import { checkTickets, hasTickets } from "./check-tickets.ts";

/**
 * A policy that is ready for decisions, with an evaluator if it needs one. Throws INVALID_INPUT that names the
 * expressions which cannot be read. What they need and is not installed leaves them undecided.
 */
export async function readyPolicy(
  policy: Policy,
  load: () => Promise<Expressions>,
): Promise<CompiledPolicy> {
  return (await prepared(policy, load)).compiled;
}

/**
 * The same, and throws INVALID_INPUT for what is not to be put in force: see `refuseUnheard`, `refuseMistyped`,
 * and what is not installed.
 */
export async function wholePolicy(
  policy: Policy,
  load: () => Promise<Expressions>,
  pinned: readonly PinnedTool[] = [],
): Promise<CompiledPolicy> {
  const { compiled, missing } = await prepared(policy, load);
  refuseUnheard(compiled);
  refuseMistyped(compiled, pinned);
  if (missing.length === 0) return compiled;
  throw new EarshotError(
    "INVALID_INPUT",
    `The policy needs what is not installed where Earshot runs: npm install ${missing.join(" ")}`,
    { details: { missing: [...missing] } },
  );
}

async function prepared(policy: Policy, load: () => Promise<Expressions>) {
  if (hasTickets(policy)) checkTickets(policy, await load());
  const expressions = hasExpressions(policy) ? await load() : undefined;
  const compiled = compilePolicy(policy, expressions);
  const functions = new Set(
    compiled.rules.flatMap(({ expression }) => (expression ? functionsIn(expression.term) : [])),
  );
  return { compiled, missing: (await expressions?.load(functions)) ?? [] };
}

function functionsIn(term: Term): readonly string[] {
  const within = partsOfTerm(term).flatMap(functionsIn);
  return term.kind === "call" ? [term.name, ...within] : within;
}
