import { alsoRevokedWords } from "../../channels/console/closed-line.ts";
import { type EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import { atControllingTerminal } from "../terminal/controlling-terminal.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** What became of several that were to be closed. */
export interface Closing {
  readonly closed: number;
  /** The first; one that was closed already only where that is all that went wrong. */
  readonly failure?: EarshotError;
}

/**
 * Closes each in a call of its own; one that somebody else was faster with keeps none of the others
 * back. Begun again it goes on with what is open still.
 */
export async function closeEach(
  context: RunContext,
  ids: readonly RequestId[],
  close: (id: RequestId, call: CallOptions) => Promise<Request>,
): Promise<Closing> {
  const { output, call } = context;
  let closed = 0;
  let failure: EarshotError | undefined;
  for (const id of ids) {
    try {
      tellClosed(context, await close(id, callFor(call, id)));
      closed += 1;
    } catch (error) {
      if (!isEarshotError(error)) throw error;
      output.note(error.message);
      if (failure === undefined || failure.code === "REQUEST_CLOSED") failure = error;
    }
  }
  return { closed, ...present({ failure }) };
}

export function tellClosed({ options, output }: RunContext, closed: Request): void {
  if (options.json === true) output.json(closed);
  else {
    const how = closed.status === "cancelled" ? "Cancelled" : "Rejected";
    output.note(`${how} ${closed.id}.${alsoRevokedWords(closed)}`);
  }
}

/** One key stands for one call: of several each has its own. */
function callFor(call: CallOptions, id: RequestId): CallOptions {
  const { idempotencyKey } = call;
  return idempotencyKey === undefined
    ? call
    : { ...call, idempotencyKey: `${idempotencyKey}:${id}` };
}

/** Whether the person at the terminal types how many these are. */
export async function typesCount(
  { signal }: Pick<RunContext, "signal">,
  { what, count }: { readonly what: string; readonly count: number },
): Promise<boolean> {
  const why = "so many are confirmed at one; --yes takes them without asking";
  return await atControllingTerminal(
    { why, signal },
    async ({ readLine }) =>
      (await readLine(`${what} Type ${count} to do it: `)).trim() === String(count),
  );
}
