import { EarshotError } from "../../domain/errors.ts";
import type { Right } from "../../domain/people/principal.ts";
import { hintFor } from "../../domain/people/rights.ts";
import type { Whoami } from "../../ports/earshot/earshot.ts";
import type { RunContext } from "../terminal/run-context.ts";

/**
 * Refuses a key that cannot decide before anybody is shown anything. A key in the environment wins
 * over the data folder's, and is easily forgotten there.
 */
export function requireDecide(
  { environment }: Pick<RunContext, "environment">,
  { principal, rights }: Whoami,
  right: Right = "decide",
): void {
  if (rights.includes(right)) return;
  const { kind, name } = principal;
  const hint =
    environment.key !== undefined && kind === "person"
      ? "The key is that of EARSHOT_KEY: unset it to use the operator's key of the data folder, or set it to the key of an operator who has the right."
      : hintFor(right, principal);
  throw new EarshotError(
    "NOT_ALLOWED",
    `This needs the right "${right}", which the key of ${kind} "${name}" does not carry. ${hint}`,
    { details: { right, kind } },
  );
}
