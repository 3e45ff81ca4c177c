import type { ConversationId, PrincipalId, RequestId, SessionId, WorkspaceId } from "../id.ts";
import type { Surface } from "../surface.ts";
import type { Timestamp } from "../timestamp.ts";

/** See `session-machine.ts`. */
export const SESSION_STATUSES = [
  "pending",
  "queued",
  "running",
  "completed",
  "paused",
  "failed",
  "cancelled",
] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** What began a session. `retry`: an earlier one was asked something and ended without a word. */
export const SESSION_CAUSES = [
  "message",
  "schedule",
  "command",
  "continuation",
  "retry",
  "resume",
  "import",
] as const;
export type SessionCause = (typeof SESSION_CAUSES)[number];

/** Where a session talks with people: a chat of a platform, or one of Earshot's own surfaces. */
export interface SessionPlace {
  readonly channel: Surface;
  readonly chatId: string;
  readonly threadId?: string;
  /** The message of the platform that started it. */
  readonly messageId?: string;
}

/** What a paused session waits for. */
export interface SessionWait {
  readonly request: RequestId;
  /**
   * - `question` – the agent asked; its tool call is answered with the person's words;
   * - `approval` – people decide on a tool call;
   * - `repeat` – a tool call may have run before the host was killed, and must not run twice without a
   *   person's yes.
   */
  readonly kind: "question" | "approval" | "repeat";
  /** The model's tool call that is to be answered, by its entry's name for it. */
  readonly call: string;
}

/** A host's right to work on a session for a time, which it renews. Its writes all repeat the epoch. */
export interface SessionClaim {
  /** The host's name: unique, and new with every start. */
  readonly host: string;
  readonly until: Timestamp;
}

/** The schedule of the daily review; an agent's own names have no colon. */
export const REVIEW_SCHEDULE = "earshot:review";
export const REVIEW_LANE = `schedule ${REVIEW_SCHEDULE}`;

/** The tool that asks people in sessions. */
export const SESSION_QUESTION_TOOL = "ask_operator";

/** One run of an agent. Its entries hold what it has said and done. */
export interface Session {
  readonly id: SessionId;
  readonly workspace: WorkspaceId;
  readonly agent: PrincipalId;
  readonly agentName: string;
  readonly cause: SessionCause;
  /** What it was started with: a person's words, or those of a schedule. */
  readonly task: string;
  /** The name of the person who said it; absent if a schedule started it. */
  readonly from?: string;
  readonly conversation: ConversationId;
  readonly place?: SessionPlace;
  /** Sessions of one lane run one at a time, in the order of their ids. */
  readonly lane: string;
  /** The session that it continues; each is continued at most once. */
  readonly continues?: SessionId;
  /** The first session of its chain; its own id if it is the first. */
  readonly root: SessionId;
  /** The previous session of the same thread, which its words may refer to. */
  readonly follows?: SessionId;
  /** For a schedule: `name due`, unique, so that it begins only once over all hosts. */
  readonly scheduled?: string;
  readonly status: SessionStatus;
  /** How often a host took it up without giving it back. */
  readonly attempts: number;
  /** Raised with each claim. */
  readonly epoch: number;
  /** For a running session. */
  readonly claim?: SessionClaim;
  /** For a paused session; kept when a continuation begins, which is told about it. */
  readonly waitsFor?: SessionWait;
  /** For a paused session whose request has closed: the session that continues it. */
  readonly continuedBy?: SessionId;
  /** It has asked a person, which ended it or one of its steps. */
  readonly asked: boolean;
  /** It has posted something where it was started: a question, a message, a final reply. */
  readonly posted: boolean;
  /** A person wants it to end; the host is told when it renews. */
  readonly cancelAsked?: true;
  /** How many entries it has. */
  readonly entries: number;
  /** Part of the digests of content in the log. */
  readonly salt: string;
  readonly createdAt: Timestamp;
  /** When its words were said, if it was found in the history of a chat. */
  readonly saidAt?: Timestamp;
  readonly startedAt?: Timestamp;
  readonly endedAt?: Timestamp;
  /** Why it failed or was cancelled, for people. */
  readonly reason?: string;
  /** For an imported session: its id in the other ledger. */
  readonly importedId?: string;
  /** When its task and the content of its entries were erased. */
  readonly erasedAt?: Timestamp;
  readonly version: number;
}

/** A stored tool call. `id` is new within the session. */
export interface SessionCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

/** One thing that happened in a session; its content may be erased. */
export type SessionEntryBody =
  /** What the model is started with; made only once, so that it is the same after a host's change. */
  | { readonly kind: "prompt"; readonly text: string }
  /** Later words for the model, from a person in the same lane or from the host. */
  | { readonly kind: "told"; readonly text: string; readonly from?: string }
  | {
      readonly kind: "reply";
      readonly text: string;
      readonly calls: readonly SessionCall[];
      readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
    }
  /** From here the tool may have had its effect. */
  | { readonly kind: "begun"; readonly call: string; readonly tool: string }
  /** Its result; a call that has one is never run again. */
  | {
      readonly kind: "done";
      readonly call: string;
      readonly tool: string;
      readonly text: string;
      readonly isError: boolean;
    }
  /** The precondition of a tool call when people were asked; it is checked again before the call runs. */
  | {
      readonly kind: "checked";
      readonly call: string;
      readonly check: string;
      readonly text: string;
    }
  /** Words of the host about itself: that it took the session up again, or that it stops. */
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "end"; readonly status: SessionStatus; readonly text: string };

export interface SessionEntry {
  readonly workspace: WorkspaceId;
  readonly session: SessionId;
  /** From 1, without gaps. */
  readonly seq: number;
  readonly at: Timestamp;
  /** The epoch of the claim under which it was written. */
  readonly epoch: number;
  readonly body: SessionEntryBody;
}

/** Whether a session with this status has ended. `paused` is an end, too: another session continues it. */
export function isEnded(status: SessionStatus): boolean {
  return status !== "pending" && status !== "queued" && status !== "running";
}
