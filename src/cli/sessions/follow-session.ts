import type { EarshotClient } from "../../client/client.ts";
import { sleep } from "../../client/transport.ts";
import type { SessionId } from "../../domain/id.ts";
import type { Session } from "../../domain/sessions/session.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Sessions } from "../../ports/earshot/sessions.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { eachEntry } from "./each-entry.ts";
import { waitText } from "./session-line.ts";
import { entryLines } from "./transcript.ts";

export interface Following {
  readonly id: SessionId;
  /** Continues with the session that follows it, and so on. */
  readonly isChain: boolean;
  readonly isFull: boolean;
}

/**
 * Prints a session from its beginning until it has ended; returns how it ended, as an exit code.
 */
export async function followSession(
  context: RunContext,
  earshot: EarshotClient,
  { id, isChain, isFull }: Following,
): Promise<number> {
  const { output, signal } = context;
  let session = await printWhole(context, earshot, { id, isFull });
  for (;;) {
    const next = isChain ? await nextOfChain(earshot, session.id, signal) : undefined;
    if (next === undefined) break;
    output.note(output.style.dim(`${next.id} goes on from ${session.id}.`));
    session = await printWhole(context, earshot, { id: next.id, isFull });
  }
  return ended(context, session);
}

async function printWhole(
  { output, options, signal }: RunContext,
  earshot: EarshotClient,
  { id, isFull }: Pick<Following, "id" | "isFull">,
): Promise<Session> {
  const { session } = await earshot.showSession({ id });
  const entries = eachEntry(earshot, { id, isLive: true, signal });
  for (;;) {
    const { done, value } = await entries.next();
    if (done === true) return value;
    if (options.json === true) output.json(value);
    else {
      const shown = { ...output, agent: session.agentName, isFull };
      for (const line of entryLines(value, shown)) output.line(line);
    }
  }
}

function ended({ output }: RunContext, session: Session): number {
  const { id, status, waitsFor } = session;
  switch (status) {
    case "paused":
      if (waitsFor !== undefined) {
        output.note(`${id} ${waitText(waitsFor)}: npx earshot show ${waitsFor.request}`);
      }
      return EXIT_CODES.pending;
    case "failed":
      return EXIT_CODES.error;
    case "cancelled":
      return EXIT_CODES.cancelled;
    default:
      return EXIT_CODES.answered;
  }
}

const LOOK_MS = 1_000;

/**
 * The session that continues this one. For a paused one it waits as long as it takes; undefined if
 * nothing continues it.
 */
async function nextOfChain(
  earshot: Pick<Sessions<CallOptions>, "showSession">,
  id: SessionId,
  signal: AbortSignal,
): Promise<Session | undefined> {
  for (;;) {
    const { session, chain } = await earshot.showSession({ id });
    const next = chain.find(({ continues }) => continues === id);
    if (next !== undefined || session.status !== "paused") return next;
    await sleep(LOOK_MS, signal);
  }
}
