import { notice } from "../../channels/console/agent-lines.ts";
import type { LineReader } from "../../channels/console/line-reader.ts";
import type { EarshotClient } from "../../client/client.ts";
import { type ErrorCode, isEarshotError } from "../../domain/errors.ts";
import type { ConversationId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import { present } from "../../domain/present.ts";
import type { AttachmentInput } from "../../ports/earshot/liaison.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { createConversationView } from "./conversation-view.ts";
import { isForNow, type Reaching, untilReached } from "./until-reached.ts";

/** What a dialogue on a terminal needs. */
export interface Desk {
  readonly context: RunContext;
  readonly earshot: EarshotClient;
  readonly reader: LineReader;
  readonly reaching: Reaching;
}

/** One conversation on the terminal. */
export interface Talk {
  readonly id: ConversationId;
  refresh(): Promise<unknown>;
  /** Says something, retrying while the server is away, and shows what comes of it. */
  say(
    message: string,
    idempotencyKey: string,
    attachments?: readonly AttachmentInput[],
  ): Promise<void>;
  /** Ends once it is completed and nothing more comes of what was said. */
  readonly over: AbortSignal;
}

/** Refused words are reported to the person, and the conversation continues. */
const MENDABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["INVALID_INPUT", "TOO_LARGE"]);

export function createTalk(
  { context, earshot, reader, reaching }: Desk,
  { id, isNew }: { readonly id: ConversationId; readonly isNew: boolean },
): Talk {
  const { signal } = reaching;
  const over = new AbortController();
  let isUnderWay = isNew;
  const view = createConversationView({
    earshot,
    id,
    signal,
    isNew,
    onShown,
    print: (text) => reader.print(text),
    page: () => ({ style: context.output.style, columns: reader.columns() }),
  });

  /** One that was completed before is over only once more has been said in it. */
  function onShown({ phase, dueAt }: Liaison): void {
    if (phase !== "completed") isUnderWay = true;
    else if (isUnderWay && dueAt === undefined) over.abort();
  }

  async function say(
    message: string,
    idempotencyKey: string,
    attachments?: readonly AttachmentInput[],
  ): Promise<void> {
    const input = { conversation_id: id, message, ...present({ attachments }) };
    view.expectOwnWords(1);
    try {
      await untilReached(reaching, () =>
        earshot.continueConversation(input, { idempotencyKey, signal }),
      );
      isUnderWay = true;
      await view.refresh();
    } catch (error) {
      if (signal.aborted) return;
      const isMendable = isEarshotError(error) && MENDABLE.has(error.code);
      if (!isMendable && !isForNow(error)) throw error;
      await tellFault(error, message);
    }
  }

  /** Stored words get a reply later; if they were not stored, the person has to know. */
  async function tellFault({ message: fault }: Error, message: string): Promise<void> {
    await view.refresh();
    const isKept = view.expectOwnWords(0) === 0;
    if (!isKept) view.expectOwnWords(-1);
    const rest = isKept
      ? "What you said is kept, and the reply comes here."
      : `Not sent: ${message}`;
    notice(reader, fault);
    notice(reader, rest);
  }

  return { id, refresh: view.refresh, say, over: over.signal };
}
