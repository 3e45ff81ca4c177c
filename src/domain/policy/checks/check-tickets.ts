import { EarshotError } from "../../errors.ts";
import { type Expressions, InvalidExpression } from "../expressions/expression.ts";
import type { Policy } from "../policy.ts";

/** Whether a policy needs an evaluator for what approvers write. */
export function hasTickets({ rules }: Policy): boolean {
  return rules.some(({ ticket }) => ticket !== undefined);
}

/** Throws INVALID_INPUT that names every pattern of a ticket which cannot be read. */
export function checkTickets(
  { rules }: Policy,
  { wholePattern }: Pick<Expressions, "wholePattern">,
): void {
  const faults = rules.flatMap(({ ticket }, index) => {
    const what = ticket === undefined ? undefined : faultOf(ticket, wholePattern);
    return what === undefined ? [] : [`rules[${index}].ticket: ${what}`];
  });
  if (faults.length === 0) return;
  throw new EarshotError("INVALID_INPUT", `The policy is refused:\n${faults.join("\n")}`, {
    details: { faults, count: faults.length },
  });
}

function faultOf(ticket: string, read: Expressions["wholePattern"]): string | undefined {
  try {
    read(ticket);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidExpression) return error.message;
    throw error;
  }
}
