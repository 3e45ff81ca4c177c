import type { Level } from "../../domain/authority/action.ts";
import type { ConversationId, RequestId, SessionId } from "../../domain/id.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
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
  /** The agent's name; an agent's key starts only its own, and may leave it out. */
  readonly agent?: string;
  readonly text: string;
  /** Where it talks with people; if absent, only in its conversation. */
  readonly place?: SessionPlace;
  /** For a schedule: `name due`. A second call with the same gives the first session. */
  readonly scheduled?: string;
  /** It waits until a person begins it. */
  readonly pending?: boolean;
  /** When the words were said, if that was long before. */
  readonly saidAt?: Timestamp;
}

export interface ListSessionsInput {
  readonly agent?: string;
  readonly status?: SessionStatus;
  /** Only one chain, named by any of its ids. */
  readonly chain?: SessionId;
  readonly cursor?: string;
  /** 1 to 100; 50 if absent. */
  readonly limit?: number;
}

export interface SessionDetail {
  readonly session: Session;
  /** Its chain, beginning with the first. */
  readonly chain: readonly Session[];
  /** What it waits for, or waited for. */
  readonly request?: ShownRequest;
}

export interface SessionEntriesInput {
  readonly id: SessionId;
  /** Those after this number; from the first if absent. */
  readonly after?: number;
  /** 1 to 500; 100 if absent. */
  readonly limit?: number;
  /** How long to wait if there is none. */
  readonly holdMs?: number;
}

export interface RegisterAgentInput {
  readonly channels: readonly AgentChannel[];
  readonly description?: string;
  /** Names of its skills. */
  readonly skills?: readonly string[];
  /** It has a model that can judge requests for the review. */
  readonly judges?: boolean;
  /** Texts that name its schedules with their times: a changed text is another schedule. */
  readonly schedules?: readonly string[];
}

export interface ClaimSessionInput {
  /** The host's name, which others are told. */
  readonly host: string;
  /** How long to wait for one. */
  readonly holdMs?: number;
}

/** A session that the host works on from now on, and what it needs for that. */
export interface ClaimedSession {
  readonly session: Session;
  /** All of them, in order. */
  readonly entries: readonly SessionEntry[];
  /** The session that it continues, with the present state of what that waited for. */
  readonly former?: {
    readonly session: Session;
    readonly entries: readonly SessionEntry[];
    readonly request?: ShownRequest;
  };
  /** How long the claim is good from now; renew it in time. */
  readonly leaseMs: number;
}

/** Named in every call of a host. SESSION_LOST if another host has the claim by now. */
export interface HeldSession {
  readonly id: SessionId;
  readonly epoch: number;
}

export interface RecordEntriesInput extends HeldSession {
  /** The number of entries before these, so that a repetition changes nothing. */
  readonly after: number;
  /** 1 to 100. */
  readonly entries: readonly SessionEntryBody[];
}

export interface AskInSessionInput extends HeldSession {
  /** The model's call, by its reply's name for it. */
  readonly call: string;
  /** `question` if absent. */
  readonly kind?: Exclude<SessionWait["kind"], "approval">;
  readonly question: Pick<AskInput, "text" | "context" | "form" | "to">;
}

export interface AuthorizeInSessionInput extends HeldSession {
  readonly call: string;
  /**
   * Sought only if the policy gives the action this level or a higher one, or denies it; otherwise
   * `free`. If absent, always.
   */
  readonly from?: Level;
  /** Only looks: `needed` if it would be sought, and nothing is stored. */
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
  | { readonly outcome: "decided"; readonly request: ShownRequest }
  /** No authorization was sought: see `from` and `isProbe`. */
  | { readonly outcome: "free" }
  | { readonly outcome: "needed" };

export interface EndSessionInput extends HeldSession {
  readonly outcome: "completed" | "failed" | "released" | "cancelled";
  /** The final reply, which is posted where it was started, or why it failed, for people. */
  readonly text?: string;
}

export interface EndedSession {
  readonly session: Session;
  /** It was asked something and said nothing: this session has been queued to reply. */
  readonly retry?: Session;
}

export interface ImportedLedger {
  readonly imported: number;
  /** The number of sessions that existed already. */
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
  /** Queues one. A person's starting words also go into the conversation. */
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
  /** Queues a pending one; SESSION_CLOSED if it is no longer pending. Only for people. */
  beginSession(input: { readonly id: SessionId }, options?: O): Promise<Session>;
  /** Queues a session that continues an ended one; SESSION_CLOSED if one does already. */
  resumeSession(
    input: { readonly id: SessionId; readonly text?: string },
    options?: O,
  ): Promise<Session>;
  /** Ends it; a running one when its host next renews. Its open request is withdrawn. */
  cancelSession(
    input: { readonly id: SessionId; readonly reason?: string },
    options?: O,
  ): Promise<Session>;
  /** One line per session, the oldest first. Needs the right `audit`. */
  exportSessions(input?: { readonly agent?: string }): Promise<AsyncIterable<SessionLedgerEntry>>;
  /**
   * Imports the lines of another ledger as ended sessions; lines that cannot be read are skipped and
   * named. For owners.
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
  /** Agents that a host has registered. */
  listAgentProfiles(): Promise<{ readonly items: readonly AgentProfile[] }>;

  /** Registers what starts the calling agent's sessions. From here on: calls of a host, by its agent's key. */
  registerAgent(input: RegisterAgentInput, options?: O): Promise<AgentProfile>;
  /** The next session of the agent, at most one per lane at a time; undefined if there is none. */
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
   * Resolves when a person wants the session to end, or after `holdMs`. Throws SESSION_LOST if another
   * host has it, and NOT_ALLOWED as soon as its agent is halted.
   */
  watchSession(
    input: HeldSession & { readonly holdMs?: number },
    options?: O,
  ): Promise<{ readonly cancelAsked: boolean }>;
  recordEntries(input: RecordEntriesInput): Promise<{ readonly entries: number }>;
  /** Asks a person in the session's place, and ends it as `paused`, in one step. */
  askInSession(input: AskInSessionInput): Promise<{
    readonly session: Session;
    readonly request: ShownRequest;
  }>;
  /** Seeks an authorization; if people decide, the session ends as `paused` in the same step. */
  authorizeInSession(input: AuthorizeInSessionInput): Promise<AuthorizedInSession>;
  /** Says something where the session was started; the session continues. */
  postInSession(
    input: HeldSession & { readonly call: string; readonly text: string },
  ): Promise<{ readonly conversation: ConversationId }>;
  endSession(input: EndSessionInput): Promise<EndedSession>;
  /** Counts that the agent read one of its skills. */
  recordSkillRead(
    input: { readonly skill: string },
    options?: O,
  ): Promise<{ readonly seq: number }>;
  /** Which of their skills the registered agents read. */
  skillUse(input?: { readonly agent?: string }): Promise<{
    readonly items: readonly { readonly agent: string; readonly skills: readonly SkillUse[] }[];
  }>;
}
