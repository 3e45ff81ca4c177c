import type { Level } from "../../domain/authority/action.ts";
import type { ErrorCode } from "../../domain/errors.ts";
import type { PrincipalId, RequestId } from "../../domain/id.ts";
import type { Claim, InboxDelivery, InboxItem, Split } from "../../domain/inbox/inbox.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Event } from "../../domain/log/event.ts";
import type { Principal } from "../../domain/people/principal.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

export interface InboxInput {
  /** `needs_me` where absent; not looked at where there is a query. */
  readonly split?: Split;
  /**
   * Words, all of which have to stand in what was asked, and filters: `agent:ci`, `level:high`,
   * `tool:transfer`, `kind:question`, `status:approved`, `by:ana`, `is:overdue`, `is:claimed`,
   * `is:unseen`, `since:2026-11-21`, `until:yesterday`. At most 256 characters.
   */
  readonly query?: string;
  /** Whose days and times these are; that of the caller's attention, or UTC, where absent. */
  readonly timeZone?: string;
  readonly cursor?: string;
  /** 1 to 100; 50 where absent. */
  readonly limit?: number;
}

export interface InboxPage {
  /**
   * `needs_me` and `snoozed`: the highest level first (a question counts as MEDIUM), of one level
   * what ends soonest, then the oldest. Otherwise the newest first.
   */
  readonly items: readonly InboxItem[];
  /** Of a search it may be there with few items or none: it has not looked at all that is older. */
  readonly next?: string;
  readonly counts: {
    readonly needs_me: number;
    readonly others: number;
    readonly waiting: number;
    readonly snoozed: number;
  };
  /** The newest event that the page knows of: follow from there. */
  readonly seq: number;
}

/** What an approval by the caller would take now. */
export interface ApprovalNeeds {
  /** Why the caller may not approve it at all; absent where they may. */
  readonly refusal?: string;
  readonly refusalCode?: ErrorCode;
  /** Type the first six or more digits of the digest. */
  readonly typed: boolean;
  readonly passphrase: boolean;
  /**
   * `required`: nothing else does; `possible`: it stands for typing and for the passphrase; `none`
   * also where the caller has registered none.
   */
  readonly passkey: "none" | "possible" | "required";
  /** What it takes and the caller has not: it has to be set first. */
  readonly missing?: "passphrase" | "passkey";
  /** Whose votes so far count no more: a key was revoked. Absent where all of them count. */
  readonly withdrawn?: readonly PrincipalId[];
}

/** An earlier request like this one, and how it was decided. */
export interface SimilarRequest {
  readonly request: Request;
  /** 1 for the same text or the same arguments. */
  readonly similarity: number;
}

/** All that a person looks at to decide. */
export interface InboxDetail {
  readonly request: Request;
  /** Oldest first, at most 100. */
  readonly history: readonly Event[];
  /** Whoever the history tells of, also those whom the request itself does not name. */
  readonly actors?: readonly { readonly id: PrincipalId; readonly name: string }[];
  readonly claim?: Claim;
  readonly deliveries: readonly InboxDelivery[];
  /** Of the caller. */
  readonly snoozedUntil?: Timestamp;
  /**
   * What the agent did just before it asked, oldest first, at most 10: its tool calls, as logged.
   * Where the action names a session, those that were logged with it as their run.
   */
  readonly steps: readonly Event[];
  /** Decided ones of the last 500, the most similar first, at most 5. */
  readonly similar: readonly SimilarRequest[];
  /** The rule of the policy that asked, as written; absent for the built-in one. */
  readonly rule?: JsonObject;
  /** Of an open authorization. */
  readonly needs?: ApprovalNeeds;
  /** Present where the caller could take back their vote, or the approval, now. */
  readonly isRevocable?: true;
}

export interface SnoozeInput {
  readonly id: RequestId;
  /** In the future, at most 30 days; absent takes it back. */
  readonly until?: Timestamp;
}

/** How people answered within the last days. */
export interface Insights {
  readonly since: Timestamp;
  /** Only so many of the newest were counted: there were more, and `since` is when the oldest of these was asked. */
  readonly newest?: number;
  /** From asked to answered or decided by a person; `ms` are quantiles 0, 0.01 … 1 of `count`. */
  readonly answerTimes: readonly {
    readonly level: Level | "QUESTION";
    readonly count: number;
    readonly ms: readonly number[];
  }[];
  readonly outcomes: readonly ToolOutcomes[];
  /** Requests that asked people, by the hour in which they did; hours without are left out. */
  readonly interruptions: readonly { readonly at: Timestamp; readonly count: number }[];
  /** From first seen in the inbox by whoever decided to their decision. */
  readonly dwell: {
    readonly decided: number;
    /** Decided in less than 2 s after it was seen. */
    readonly underTwoSeconds: number;
    /** The last one has no `toMs`. */
    readonly buckets: readonly {
      readonly fromMs: number;
      readonly toMs?: number;
      readonly count: number;
    }[];
  };
}

export interface ToolOutcomes {
  /** `question` for questions. */
  readonly tool: string;
  readonly level: Level | "QUESTION";
  readonly answered: number;
  readonly approved: number;
  /** Of the approved ones, with other arguments. */
  readonly edited: number;
  readonly rejected: number;
  readonly expired: number;
  readonly cancelled: number;
}

/** An agent as an operator sees it. */
export interface ListedAgent {
  readonly principal: Extract<Principal, { kind: "agent" }>;
  readonly keys: number;
  /** Counted up to 1,000. */
  readonly openRequests: number;
}

/** What operators do in their inbox; a part of `Earshot`. NOT_ALLOWED for agents and services. */
export interface Inbox<O> {
  inbox(input?: InboxInput): Promise<InboxPage>;
  inboxItem(input: { readonly id: RequestId }, options?: O): Promise<InboxDetail>;
  /** Notes that the inbox shows these; what was noted before or has closed is passed over. At most 100. */
  noteSent(
    input: { readonly ids: readonly RequestId[] },
    options?: O,
  ): Promise<{ readonly noted: number }>;
  /** Notes that the caller has opened it; once. */
  noteSeen(input: { readonly id: RequestId }, options?: O): Promise<{ readonly seenAt: Timestamp }>;
  /** Takes an open request on; ALREADY_CLAIMED where another operator has, unless `take`. */
  claim(input: { readonly id: RequestId; readonly take?: boolean }, options?: O): Promise<Claim>;
  /** Gives it back; what the caller does not hold is no error. */
  release(input: { readonly id: RequestId }, options?: O): Promise<{ readonly released: boolean }>;
  /**
   * Takes a question out of those that share an answer: people are asked for it itself. INVALID_INPUT
   * where it shares none, or has got its answer.
   */
  separate(input: { readonly id: RequestId }, options?: O): Promise<Request>;
  snooze(input: SnoozeInput, options?: O): Promise<{ readonly until?: Timestamp }>;
  /** 1 to 90 days; 7 where absent. */
  insights(input?: { readonly days?: number }): Promise<Insights>;
  listAgents(): Promise<{ readonly items: readonly ListedAgent[] }>;
  /** From the moment this resolves nothing of the agent is served and no grant of it redeems. */
  haltAgent(
    input: { readonly id: PrincipalId },
    options?: O,
  ): Promise<Extract<Principal, { kind: "agent" }>>;
  resumeAgent(
    input: { readonly id: PrincipalId },
    options?: O,
  ): Promise<Extract<Principal, { kind: "agent" }>>;
}
