import { z } from "zod";
import { LEVELS } from "../../domain/authority/action.ts";
import { MAX_ENTRIES_RECORDED } from "../../domain/limits.ts";
import { Resource, Sha256 } from "../schemas/authority.ts";
import type { OperationText } from "../schemas/operation.ts";
import { bodyHoldMs, holdMs } from "../schemas/parameters.ts";
import { FormInput, Request } from "../schemas/requests.ts";
import { ConversationId, JsonObject, SessionId, Timestamp } from "../schemas/values.ts";
import * as wire from "./sessions.ts";

const held = {
  id: SessionId,
  epoch: z.int().min(1).meta({ description: "The epoch of the claimed session." }),
};
const call = wire.Short.meta({ description: "The model's call, as its reply names it." });

/** What hosts do, each with the key of the agent that it runs. */
export const HOSTS = {
  registerAgent: {
    summary: "Make known what starts sessions of the agent that calls",
    input: z.strictObject({
      channels: z.array(wire.AgentChannel).max(32),
      description: wire.Text.optional(),
      skills: z.array(wire.Short).max(256).optional(),
      judges: z.boolean().optional().meta({
        description: "It has a model that can judge requests for the review.",
      }),
      schedules: z.array(wire.Short).max(256).optional().meta({
        description:
          "Texts that name them; a time that was due before one was known is not made up for.",
      }),
    }),
    output: wire.AgentProfile,
  },
  claimSession: {
    summary: "Take up the next session of the agent, at most one of a lane at a time",
    input: z.strictObject({
      host: wire.Short.meta({ description: "Names the host; new with every start." }),
      holdMs: bodyHoldMs,
    }),
    output: z.strictObject({
      claimed: wire.ClaimedSession.optional().meta({ description: "Absent if there is none." }),
    }),
  },
  renewSession: {
    summary: "Keep the claim on a session",
    input: z.strictObject(held),
    output: z.strictObject({ until: Timestamp, cancelAsked: z.boolean() }),
  },
  watchSession: {
    summary: "Wait until a person wants to end the session, or its claim is lost",
    input: z.strictObject({ id: SessionId, epoch: z.coerce.number().int().min(1), holdMs }),
    output: z.strictObject({ cancelAsked: z.boolean() }),
  },
  recordEntries: {
    summary: "Store what happened in a session",
    input: z.strictObject({
      ...held,
      after: z.int().min(0).meta({
        description: "The number of entries before these, so that a repetition changes nothing.",
      }),
      entries: z.array(wire.NewEntry).min(1).max(MAX_ENTRIES_RECORDED),
    }),
    output: z.strictObject({ entries: z.int() }),
  },
  askInSession: {
    summary: "Ask a person where the session talks, and end it as paused, in one step",
    input: z.strictObject({
      ...held,
      call,
      kind: z.enum(["question", "repeat"]).optional().meta({
        description: "`repeat`: whether a call that may have run is to run again.",
      }),
      question: z.strictObject({
        text: wire.Text,
        context: wire.Text.optional(),
        form: FormInput.optional(),
        to: z.array(wire.Short).max(100).optional(),
      }),
    }),
    output: z.strictObject({ session: wire.Session, request: Request }),
  },
  authorizeInSession: {
    summary: "Seek an authorization; if people decide, the session ends as paused",
    input: z.strictObject({
      ...held,
      call,
      from: z.enum(LEVELS).optional().meta({
        description: "Sought only from this level on; `free` below it.",
      }),
      isProbe: z.boolean().optional().meta({
        description: "Only looks: `needed` if it would be sought.",
      }),
      action: z.strictObject({
        tool: z.string(),
        args: JsonObject,
        reason: z.string(),
        toolSchemaHash: Sha256.optional(),
        argsSchema: JsonObject.optional(),
        resources: z.array(Resource).optional(),
        secrets: z.array(z.string()).optional(),
      }),
    }),
    output: wire.AuthorizedInSession,
  },
  postInSession: {
    summary: "Say something where the session was started, and continue",
    input: z.strictObject({ ...held, call, text: wire.Text }),
    output: z.strictObject({ conversation: ConversationId }),
  },
  endSession: {
    summary: "End a session, or give it back for another host",
    input: z.strictObject({
      ...held,
      outcome: z.enum(["completed", "failed", "released", "cancelled"]),
      text: wire.Text.optional().meta({
        description: "The final reply, which is posted, or why it failed, for people.",
      }),
    }),
    output: z.strictObject({
      session: wire.Session,
      retry: wire.Session.optional().meta({
        description: "It was asked something and said nothing: this session is queued to reply.",
      }),
    }),
  },
  recordSkillRead: {
    summary: "Count that the agent read one of its skills",
    input: z.strictObject({ skill: wire.Short }),
    output: z.strictObject({ seq: z.int() }),
  },
} as const satisfies Record<string, OperationText>;
