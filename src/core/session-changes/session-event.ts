import type { PrincipalId } from "../../domain/id.ts";
import type { EventData, EventDraft } from "../../domain/log/event.ts";
import type { Session } from "../../domain/sessions/session.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/** A session's log event. Without an actor, time or the hub caused it. */
export function sessionEvent(
  { id, agent }: Session,
  type: EventDraft["type"],
  by: { readonly at: Timestamp; readonly actor?: PrincipalId; readonly data?: EventData },
): EventDraft {
  return { ...by, type, subject: id, agent };
}
