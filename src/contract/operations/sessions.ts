import { z } from "zod";
import { inBytes } from "../../domain/in-words.ts";
import {
  DEFAULT_SESSION_ENTRIES,
  MAX_ENTRY_BYTES,
  MAX_LEDGER_LINES,
  MAX_SESSION_ENTRIES,
  MAX_TEXT_BYTES,
} from "../../domain/limits.ts";
import { SESSION_CAUSES, SESSION_STATUSES } from "../../domain/sessions/session.ts";
import { utf8Length } from "../../domain/text.ts";
import type { OperationText } from "../schemas/operation.ts";
import { holdMs, nothing, page, pageOf } from "../schemas/parameters.ts";
import { Request } from "../schemas/requests.ts";
import {
  ConversationId,
  Json,
  PrincipalId,
  RequestId,
  SessionId,
  Surface,
  Timestamp,
  Workspace,
} from "../schemas/values.ts";

/* What crosses the wire about sessions of agents. */

export const Text = z.string().refine((text) => utf8Length(text) <= MAX_TEXT_BYTES, {
  error: `expected at most ${inBytes(MAX_TEXT_BYTES)}`,
});
/** A name, a chat of a platform, and the like. */
export const Short = z.string().min(1).max(256);

const SessionStatus = z.enum(SESSION_STATUSES).meta({ id: "SessionStatus" });

const Place = z
  .strictObject({
    channel: Surface,
    chatId: Short,
    threadId: Short.optional(),
    messageId: Short.optional().meta({
      description: "The message of the platform that started it.",
    }),
  })
  .meta({ id: "Place", description: "Where a session talks with people." });

const Wait = z
  .strictObject({
    request: RequestId,
    kind: z.enum(["question", "approval", "repeat"]),
    call: z.string().meta({ description: "The model's tool call that is to be answered." }),
  })
  .meta({ id: "SessionWait", description: "What a paused session waits for." });

export const Session = z
  .strictObject({
    id: SessionId,
    workspace: Workspace,
    agent: PrincipalId,
    agentName: z.string(),
    cause: z.enum(SESSION_CAUSES),
    task: z.string().meta({ description: "The words that it was started with." }),
    from: z.string().optional().meta({ description: "Who said it." }),
    conversation: ConversationId,
    place: Place.optional(),
    lane: z.string().meta({ description: "Sessions of one lane run one at a time." }),
    continues: SessionId.optional().meta({ description: "The session that it continues." }),
    root: SessionId.meta({ description: "The first of its chain." }),
    follows: SessionId.optional().meta({ description: "The newest of the same thread before it." }),
    scheduled: z.string().optional(),
    status: SessionStatus,
    attempts: z.int(),
    epoch: z.int().meta({ description: "Raised with each claim; what a host writes repeats it." }),
    claim: z.strictObject({ host: z.string(), until: Timestamp }).optional(),
    waitsFor: Wait.optional(),
    continuedBy: SessionId.optional().meta({
      description: "For a paused one: the session that continues it.",
    }),
    asked: z.boolean(),
    posted: z.boolean(),
    cancelAsked: z.literal(true).optional(),
    entries: z.int(),
    salt: z.string(),
    createdAt: Timestamp,
    saidAt: Timestamp.optional().meta({
      description: "When its words were said, if it was found in the history of a chat.",
    }),
    startedAt: Timestamp.optional(),
    endedAt: Timestamp.optional(),
    reason: z.string().optional(),
    importedId: z.string().optional().meta({
      description: "Its id in the ledger that it was imported from.",
    }),
    erasedAt: Timestamp.optional(),
    version: z.int(),
  })
  .meta({ id: "Session", description: "One run of an agent." });

/** Whatever the model wrote, which may be nothing. */
const Args: z.ZodType<unknown> = Json.optional();
const Call = z
  .strictObject({ id: z.string(), name: z.string(), args: Args })
  .meta({ id: "SessionCall", description: "A tool call; its id is new within the session." });

const ofCall = { call: z.string(), tool: z.string() };
const Body = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("prompt"), text: z.string() }),
    z.strictObject({ kind: z.literal("told"), text: z.string(), from: z.string().optional() }),
    z.strictObject({
      kind: z.literal("reply"),
      text: z.string(),
      calls: z.array(Call),
      usage: z
        .strictObject({ inputTokens: z.number().min(0), outputTokens: z.number().min(0) })
        .optional(),
    }),
    z.strictObject({ kind: z.literal("begun"), ...ofCall }),
    z.strictObject({ kind: z.literal("done"), ...ofCall, text: z.string(), isError: z.boolean() }),
    z.strictObject({
      kind: z.literal("checked"),
      call: z.string(),
      check: z.string(),
      text: z.string(),
    }),
    z.strictObject({ kind: z.literal("note"), text: z.string() }),
    z.strictObject({ kind: z.literal("end"), status: SessionStatus, text: z.string() }),
  ])
  .meta({ id: "SessionEntryBody", description: "What happened." });

export const NewEntry = Body.refine((body) => utf8Length(JSON.stringify(body)) <= MAX_ENTRY_BYTES, {
  error: `expected at most ${inBytes(MAX_ENTRY_BYTES)} as JSON`,
});

const SessionEntry = z
  .strictObject({
    workspace: Workspace,
    session: SessionId,
    seq: z.int().meta({ description: "From 1, without gaps." }),
    at: Timestamp,
    epoch: z.int(),
    body: Body,
  })
  .meta({ id: "SessionEntry", description: "One thing that happened in a session." });

const SessionDetail = z
  .strictObject({
    session: Session,
    chain: z.array(Session).meta({ description: "Its chain, beginning with the first." }),
    request: Request.optional().meta({ description: "What it waits for, or waited for." }),
  })
  .meta({ id: "SessionDetail" });

export const ClaimedSession = z
  .strictObject({
    session: Session,
    entries: z.array(SessionEntry),
    former: z
      .strictObject({
        session: Session,
        entries: z.array(SessionEntry),
        request: Request.optional(),
      })
      .optional()
      .meta({ description: "The session that it continues, and what that waited for." }),
    leaseMs: z.number().meta({ description: "How long the claim is good; renew it in time." }),
  })
  .meta({ id: "ClaimedSession", description: "A session that the host works on from now on." });

export const AuthorizedInSession = z
  .discriminatedUnion("outcome", [
    z.strictObject({ outcome: z.literal("paused"), session: Session, request: RequestId }),
    z.strictObject({ outcome: z.literal("decided"), request: Request }),
    z.strictObject({ outcome: z.literal("free") }),
    z.strictObject({ outcome: z.literal("needed") }),
  ])
  .meta({ id: "AuthorizedInSession", description: "Whether the session goes on." });

const SessionLedgerEntry = z
  .strictObject({
    session_id: z.string(),
    thread_ts: z.string().nullable(),
    ts_start: z.string(),
    ts_end: z.string().nullable(),
    ask_operator_called: z.boolean(),
    status: z.string().optional(),
    agent: z.string().optional(),
    channel: z.string().optional(),
    chat_id: z.string().optional(),
    continues: z.string().optional(),
  })
  .meta({ id: "SessionLedgerEntry", description: "One session as a line of sessions.jsonl." });

const ImportedLedger = z
  .strictObject({
    imported: z.int(),
    known: z.int().meta({ description: "Sessions that were there already." }),
    skipped: z.array(z.strictObject({ line: z.int(), why: z.string() })),
  })
  .meta({ id: "ImportedLedger" });

export const AgentChannel = z
  .strictObject({
    channel: Surface,
    chats: z.array(Short).max(100).optional().meta({ description: "Every linked one if absent." }),
    direct: z.boolean().meta({ description: "Whether a direct message starts a session." }),
    mention: z.boolean().meta({ description: "Whether a mention does." }),
  })
  .meta({ id: "AgentChannel" });

export const AgentProfile = z
  .strictObject({
    workspace: Workspace,
    agent: PrincipalId,
    channels: z.array(AgentChannel),
    description: z.string().optional(),
    skills: z.array(z.string()),
    judges: z.boolean().meta({ description: "It has a model that can judge for the review." }),
    digest: z.string(),
    at: Timestamp,
    since: z.record(z.string(), Timestamp).optional().meta({
      description: "Since when each channel, and each schedule, starts its sessions.",
    }),
  })
  .meta({ id: "AgentProfile", description: "What a host has made known of an agent." });

const SkillUse = z
  .strictObject({
    name: z.string(),
    reads: z.strictObject({ day: z.int(), week: z.int(), month: z.int() }),
    lastReadAt: Timestamp.optional(),
    recommendation: z.string().optional(),
  })
  .meta({ id: "SkillUse", description: "How often an agent read one of its skills." });
const SkillsOfAgent = z.strictObject({ agent: z.string(), skills: z.array(SkillUse) });

/** A column holds no more, and no session comes so far. */
const LAST_ENTRY = 2_147_483_647;

/** What people see and do of sessions. */
export const SESSIONS = {
  startSession: {
    summary: "Queue a session of an agent; an agent's key starts its own",
    input: z.strictObject({
      agent: Short.optional().meta({ description: "Its name; an agent may leave it out." }),
      text: Text.meta({
        description: `What it is started with, at most ${inBytes(MAX_TEXT_BYTES)}.`,
      }),
      place: Place.optional(),
      scheduled: Short.optional().meta({
        description: "`name due` of a schedule: the same twice begins one session.",
      }),
      pending: z.boolean().optional().meta({ description: "It waits until a person begins it." }),
      saidAt: Timestamp.optional().meta({
        description: "When the words were said, if that was long before.",
      }),
    }),
    output: Session,
  },
  listSessions: {
    summary: "Sessions, the newest first; an agent sees its own",
    input: z.strictObject({
      agent: Short.optional().meta({ description: "The name of an agent." }),
      status: SessionStatus.optional(),
      chain: SessionId.optional().meta({ description: "Only one chain, named by any of its ids." }),
      ...page,
    }),
    output: pageOf(Session),
  },
  exportSessions: {
    summary: "The ledger of sessions as JSON lines, oldest first",
    input: z.strictObject({ agent: Short.optional() }),
    output: SessionLedgerEntry,
  },
  importSessions: {
    summary: "Import lines of another ledger as sessions that have ended",
    input: z.strictObject({
      agent: Short,
      lines: z.array(Text).min(1).max(MAX_LEDGER_LINES),
      channel: Surface.optional(),
      chatId: Short.optional(),
    }),
    output: ImportedLedger,
  },
  showSession: {
    summary: "One session, its chain, and what it waits for",
    input: z.strictObject({ id: SessionId }),
    output: SessionDetail,
  },
  sessionEntries: {
    summary: "What has happened in a session, oldest first",
    input: z.strictObject({
      id: SessionId,
      after: z.coerce.number().int().min(0).max(LAST_ENTRY).optional().meta({
        description: "Only those after this number.",
      }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_SESSION_ENTRIES)
        .optional()
        .meta({
          description: `${DEFAULT_SESSION_ENTRIES} where absent.`,
        }),
      holdMs,
    }),
    output: z.strictObject({ items: z.array(SessionEntry), session: Session }),
  },
  beginSession: {
    summary: "Queue a session that is pending: an order found in the history of a chat",
    input: z.strictObject({ id: SessionId }),
    output: Session,
  },
  resumeSession: {
    summary: "Queue a session that continues one which has ended",
    input: z.strictObject({
      id: SessionId,
      text: Text.optional().meta({ description: "What else to tell it." }),
    }),
    output: Session,
  },
  cancelSession: {
    summary:
      "End a session; a running one ends when its host hears of it. An agent ends only its own",
    input: z.strictObject({
      id: SessionId,
      reason: z.string().max(2_048).optional().meta({ description: "For people." }),
    }),
    output: Session,
  },
  listAgentProfiles: {
    summary: "Agents that a host has made known",
    input: nothing,
    output: z.strictObject({ items: z.array(AgentProfile) }),
  },
  skillUse: {
    summary: "Which of their skills agents read, and what to do about those that nobody reads",
    input: z.strictObject({ agent: Short.optional() }),
    output: z.strictObject({ items: z.array(SkillsOfAgent) }),
  },
} as const satisfies Record<string, OperationText>;
