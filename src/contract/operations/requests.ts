import { z } from "zod";
import { inBytes, inTime } from "../../domain/in-words.ts";
import {
  MAX_JOIN_KEY_LENGTH,
  MAX_QUESTION_EXPIRY_MS,
  MAX_TEXT_BYTES,
  MIN_EXPIRY_MS,
} from "../../domain/limits.ts";
import { REQUEST_KINDS, REQUEST_STATUSES } from "../../domain/requests/request.ts";
import { EvidenceView, evidenceGiven } from "../schemas/evidence.ts";
import { AnswerFile, fileGiven } from "../schemas/files.ts";
import type { OperationText } from "../schemas/operation.ts";
import {
  bodyHoldMs,
  commaList,
  flag,
  holdMs,
  page,
  pageOf,
  timeZone,
  undoMs,
} from "../schemas/parameters.ts";
import * as wire from "../schemas/requests.ts";
import { MAX_SPOKEN_BODY_BYTES } from "../schemas/strict-json.ts";
import { ContentDigest, JsonObject } from "../schemas/values.ts";

export const REQUESTS = {
  ask: {
    summary: "Ask a person; with holdMs, wait for the answer in the same call",
    maxBytes: MAX_SPOKEN_BODY_BYTES,
    input: z.strictObject({
      text: z.string().meta({ description: `The question, at most ${inBytes(MAX_TEXT_BYTES)}.` }),
      context: z.string().optional().meta({ description: "Background, shown apart from it." }),
      form: wire.FormInput.optional().meta({ description: "Any text if absent." }),
      schema: JsonObject.optional().meta({
        description:
          "In place of a form: the JSON Schema that the answer's `fields` satisfy, as zod or pydantic emit it. Of a schema that is not of an object with properties, they hold the value as `value`.",
      }),
      default: wire.Answer.optional().meta({
        description: "Offered for confirmation; never applied by itself.",
      }),
      evidence: evidenceGiven,
      to: z.array(z.string()).optional().meta({
        description: "Names of operators to ask, or roles as `role:owner`; any operator if absent.",
      }),
      conversation: wire.ConversationId.optional().meta({
        description: "Where it belongs; the agent's own if absent.",
      }),
      tool: z.string().optional().meta({
        description:
          "The tool whose call asks: the request is kept in the mailbox until acknowledged, and the same content joins it.",
      }),
      joinKey: z.string().min(1).max(MAX_JOIN_KEY_LENGTH).optional().meta({
        description: "For a tool's question: tells it from others, in place of its content.",
      }),
      expiresInMs: z
        .number()
        .optional()
        .meta({
          description: `In milliseconds, from ${inTime(MIN_EXPIRY_MS)} to ${inTime(MAX_QUESTION_EXPIRY_MS)}; never if absent.`,
        }),
      expiresFrom: z.enum(["asking", "delivery"]).optional().meta({
        description: "When that time begins; `delivery` means once it is shown to somebody.",
      }),
      notify: wire.Notify.optional().meta({
        description:
          "Called once it has closed, by a webhook that the agent's subscription signs. What joins another request calls where that one says.",
      }),
      holdMs: bodyHoldMs,
    }),
    output: wire.Waited,
  },
  list: {
    summary: "Requests, newest first, a page at a time",
    input: z.strictObject({
      kind: z.enum(REQUEST_KINDS).optional(),
      status: z.enum(REQUEST_STATUSES).optional(),
      conversation: wire.ConversationId.optional(),
      agent: wire.PrincipalId.optional().meta({
        description: "All of this agent's own, including those that share another's answer.",
      }),
      each: flag.meta({
        description: "Each by itself, including questions that share another's answer.",
      }),
      mine: flag.meta({ description: "Only what asks the caller, by name or as any operator." }),
      since: z.string().max(64).optional().meta({
        description:
          "Asked then or later: `2026-11-21`, `2026-11-21 09:30`, `2026-11-21T09:30:00Z`, `today`, `yesterday`, or how long ago, such as `3d`.",
      }),
      until: z.string().max(64).optional().meta({
        description: "Asked before that, written like `since`; a day counts to its end.",
      }),
      timeZone,
      order: z.enum(["newest", "oldest"]).optional(),
      ...page,
    }),
    output: pageOf(wire.Request),
  },
  show: {
    summary: "One request with its history",
    input: z.strictObject({ id: wire.RequestId }),
    output: z.strictObject({ request: wire.Request, history: z.array(wire.Event) }),
  },
  wait: {
    summary: "Wait for one request to close",
    input: z.strictObject({ id: wire.RequestId, holdMs }),
    output: wire.Waited,
  },
  waitMany: {
    summary: "Wait for any or all of several requests to close",
    input: z.strictObject({
      ids: commaList(wire.RequestId),
      until: z
        .enum(["any", "all"])
        .optional()
        .meta({ description: "`any` where absent: until one has closed." }),
      holdMs,
    }),
    output: wire.WaitedMany,
  },
  answer: {
    summary: "Answer an open request; the first valid answer wins",
    input: z.strictObject({ id: wire.RequestId, answer: wire.Answer, undoMs }),
    output: wire.Request,
  },
  undo: {
    summary: "Take back what you decided a moment ago, while it is held",
    input: z.strictObject({ id: wire.RequestId }),
    output: wire.Request,
  },
  uploadFile: {
    summary: "Keep a file beside an open request, for its answer to name",
    maxBytes: MAX_SPOKEN_BODY_BYTES,
    input: z.strictObject({ id: wire.RequestId, ...fileGiven }),
    output: AnswerFile,
  },
  readFile: {
    summary:
      "The bytes of a file of the answer or the evidence, for everybody who may read the request",
    input: z.strictObject({ id: wire.RequestId, digest: ContentDigest }),
    output: z.string().meta({ format: "binary" }),
  },
  showEvidence: {
    summary: "What stands beside a request, drawn of its bytes as people are shown it",
    input: z.strictObject({
      id: wire.RequestId,
      language: z.string().max(35).optional().meta({
        description: "Of the texts around it, such as `de`; English if absent.",
      }),
    }),
    output: z.strictObject({ items: z.array(EvidenceView) }),
  },
  cancel: {
    summary: "Take back a request: an agent its own, an owner any",
    input: z.strictObject({
      id: wire.RequestId,
      reason: z.string().optional().meta({ description: "For the people who were asked." }),
    }),
    output: wire.Request,
  },
} as const satisfies Record<string, OperationText>;
