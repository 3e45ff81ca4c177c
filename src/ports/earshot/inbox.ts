import type { Level } from "../../domain/authority/action.ts";
import type { ErrorCode } from "../../domain/errors.ts";
import type { PrincipalId, RequestId } from "../../domain/id.ts";
import type { Already } from "../../domain/inbox/already.ts";
import type { Assignment } from "../../domain/inbox/assignment.ts";
import type { Claim, InboxDelivery, InboxItem, Split } from "../../domain/inbox/inbox.ts";
import type { Precedent } from "../../domain/inbox/precedent.ts";
import type { SavedReplies } from "../../domain/inbox/saved-replies.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Event } from "../../domain/log/event.ts";
import type { Principal } from "../../domain/people/principal.ts";
import type { TestOutcome, TestShare } from "../../domain/planted/planted.ts";
import type { Twist } from "../../domain/planted/twist.ts";
import type { Request, ShownRequest } from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

export interface InboxInput {
  /** `needs_me` if absent; ignored if there is a query. */
  readonly split?: Split;
  /**
   * Words, all of which must occur in what was asked, and filters: `agent:ci`, `level:high`,
   * `tool:transfer`, `kind:question`, `status:approved`, `by:ana`, `is:overdue`, `is:claimed`,
   * `is:unseen`, `since:2026-11-21`, `until:yesterday`. Of what is open `is:mine` finds what the caller can
   * decide, and `is:others` the rest. At most 256 characters.
   */
  readonly query?: string;
  /**
   * Of the split, only the open requests that share a row with this one, each on a row of its own and all
   * on one page.
   */
  readonly alike?: RequestId;
  /** The zone of days and times; if absent, that of the caller's attention, or UTC. */
  readonly timeZone?: string;
  readonly cursor?: string;
  /** 1 to 100; 50 if absent. */
  readonly limit?: number;
}

export interface InboxPage {
  /**
   * `needs_me` and `snoozed`: the highest level first (a question counts as MEDIUM), within a level
   * those that end soonest, then the oldest. Otherwise the newest first.
   */
  readonly items: readonly InboxItem[];
  /** A search may give it with few items or none: it has not yet looked at everything older. */
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

/** What an approval by the caller would need now. */
export interface ApprovalNeeds {
  /** Why the caller may not approve it at all; absent if they may. */
  readonly refusal?: string;
  readonly refusalCode?: ErrorCode;
  /** Its reason and what it names, for other languages than English. */
  readonly refusalNames?: Readonly<Record<string, string>>;
  /** Type the first six or more digits of the digest. */
  readonly typed: boolean;
  readonly passphrase: boolean;
  /**
   * `required`: nothing else is enough; `possible`: it replaces typing and the passphrase; `none` also
   * if the caller has registered none.
   */
  readonly passkey: "none" | "possible" | "required";
  /** Something needed that the caller does not have and must set first. */
  readonly missing?: "passphrase" | "passkey";
  /** People whose votes no longer count, since a key was revoked. Absent if all of them count. */
  readonly withdrawn?: readonly PrincipalId[];
}

/** A similar earlier request, and how it was decided. */
export interface SimilarRequest {
  readonly request: Request;
  /** 1 for the same text or the same arguments. */
  readonly similarity: number;
}

/** Everything that a person needs to decide. */
export interface InboxDetail {
  readonly request: ShownRequest;
  /** Oldest first, at most 100. */
  readonly history: readonly Event[];
  /** The names of everybody in the history, including those whom the request does not name. */
  readonly actors?: readonly { readonly id: PrincipalId; readonly name: string }[];
  readonly claim?: Claim;
  readonly assignment?: Assignment;
  readonly deliveries: readonly InboxDelivery[];
  /** When the caller's snooze ends. */
  readonly snoozedUntil?: Timestamp;
  /**
   * The agent's logged tool calls in the ten minutes before it asked, oldest first, at most 10. If the action names a
   * session, only calls that were logged with it as their run.
   */
  readonly steps: readonly Event[];
  /** Decided ones of the last 500, the most similar first, at most 5. */
  readonly similar: readonly SimilarRequest[];
  /**
   * For an open authorization: how it stands to the last ones of its agent and tool that people decided.
   * Absent without any, and where it is like none of them.
   */
  readonly precedent?: Precedent;
  /** For an open authorization: the one by which people approved the same in the last 30 days. */
  readonly already?: Already;
  /** The rule of the policy that asked, as written; absent for the built-in one. */
  readonly rule?: JsonObject;
  /** For an open authorization. */
  readonly needs?: ApprovalNeeds;
  /** Present if the caller could now take back their vote or the approval. */
  readonly isRevocable?: true;
  /** It was a planted test request, which is over; nothing could run. */
  readonly test?: { readonly outcome: TestOutcome; readonly twist: Twist };
}

export interface AssignInput {
  readonly id: RequestId;
  /** The name of an operator. */
  readonly to: string;
}

export interface SnoozeInput {
  readonly id: RequestId;
  /** In the future, at most 30 days; absent ends the snooze. */
  readonly until?: Timestamp;
}

/** How people answered in the last days. */
export interface Insights {
  readonly since: Timestamp;
  /** Only this many of the newest were counted; `since` is when the oldest of these was asked. */
  readonly newest?: number;
  /** From asked to answered or decided by a person; `ms` are quantiles 0, 0.01 … 1 of `count`. */
  readonly answerTimes: readonly {
    readonly level: Level | "QUESTION";
    readonly count: number;
    readonly ms: readonly number[];
  }[];
  readonly outcomes: readonly ToolOutcomes[];
  /** Requests that asked people, by hour; hours without any are left out. */
  readonly interruptions: readonly { readonly at: Timestamp; readonly count: number }[];
  /** The time from first seeing it in the inbox to deciding, for the person who decided. */
  readonly dwell: {
    readonly decided: number;
    /** Decided less than 2 s after it was seen. */
    readonly underTwoSeconds: number;
    /** The last one has no `toMs`. */
    readonly buckets: readonly {
      readonly fromMs: number;
      readonly toMs?: number;
      readonly count: number;
    }[];
  };
  /** The caller's own share of `dwell`; of tools and agents at most 20, those decided on most. */
  readonly mine: {
    readonly byLevel: readonly Haste[];
    readonly byTool: readonly Haste[];
    readonly byAgent: readonly Haste[];
    /** The caller's planted test requests that were decided; present where some are planted for them. */
    readonly tests?: TestShare;
  };
  /** For owners: of all people together, if they are at least five. */
  readonly tests?: TestShare & { readonly people: number };
}

/** How often one person decided what they had seen, and how often in less than 2 s. */
export interface Haste {
  /** A level, `QUESTION`, a tool, or an agent's name. */
  readonly name: string;
  readonly decided: number;
  readonly underTwoSeconds: number;
}

export interface InsightsInput {
  /** 1 to 90; 7 if absent. */
  readonly days?: number;
  /** Only what this agent asked; of all agents, if absent. */
  readonly agent?: PrincipalId;
}

export interface ToolOutcomes {
  /** `question` for questions. */
  readonly tool: string;
  readonly level: Level | "QUESTION";
  readonly answered: number;
  readonly approved: number;
  /** How many of the approved ones had other arguments. */
  readonly edited: number;
  readonly rejected: number;
  /** Answered by a person in place of the tool. */
  readonly responded: number;
  readonly expired: number;
  readonly cancelled: number;
}

/** An agent in an operator's list. */
export interface TieAgentInput {
  readonly id: PrincipalId;
  /** By their name. */
  readonly person?: string;
}

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
  /** Notes that the inbox shows these; those noted before or closed are skipped. At most 100. */
  noteSent(
    input: { readonly ids: readonly RequestId[] },
    options?: O,
  ): Promise<{ readonly noted: number }>;
  /** Notes that the caller has opened it; once. */
  noteSeen(input: { readonly id: RequestId }, options?: O): Promise<{ readonly seenAt: Timestamp }>;
  /** Claims an open request; ALREADY_CLAIMED if another operator has claimed it, unless `take`. */
  claim(input: { readonly id: RequestId; readonly take?: boolean }, options?: O): Promise<Claim>;
  /**
   * Gives an open request to a colleague who can decide or answer it, and tells them where they are
   * reached. NOT_ALLOWED names who can, if they cannot. Everybody else who could still can.
   */
  assign(input: AssignInput, options?: O): Promise<Assignment>;
  /** Names of those it can be given to; the caller's comes last. */
  assignees(input: { readonly id: RequestId }): Promise<{ readonly names: readonly string[] }>;
  /** Takes back who it was given to; a request that nobody was given is no error. */
  unassign(
    input: { readonly id: RequestId },
    options?: O,
  ): Promise<{ readonly unassigned: boolean }>;
  /** Gives up a claim; a request that the caller does not hold is no error. */
  release(input: { readonly id: RequestId }, options?: O): Promise<{ readonly released: boolean }>;
  /**
   * Separates a question from those that share an answer: people are asked it by itself. INVALID_INPUT
   * if it shares none or has its answer already.
   */
  separate(input: { readonly id: RequestId }, options?: O): Promise<ShownRequest>;
  snooze(input: SnoozeInput, options?: O): Promise<{ readonly until?: Timestamp }>;
  /** Replaces what the caller saved before; at most ten of each. */
  setReplies(input: Omit<SavedReplies, "operator">, options?: O): Promise<SavedReplies>;
  /** The caller's own; common reasons until they saved some. */
  replies(): Promise<SavedReplies>;
  insights(input?: InsightsInput): Promise<Insights>;
  listAgents(): Promise<{ readonly items: readonly ListedAgent[] }>;
  /** Once this resolves, the agent is not served and none of its grants can be redeemed. */
  haltAgent(
    input: { readonly id: PrincipalId },
    options?: O,
  ): Promise<Extract<Principal, { kind: "agent" }>>;
  resumeAgent(
    input: { readonly id: PrincipalId },
    options?: O,
  ): Promise<Extract<Principal, { kind: "agent" }>>;
  /** Says, once, which operator the subject of a token is; without a person, that it is none. */
  tieAgent(input: TieAgentInput, options?: O): Promise<Extract<Principal, { kind: "agent" }>>;
}
