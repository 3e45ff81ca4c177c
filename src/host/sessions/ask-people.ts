import { isEarshotError } from "../../domain/errors.ts";
import type { SessionCall } from "../../domain/sessions/session.ts";
import type { AskInSessionInput } from "../../ports/earshot/sessions.ts";
import { failedWith } from "../../tools/registry/outcome.ts";
import { type CallResult, type Made, PAUSED } from "./call-context.ts";
import { DO_NOT_RUN, RUN_AGAIN } from "./host-words.ts";
import type { SessionWork } from "./session-work.ts";

const MAX_SHOWN = 4_000;

/** Asks the model's question, which ends the session. */
export async function askOperator(
  work: SessionWork,
  { id: call, name }: SessionCall,
  text: string,
): Promise<Made> {
  const error = await askOrFail(work, { call, question: { text, ...toOf(work) } });
  return error === undefined ? PAUSED : asResult(name, error);
}

/** Asks whether to repeat a call that may have run, which ends the session. */
export async function askRepeat(work: SessionWork, call: SessionCall): Promise<Made> {
  const { id, name, args } = call;
  const shown = JSON.stringify(args) ?? "null";
  const error = await askOrFail(work, {
    call: id,
    kind: "repeat",
    question: {
      text: `${name} may have run already: the host was stopped before it heard. Shall it run again?`,
      context: `Its arguments: ${shown.slice(0, MAX_SHOWN)}`,
      form: {
        kind: "choice",
        options: [
          { label: RUN_AGAIN, description: "It has not run, or running it twice does no harm." },
          { label: DO_NOT_RUN, description: "It has run, or is not wanted any more." },
        ],
      },
      ...toOf(work),
    },
  });
  if (error === undefined) return PAUSED;
  return {
    text: `${name} was interrupted, nobody knows whether it had its effect, and nobody could be asked (${asResult(name, error).text}). Look before anything else, and do not call it again without a person's yes.`,
    isError: true,
  };
}

type Asking = Pick<AskInSessionInput, "call" | "kind" | "question">;

/** Why it could not be asked; the session then goes on. */
async function askOrFail(work: SessionWork, input: Asking): Promise<unknown> {
  work.at("before_ask");
  try {
    await work.step(() => work.runtime.earshot.askInSession({ ...work.held, ...input }));
  } catch (error) {
    work.assertHeld();
    if (!isEarshotError(error) || error.code === "SESSION_LOST") throw error;
    return error;
  }
  work.at("after_ask");
  return undefined;
}

export function asResult(tool: string, error: unknown): CallResult {
  return { text: failedWith(tool, error).text, isError: true };
}

function toOf({ runtime: { operators } }: SessionWork) {
  return operators === undefined ? {} : { to: operators };
}
