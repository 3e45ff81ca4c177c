import { untilClosed } from "../client/until-closed.ts";
import type { RequestId } from "../domain/id.ts";
import { answerText } from "../domain/question.ts";
import type { Waited } from "../domain/request.ts";
import type { Earshot } from "../ports/earshot.ts";
import { oneLine } from "../render/visible-text.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import type { Output } from "./output.ts";
import type { RunContext } from "./run-context.ts";

/** Waits as long as it takes, or `holdMs`; prints the answer and returns the exit code. */
export async function waitAndPrint(
  { output, options, signal }: RunContext,
  earshot: Pick<Earshot, "wait">,
  { id, holdMs }: { id: RequestId; holdMs?: number | undefined },
): Promise<number> {
  let isAway = false;
  try {
    const waited = await untilClosed(earshot, id, {
      ...(holdMs === undefined ? {} : { holdMs }),
      signal,
      onInterruption(error) {
        if (!isAway) output.note(output.style.dim(`${error.message} ${id} is kept; waiting on …`));
        isAway = true;
      },
    });
    return printOutcome(output, waited, options.json === true);
  } catch (error) {
    if (!signal.aborted) throw error;
    output.note(`Interrupted. ${id} is still open: npx earshot wait ${id} picks it up.`);
    return EXIT_CODES.interrupted;
  }
}

/** Standard output gets the answer's text, or the id of a request that is still open. */
export function printOutcome(output: Output, waited: Waited, isJson: boolean): number {
  const { outcome, request } = waited;
  if (isJson) output.json(waited);
  switch (request.status) {
    case "answered":
      if (!isJson) output.line(answerText(request.answer));
      break;
    case "open":
      if (!isJson) output.line(request.id);
      output.note(`Still open: npx earshot wait ${request.id} picks it up.`);
      break;
    case "expired":
      output.note(`Expired at ${request.closedAt}: nobody has answered ${request.id}.`);
      break;
    case "cancelled": {
      const why = request.reason === undefined ? "" : `: ${oneLine(request.reason, 200)}`;
      output.note(`Cancelled by ${request.closedBy.name} at ${request.closedAt}${why}`);
      break;
    }
  }
  return EXIT_CODES[outcome];
}
