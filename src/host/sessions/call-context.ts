import { present } from "../../domain/present.ts";
import type { SessionCall } from "../../domain/sessions/session.ts";
import type { ToolExecutionContext, ToolResult } from "../../tools/registry/tool.ts";
import type { SessionWork } from "./session-work.ts";

/** The result of a call, as its entry keeps it and the model hears it. */
export interface CallResult {
  readonly text: string;
  readonly isError: boolean;
}

/** The session has ended because it waits for people. */
export const PAUSED = "paused";
export type Made = CallResult | typeof PAUSED;

export interface KeyedCall extends SessionCall {
  /** The same for the same call, however often it is made, so that its effects happen once. */
  readonly key: string;
}

/** Limits what an entry holds and a model reads. */
const MAX_CHARACTERS = 60_000;

export function resultOf(result: ToolResult): CallResult {
  return { text: cut(result.text), isError: !result.ok };
}

export function contextOf(
  { runtime, claimed, signal }: SessionWork,
  { key }: Pick<KeyedCall, "key">,
  worker?: NonNullable<ToolExecutionContext["session"]>["runWorker"],
): ToolExecutionContext {
  const { id, continues, place } = claimed.session;
  const { earshot, operators, skills, workers, now } = runtime;
  return {
    earshot,
    call: key,
    signal,
    now,
    ...present({ operators, channel: place?.channel, chat_id: place?.chatId }),
    session: {
      id,
      skills,
      ...present({
        continues,
        runWorker: worker === undefined || workers.length === 0 ? undefined : worker,
      }),
    },
  };
}

function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text.toWellFormed();
  const left = text.length - MAX_CHARACTERS;
  return `${text.slice(0, MAX_CHARACTERS).toWellFormed()}\n(${left} characters more were cut off. Ask for less at once.)`;
}
