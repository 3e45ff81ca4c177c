import { z } from "zod";
import { holdMs, nothing, page, pageOf } from "../schemas/common-errors.ts";
import type { Operation } from "../schemas/operation.ts";
import { SessionId, Surface, Timestamp } from "../schemas/values.ts";
import * as wire from "./session-schemas.ts";

/** A column holds no more, and no session comes so far. */
const LAST_ENTRY = 2_147_483_647;

/** What people see and do of sessions. */
export const SESSIONS = {
  startSession: {
    method: "POST",
    path: "/v1/sessions",
    right: "tell",
    summary: "Queue a session of an agent; an agent's key starts its own",
    input: z.strictObject({
      agent: wire.Short.optional().meta({ description: "Its name; an agent may leave it out." }),
      text: wire.Text.meta({ description: "What it is started with, at most 64 KiB." }),
      place: wire.Place.optional(),
      scheduled: wire.Short.optional().meta({
        description: "`name due` of a schedule: the same twice begins one session.",
      }),
      pending: z.boolean().optional().meta({ description: "It waits until a person begins it." }),
      saidAt: Timestamp.optional().meta({
        description: "When the words were said, where that was long before.",
      }),
    }),
    output: wire.Session,
    status: 201,
    media: "application/json",
  },
  listSessions: {
    method: "GET",
    path: "/v1/sessions",
    right: "read",
    summary: "Sessions, the newest first; an agent sees its own",
    input: z.strictObject({
      agent: wire.Short.optional().meta({ description: "The name of an agent." }),
      status: wire.SessionStatus.optional(),
      chain: SessionId.optional().meta({ description: "Of one chain: any id of it." }),
      ...page,
    }),
    output: pageOf(wire.Session),
    status: 200,
    media: "application/json",
  },
  exportSessions: {
    method: "GET",
    path: "/v1/sessions/export",
    right: "audit",
    summary: "The ledger of sessions as JSON lines, oldest first",
    input: z.strictObject({ agent: wire.Short.optional() }),
    output: wire.SessionLedgerEntry,
    status: 200,
    media: "application/jsonl",
  },
  importSessions: {
    method: "POST",
    path: "/v1/sessions/import",
    right: "keys",
    summary: "Take in lines of another ledger as sessions that have ended",
    input: z.strictObject({
      agent: wire.Short,
      lines: z.array(wire.Text).min(1).max(1_000),
      channel: Surface.optional(),
      chatId: wire.Short.optional(),
    }),
    output: wire.ImportedLedger,
    status: 200,
    media: "application/json",
  },
  showSession: {
    method: "GET",
    path: "/v1/sessions/{id}",
    right: "read",
    summary: "One session, the chain it stands in, and what it waits for",
    input: z.strictObject({ id: SessionId }),
    output: wire.SessionDetail,
    status: 200,
    media: "application/json",
  },
  sessionEntries: {
    method: "GET",
    path: "/v1/sessions/{id}/entries",
    right: "read",
    summary: "What has happened in a session, oldest first",
    input: z.strictObject({
      id: SessionId,
      after: z.coerce.number().int().min(0).max(LAST_ENTRY).optional().meta({
        description: "Only those behind this number.",
      }),
      limit: z.coerce.number().int().min(1).max(500).optional().meta({
        description: "100 where absent.",
      }),
      holdMs,
    }),
    output: z.strictObject({ items: z.array(wire.SessionEntry), session: wire.Session }),
    status: 200,
    media: "application/json",
  },
  beginSession: {
    method: "POST",
    path: "/v1/sessions/{id}/begin",
    right: "answer",
    summary: "Queue a session that is pending: an order found in the history of a chat",
    input: z.strictObject({ id: SessionId }),
    output: wire.Session,
    status: 200,
    media: "application/json",
  },
  resumeSession: {
    method: "POST",
    path: "/v1/sessions/{id}/resume",
    right: "tell",
    summary: "Queue a session that continues one which has ended",
    input: z.strictObject({
      id: SessionId,
      text: wire.Text.optional().meta({ description: "What to tell it beside that." }),
    }),
    output: wire.Session,
    status: 201,
    media: "application/json",
  },
  cancelSession: {
    method: "POST",
    path: "/v1/sessions/{id}/cancel",
    right: "key",
    summary: "End a session, an agent its own; a running one when its host hears of it",
    input: z.strictObject({
      id: SessionId,
      reason: z.string().max(2_048).optional().meta({ description: "For people." }),
    }),
    output: wire.Session,
    status: 200,
    media: "application/json",
  },
  listAgentProfiles: {
    method: "GET",
    path: "/v1/agents/profiles",
    right: "read",
    summary: "Agents that a host has made known",
    input: nothing,
    output: z.strictObject({ items: z.array(wire.AgentProfile) }),
    status: 200,
    media: "application/json",
  },
  skillUse: {
    method: "GET",
    path: "/v1/skills",
    right: "read",
    summary: "Which of their skills agents read, and what to do about those that nobody reads",
    input: z.strictObject({ agent: wire.Short.optional() }),
    output: z.strictObject({ items: z.array(wire.SkillsOfAgent) }),
    status: 200,
    media: "application/json",
  },
} as const satisfies Record<string, Operation>;
