import type { Level } from "../../domain/authority/action.ts";
import type { ConversationId, RequestId, SessionId } from "../../domain/id.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { AgentChannel, AgentProfile } from "../../domain/sessions/agent-profile.ts";
import type { SessionLedgerEntry } from "../../domain/sessions/ledger.ts";
import type {
  Session,
  SessionEntry,
  SessionEntryBody,
  SessionPlace,
  SessionStatus,
  SessionWait,
} from "../../domain/sessions/session.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { AuthorizeInput } from "./authority.ts";
import type { Page } from "./call.ts";
import type { AskInput } from "./requests.ts";

export interface StartSessionInput {
  /** The agent's name; an agent's key starts its own only, and may leave it out. */
  readonly agent?: string;
  readonly text: string;
  /** Where it talks with people; only what is told by the conversation where absent. */
  readonly place?: SessionPlace;
  /** Of a schedule: `name due`. A second one of the same is the first. */
  readonly scheduled?: string;
  /** It waits until a person begins it. */
  readonly pending?: boolean;
  /** When the words were said, where that was long before. */
  readonly saidAt?: Timestamp;
}

export interface ListSessionsInput {
  readonly agent?: string;
  readonly status?: SessionStatus;
  /** Of one chain: any id of it. */
  readonly chain?: SessionId;
  readonly cursor?: string;
  /** 1 to 100; 50 where absent. */
  readonly limit?: number;
}

export interface SessionDetail {
  readonly session: Session;
  /** The chain it stands in, the first at first. */
  readonly chain: readonly Session[];
  /** What it waits for, or waited for. */
  readonly request?: Request;
}

export interface SessionEntriesInput {
  readonly id: SessionId;
  /** Those behind this number; from the first where absent. */
  readonly after?: number;
  /** 1 to 500; 100 where absent. */
  readonly limit?: number;
  /** How long to wait for one where there is none. */
  readonly holdMs?: number;
}

export interface RegisterAgentInput {
  readonly channels: readonly AgentChannel[];
  readonly description?: string;
  /** Names of its skills. */
  readonly skills?: readonly string[];
  /** It can judge what the review brings before it: it has a model. */
  readonly judges?: boolean;
  /** Whatever names its schedules with their times: a changed one is another. */
  readonly schedules?: readonly string[];
}

export interface ClaimSessionInput {
  /** Of the host; its name in what others are told. */
  readonly host: string;
  /** How long to wait for one. */
  readonly holdMs?: number;
}

/** A session that the host works on from now, and what it needs for that. */
export interface ClaimedSession {
  readonly session: Session;
  /** All of them, in their order. */
  readonly entries: readonly SessionEntry[];
  /** The session that it continues, with what that waited for as it has become. */
  readonly former?: {
    readonly session: Session;
    readonly entries: readonly SessionEntry[];
    readonly request?: Request;
  };
  /** For how long the claim is good from now; renew it within. */
  readonly leaseMs: number;
}

/** What every call of a host names. Throws SESSION_LOST where the claim is another's by now. */
export interface HeldSession {
  readonly id: SessionId;
  readonly epoch: number;
}

export interface RecordEntriesInput extends HeldSession {
  /** How many entries there are before these: a repetition changes nothing. */
  readonly after: number;
  /** 1 to 100. */
  readonly entries: readonly SessionEntryBody[];
}

export interface AskInSessionInput extends HeldSession {
  /** The model's call, as its reply names it. */
  readonly call: string;
  /** `question` where absent. */
  readonly kind?: Exclude<SessionWait["kind"], "approval">;
  readonly question: Pick<AskInput, "text" | "context" | "form" | "to">;
}

export interface AuthorizeInSessionInput extends HeldSession {
  readonly call: string;
  /**
   * Sought only where the policy gives the action this level or a higher one, or denies it; `free`
   * where not. Absent: always.
   */
  readonly from?: Level;
  /** Looks only: `needed` where it would be sought, and nothing is stored. */
  readonly isProbe?: boolean;
  readonly action: Pick<
    AuthorizeInput,
    "tool" | "args" | "reason" | "toolSchemaHash" | "argsSchema" | "resources" | "secrets"
  >;
}

/** `paused`: the session has ended, and a continuation follows the decision. */
export type AuthorizedInSession =
  | { readonly outcome: "paused"; readonly session: Session; readonly request: RequestId }
  /** Allowed or refused by a rule or a standing permission: the session goes on. */
  | { readonly outcome: "decided"; readonly request: Request }
  /** Nothing was sought: see `from` and `isProbe`. */
  | { readonly outcome: "free" }
  | { readonly outcome: "needed" };

export interface EndSessionInput extends HeldSession {
  readonly outcome: "completed" | "failed" | "released" | "cancelled";
  /** The final reply, which is posted where it was started; or why it failed, for people. */
  readonly text?: string;
}

export interface EndedSession {
  readonly session: Session;
  /** It was asked something and said nothing: this one has been queued to do so. */
  readonly retry?: Session;
}

export interface ImportedLedger {
  readonly imported: number;
  /** Sessions that were there already. */
  readonly known: number;
  readonly skipped: readonly { readonly line: number; readonly why: string }[];
}

export interface SkillUse {
  readonly name: string;
  readonly reads: { readonly day: number; readonly week: number; readonly month: number };
  readonly lastReadAt?: Timestamp;
  /** What to do about one that nobody reads. */
  readonly recommendation?: string;
}

/** Sessions of agents, for people and for hosts; a part of `Earshot`. */
export interface Sessions<O> {
  /** Queues one. What a person starts it with stands in the conversation, too. */
  startSession(input: StartSessionInput, options?: O): Promise<Session>;
  /** The newest first; an agent sees its own. */
  listSessions(input?: ListSessionsInput): Promise<Page<Session>>;
  showSession(input: { readonly id: SessionId }): Promise<SessionDetail>;
  /** What has happened in it, oldest first. */
  sessionEntries(
    input: SessionEntriesInput,
    options?: O,
  ): Promise<{
    readonly items: readonly SessionEntry[];
    readonly session: Session;
  }>;
  /** Queues one that is pending; SESSION_CLOSED where it is no more. People alone do. */
  beginSession(input: { readonly id: SessionId }, options?: O): Promise<Session>;
  /** Queues a session that continues one which has ended; SESSION_CLOSED where one does already. */
  resumeSession(
    input: { readonly id: SessionId; readonly text?: string },
    options?: O,
  ): Promise<Session>;
  /** Ends it; a running one when its host next renews. What it waits for is taken back. */
  cancelSession(
    input: { readonly id: SessionId; readonly reason?: string },
    options?: O,
  ): Promise<Session>;
  /** One line a session, the oldest first. Takes the right `audit`. */
  exportSessions(input?: { readonly agent?: string }): Promise<AsyncIterable<SessionLedgerEntry>>;
  /**
   * Takes in the lines of another ledger as sessions that have ended; lines that cannot be read are
   * skipped and named. For owners.
   */
  importSessions(
    input: {
      readonly agent: string;
      readonly lines: readonly string[];
      readonly channel?: SessionPlace["channel"];
      readonly chatId?: string;
    },
    options?: O,
  ): Promise<ImportedLedger>;
  /** Agents that a host has made known. */
  listAgentProfiles(): Promise<{ readonly items: readonly AgentProfile[] }>;

  /** Makes known what starts sessions of the agent that calls. This and what follows is a host's, by the key of its agent. */
  registerAgent(input: RegisterAgentInput, options?: O): Promise<AgentProfile>;
  /** The next session of the agent, at most one of a lane at a time; undefined where there is none. */
  claimSession(
    input: ClaimSessionInput,
    options?: O,
  ): Promise<{ readonly claimed?: ClaimedSession }>;
  renewSession(input: HeldSession): Promise<{
    readonly until: Timestamp;
    /** A person wants it to end. */
    readonly cancelAsked: boolean;
  }>;
  /**
   * Resolves when a person wants the session to end, or after `holdMs`; throws SESSION_LOST where it
   * is another host's, and NOT_ALLOWED as soon as its agent is halted.
   */
  watchSession(
    input: HeldSession & { readonly holdMs?: number },
    options?: O,
  ): Promise<{ readonly cancelAsked: boolean }>;
  recordEntries(input: RecordEntriesInput): Promise<{ readonly entries: number }>;
  /** Asks a person where the session talks, and ends it as `paused`, in one step. */
  askInSession(input: AskInSessionInput): Promise<{
    readonly session: Session;
    readonly request: Request;
  }>;
  /** Seeks an authorization; where people decide, the session ends as `paused` in the same step. */
  authorizeInSession(input: AuthorizeInSessionInput): Promise<AuthorizedInSession>;
  /** Says something where the session was started, and goes on. */
  postInSession(
    input: HeldSession & { readonly call: string; readonly text: string },
  ): Promise<{ readonly conversation: ConversationId }>;
  endSession(input: EndSessionInput): Promise<EndedSession>;
  /** Counts that the agent read one of its skills. */
  recordSkillRead(
    input: { readonly skill: string },
    options?: O,
  ): Promise<{ readonly seq: number }>;
  /** Of the agents that a host has made known, which of their skills they read. */
  skillUse(input?: { readonly agent?: string }): Promise<{
    readonly items: readonly { readonly agent: string; readonly skills: readonly SkillUse[] }[];
  }>;
}
