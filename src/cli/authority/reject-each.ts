import { alsoRevokedWords } from "../../channels/console/closed-line.ts";
import { isHeld } from "../../channels/console/undoing.ts";
import { ENGLISH, type Voice } from "../../channels/console/voice.ts";
import { type EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import { atControllingTerminal } from "../terminal/controlling-terminal.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** The result for several requests that were to be closed. */
export interface Closing {
  readonly closed: number;
  /** The first error; one about an already closed request only if there is no other. */
  readonly failure?: EarshotError;
  /** Those whose decision can still be taken back. */
  readonly held: readonly ShownRequest[];
}

/**
 * Closes each in a call of its own, so that one that somebody else closed first does not stop the
 * others. Started again, it continues with what is still open.
 */
export async function closeEach(
  context: RunContext & Speaking,
  ids: readonly RequestId[],
  close: (id: RequestId, call: CallOptions) => Promise<ShownRequest>,
): Promise<Closing> {
  const { output, call } = context;
  let closed = 0;
  const held: ShownRequest[] = [];
  let failure: EarshotError | undefined;
  for (const id of ids) {
    try {
      const decided = await close(id, callFor(call, id));
      if (isHeld(decided)) held.push(decided);
      else tellClosed(context, decided);
      closed += 1;
    } catch (error) {
      if (!isEarshotError(error)) throw error;
      output.note(error.message);
      if (failure === undefined || failure.code === "REQUEST_CLOSED") failure = error;
    }
  }
  return { closed, held, ...present({ failure }) };
}

export function tellClosed(
  { options, output, voice = ENGLISH }: RunContext & Speaking,
  closed: ShownRequest,
): void {
  if (options.json === true) output.json(closed);
  else output.note(closedWords(closed, voice));
}

interface Speaking {
  readonly voice?: Voice;
}

function closedWords(closed: ShownRequest, voice: Voice): string {
  const { id, status } = closed;
  const how = status === "cancelled" || status === "responded" ? status : "rejected";
  return voice.own.say(`done.${how}`, { id }) + alsoRevokedWords(closed, voice);
}

/** A key belongs to one call: each of several calls gets its own. */
function callFor(call: CallOptions, id: RequestId): CallOptions {
  const { idempotencyKey } = call;
  return idempotencyKey === undefined
    ? call
    : { ...call, idempotencyKey: `${idempotencyKey}:${id}` };
}

/** Whether the person at the terminal types how many there are. */
export async function typesCount(
  { signal, voice = ENGLISH }: Pick<RunContext, "signal"> & Speaking,
  { what, count }: { readonly what: string; readonly count: number },
): Promise<boolean> {
  const why = "so many are confirmed at one; --yes takes them without asking";
  return await atControllingTerminal(
    { why, signal },
    async ({ readLine }) =>
      (await readLine(voice.own.say("count.type", { what, count }))).trim() === String(count),
  );
}
