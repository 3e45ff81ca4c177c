import type { ClaimedSession } from "../../ports/earshot/sessions.ts";

/** How a session that is being worked on is told to end early. */
export interface RunSignals {
  /** The claim is lost, or the agent was halted: stop at once; nothing may be written any more. */
  readonly lost: AbortSignal;
  /** The host stops: give the session back at the next step where nothing is half done. */
  readonly stopping: AbortSignal;
  /** A person wants the session to end. */
  readonly cancelled: AbortSignal;
}

/**
 * Works on a claimed session until it has ended, waits for a person, or was given back. Rejects
 * only with SESSION_LOST and NOT_ALLOWED; any other fault ends the session as failed.
 */
export type SessionRunner = (claimed: ClaimedSession, signals: RunSignals) => Promise<void>;
