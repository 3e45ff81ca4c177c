import type { RequestId } from "../../domain/id.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import { oneLine } from "../../render/visible-text.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** Says what became of an approval; undefined is one that was not given. */
export function printDecision(
  { output, options }: RunContext,
  approved: AuthorizationRequest | undefined,
  id: RequestId,
): number {
  if (approved === undefined) {
    output.note(`${id} was not approved, and is still open. npx earshot reject ${id} rejects it.`);
    return EXIT_CODES.error;
  }
  if (options.json === true) output.json(approved);
  else output.note(decisionLine(approved));
  return EXIT_CODES.answered;
}

function decisionLine(request: AuthorizationRequest): string {
  const { demand, votes, action, digest } = request.authorization;
  const what = `${oneLine(action.tool, 80)}, digest ${digest}`;
  if (request.status !== "approved") {
    const missing = demand.quorum - votes.length;
    const people = missing === 1 ? "one other person" : `${missing} other people`;
    return `Your approval of ${request.id} counts (${what}). It needs ${people} as well.`;
  }
  return `Approved ${request.id}: ${what}. It may run once, if the agent collects it by ${request.collectBy}.`;
}
