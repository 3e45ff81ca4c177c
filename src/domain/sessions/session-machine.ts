import { EarshotError } from "../errors.ts";
import type { SessionId } from "../id.ts";
import { present } from "../present.ts";
import { type Timestamp, toMs } from "../timestamp.ts";
import { isEnded, type Session, type SessionClaim, type SessionWait } from "./session.ts";

/*
 * The life of a session.
 *
 * pending
 *   An order that was found in the history of a chat. Somebody else may have carried it out already,
 *   so a person decides whether it begins.
 *   `begin`   → queued.
 *   `cancel`  → cancelled.
 *
 * queued
 *   A session is born queued, with version 1 and epoch 0.
 *   `claim`   → running, with a host's claim, one more attempt and the next epoch.
 *   `cancel`  → cancelled.
 *   `fail`    → failed: a restore does this.
 *
 * running
 *   One host works on it, under a claim that it renews.
 *   `claim`   → running under another claim, once the previous one has run out. The epoch goes up, so
 *               anything that the former host still writes is refused.
 *   `renew`   → running, with a later end of the claim.
 *   `note`    → running, with more entries, or with what it has asked and posted.
 *   `release` → queued again: its host stops, and another may continue from what is stored.
 *   `pause`   → paused, with what it waits for.
 *   `complete`→ completed.  `fail` → failed.
 *   `cancel`  → running with the wish to end; the host then ends it by `end_cancelled`. If the claim
 *               has run out, it is cancelled at once.
 *   `end_cancelled` → cancelled.
 *   Every event of a host names the epoch of its claim. Another epoch, or a claim that has run out,
 *   throws SESSION_LOST and changes nothing.
 *
 * paused
 *   Ended, and waits for a person.
 *   `continue`→ still paused, with the session that continues it, so that nobody ends it meanwhile.
 *   `cancel`, `abandon` → cancelled, unless a session continues it.
 *
 * paused, completed, failed, cancelled
 *   Ended. Nothing else changes them: other events throw SESSION_LOST for the host and SESSION_CLOSED
 *   for everybody else. What follows is another session that continues it.
 */
export type SessionEvent =
  | { readonly type: "claim"; readonly claim: SessionClaim }
  | { readonly type: "begin" }
  | { readonly type: "abandon"; readonly reason: string }
  | { readonly type: "cancel"; readonly reason?: string }
  | { readonly type: "continue"; readonly by: SessionId }
  | { readonly type: "lose"; readonly reason: string }
  | HostEvent;

export type HostEvent = { readonly epoch: number } & (
  | { readonly type: "renew"; readonly until: Timestamp }
  | {
      readonly type: "note";
      readonly entries: number;
      readonly asked?: true;
      readonly posted?: true;
    }
  | { readonly type: "release" }
  | { readonly type: "pause"; readonly waitsFor: SessionWait }
  | { readonly type: "complete"; readonly posted?: true }
  | { readonly type: "fail"; readonly reason: string; readonly posted?: true }
  | { readonly type: "end_cancelled"; readonly reason?: string }
);

/** The next value. Throws SESSION_LOST or SESSION_CLOSED. */
export function moveSession(session: Session, event: SessionEvent, now: Timestamp): Session {
  switch (event.type) {
    case "claim":
      return claim(session, event.claim, now);
    case "begin":
      if (session.status !== "pending") throw notSo(session, "begun");
      return { ...session, status: "queued", version: session.version + 1 };
    case "cancel":
      return cancel(session, event.reason, now);
    case "continue":
      if (session.status !== "paused") throw notSo(session, "continued");
      return { ...session, continuedBy: event.by, version: session.version + 1 };
    case "abandon":
      if (session.status !== "paused") throw notSo(session, "given up");
      return { ...ended(session, "cancelled", now), reason: event.reason };
    case "lose":
      if (isEnded(session.status)) throw notSo(session, "lost");
      return { ...ended(session, "failed", now), reason: event.reason };
    default:
      return moveByHost(asHeld(session, event.epoch, now), event, now);
  }
}

/** True for a session that a host may take up now. */
export function isClaimable({ status, claim }: Session, now: Timestamp): boolean {
  return (
    status === "queued" || (status === "running" && (claim === undefined || claim.until <= now))
  );
}

function moveByHost(session: Session, event: HostEvent, now: Timestamp): Session {
  const version = session.version + 1;
  switch (event.type) {
    case "renew": {
      if (session.claim === undefined) throw lost(session);
      return { ...session, claim: { ...session.claim, until: event.until }, version };
    }
    case "note":
      return {
        ...session,
        entries: session.entries + event.entries,
        version,
        asked: session.asked || event.asked === true,
        posted: hasPosted(session, event),
      };
    case "release": {
      const { claim: _, ...rest } = session;
      // A host that gives it back in an orderly way has not failed at it.
      const attempts = Math.max(session.attempts - 1, 0);
      return { ...rest, status: "queued", attempts, version };
    }
    case "pause":
      return {
        ...ended(session, "paused", now),
        waitsFor: event.waitsFor,
        asked: true,
        posted: true,
      };
    case "complete":
      return { ...ended(session, "completed", now), posted: hasPosted(session, event) };
    case "fail":
      return {
        ...ended(session, "failed", now),
        reason: event.reason,
        posted: hasPosted(session, event),
      };
    case "end_cancelled": {
      const reason = event.reason ?? session.reason;
      return { ...ended(session, "cancelled", now), ...present({ reason }) };
    }
    default:
      throw new Error(`Unknown event ${String(event satisfies never)}`);
  }
}

function hasPosted(session: Session, event: { readonly posted?: true }): boolean {
  return session.posted || event.posted === true;
}

function claim(session: Session, by: SessionClaim, now: Timestamp): Session {
  if (!isClaimable(session, now)) throw notSo(session, "taken up");
  return {
    ...session,
    status: "running",
    claim: by,
    epoch: session.epoch + 1,
    attempts: session.attempts + 1,
    startedAt: session.startedAt ?? now,
    version: session.version + 1,
  };
}

function cancel(session: Session, reason: string | undefined, now: Timestamp): Session {
  if (isEnded(session.status) && session.status !== "paused") throw notSo(session, "cancelled");
  const why = reason === undefined ? {} : { reason };
  const isHeld = session.status === "running" && !isClaimable(session, now);
  if (!isHeld) return { ...ended(session, "cancelled", now), ...why };
  return { ...session, ...why, cancelAsked: true, version: session.version + 1 };
}

function ended(session: Session, status: Session["status"], now: Timestamp): Session {
  const { claim: _, cancelAsked: __, ...rest } = session;
  return { ...rest, status, endedAt: session.endedAt ?? now, version: session.version + 1 };
}

function asHeld(session: Session, epoch: number, now: Timestamp): Session {
  const { status, claim } = session;
  const isHeld = status === "running" && claim !== undefined && toMs(claim.until) > toMs(now);
  if (!isHeld || session.epoch !== epoch) throw lost(session);
  return session;
}

function lost({ id, status }: Session): EarshotError {
  return new EarshotError(
    "SESSION_LOST",
    `Session ${id} is not this host's any more: it is ${status}, or another host has taken it up. Stop working on it.`,
    { details: { id, status } },
  );
}

function notSo({ id, status }: Session, what: string): EarshotError {
  return new EarshotError("SESSION_CLOSED", `Session ${id} is ${status} and cannot be ${what}.`, {
    details: { id, status },
  });
}
