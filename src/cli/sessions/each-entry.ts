import type { SessionId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import { isEnded, type Session, type SessionEntry } from "../../domain/sessions/session.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Sessions } from "../../ports/earshot/sessions.ts";

const PAGE = 500;
const HOLD_MS = 50_000;

type Reader = Pick<Sessions<CallOptions>, "sessionEntries">;

export interface Reading {
  readonly id: SessionId;
  /** Continues with new entries until the session has ended. */
  readonly isLive: boolean;
  readonly signal?: AbortSignal;
}

/** What has happened in a session, in order; returns the session as it was last read. */
export async function* eachEntry(
  earshot: Reader,
  { id, isLive, signal }: Reading,
): AsyncGenerator<SessionEntry, Session> {
  let after = 0;
  for (;;) {
    const { items, session } = await earshot.sessionEntries(
      { id, after, limit: PAGE, ...present({ holdMs: isLive ? HOLD_MS : undefined }) },
      present({ signal }),
    );
    yield* items;
    after = items.at(-1)?.seq ?? after;
    const isOver = isLive ? isEnded(session.status) : true;
    if (isOver && (items.length === 0 || after >= session.entries)) return session;
  }
}
