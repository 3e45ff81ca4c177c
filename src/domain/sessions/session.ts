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

/** What began a session. `retry`: one that was asked something had ended without a word. */
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

/** Where a session talks with people: a chat of a platform, or a surface of Earshot's own. */
export interface SessionPlace {
  readonly channel: Surface;
  readonly chatId: string;
  readonly threadId?: string;
  /** The platform's message that started it. */
  readonly messageId?: string;
}

/** What a paused session waits for. */
export interface SessionWait {
  readonly request: RequestId;
  /**
   * - `question` – the agent asked; its tool call is answered with the person's words;
   * - `approval` – a tool call that people decide on;
   * - `repeat` – a tool call that may have run before the host was killed, and must not run twice
   *   without a person's yes.
   */
  readonly kind: "question" | "approval" | "repeat";
  /** The model's tool call that is to be answered, as its entry names it. */
  readonly call: string;
}

/** The time of a host's work on a session, which it renews; every write of the host repeats the epoch. */
export interface SessionClaim {
  /** Of the host: unique, made anew with every start. */
  readonly host: string;
  readonly until: Timestamp;
}

/** The schedule of the daily review; no name of an agent's own has a colon. */
export const REVIEW_SCHEDULE = "earshot:review";
export const REVIEW_LANE = `schedule ${REVIEW_SCHEDULE}`;

/** The tool whose calls ask in sessions. */
export const SESSION_QUESTION_TOOL = "ask_operator";

/** One run of an agent. What it has said and done are its entries. */
export interface Session {
  readonly id: SessionId;
  readonly workspace: WorkspaceId;
  readonly agent: PrincipalId;
  readonly agentName: string;
  readonly cause: SessionCause;
  /** What it was started with: a person's words, or those of a schedule. */
  readonly task: string;
  /** Who said it, as people know them; absent where a schedule did. */
  readonly from?: string;
  readonly conversation: ConversationId;
  readonly place?: SessionPlace;
  /** Sessions of one lane run one at a time, in the order of their ids. */
  readonly lane: string;
  /** The session that it goes on from: each has at most one that does. */
  readonly continues?: SessionId;
  /** The first of the chain that it stands in; its own id where it is the first. */
  readonly root: SessionId;
  /** The newest session of the same thread before it, which its words may refer to. */
  readonly follows?: SessionId;
  /** Of a schedule: `name due`, unique, so that it begins once whoever begins it. */
  readonly scheduled?: string;
  readonly status: SessionStatus;
  /** How often a host has taken it up without giving it back. */
  readonly attempts: number;
  /** Raised with each claim. */
  readonly epoch: number;
  /** Of a running one. */
  readonly claim?: SessionClaim;
  /** Of a paused one; kept when a continuation begins, since it is what that is told of. */
  readonly waitsFor?: SessionWait;
  /** Of a paused one whose request has closed: the session that goes on from it. */
  readonly continuedBy?: SessionId;
  /** It has asked a person, which ended it or one of its steps. */
  readonly asked: boolean;
  /** It has said something where it was started: a question, a message, a final reply. */
  readonly posted: boolean;
  /** A person wants it to end; the host is told when it renews. */
  readonly cancelAsked?: true;
  /** How many entries it has. */
  readonly entries: number;
  /** Goes into the digests of content in the log. */
  readonly salt: string;
  readonly createdAt: Timestamp;
  /** When its words were said, of one that was found in the history of a chat. */
  readonly saidAt?: Timestamp;
  readonly startedAt?: Timestamp;
  readonly endedAt?: Timestamp;
  /** Why it failed or was cancelled, for people. */
  readonly reason?: string;
  /** Of one that was taken in from another ledger: how that called it. */
  readonly importedId?: string;
  /** Its task and the content of its entries were erased then. */
  readonly erasedAt?: Timestamp;
  readonly version: number;
}

/** A tool call as a session keeps it. `id` is new within the session. */
export interface SessionCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

/** What happened in a session, in its order; content that a person may have erased. */
export type SessionEntryBody =
  /** What the model is started with; made once, so that a session that is taken up again is told the same. */
  | { readonly kind: "prompt"; readonly text: string }
  /** A later word of a person in the same lane, or of the host, that the model is given. */
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
  /** What a precondition of a tool call was when people were asked, to be looked at again before it runs. */
  | {
      readonly kind: "checked";
      readonly call: string;
      readonly check: string;
      readonly text: string;
    }
  /** What the host has to say of itself: that it took the session up again, that it stops. */
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "end"; readonly status: SessionStatus; readonly text: string };

export interface SessionEntry {
  readonly workspace: WorkspaceId;
  readonly session: SessionId;
  /** From 1, without gaps. */
  readonly seq: number;
  readonly at: Timestamp;
  /** Of the claim under which it was written. */
  readonly epoch: number;
  readonly body: SessionEntryBody;
}

/** Whether a session in this status may change still; `paused` ends one too: what follows is another session. */
export function isEnded(status: SessionStatus): boolean {
  return status !== "pending" && status !== "queued" && status !== "running";
}
