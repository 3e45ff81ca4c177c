import { z } from "zod";
import { SPLITS } from "../../domain/inbox/inbox.ts";
import { page, timeZone } from "../schemas/common-errors.ts";
import type { Operation } from "../schemas/operation.ts";
import * as wire from "../schemas/requests.ts";
import { Timestamp } from "../schemas/values.ts";
import * as inbox from "./inbox-schemas.ts";

export const INBOX = {
  inbox: {
    method: "GET",
    path: "/v1/inbox",
    right: "read",
    summary: "Your inbox: a part of it, or what a search finds, a page at a time",
    input: z.strictObject({
      split: z.enum(SPLITS).optional().meta({ description: "`needs_me` where absent." }),
      query: z.string().optional().meta({
        description:
          "Words and filters, such as `transfer level:high agent:ci since:yesterday`; at most 256 characters.",
      }),
      timeZone,
      ...page,
    }),
    output: inbox.InboxPage,
    status: 200,
    media: "application/json",
  },
  inboxItem: {
    method: "GET",
    path: "/v1/inbox/{id}",
    right: "read",
    summary: "One request with all that a person looks at to decide",
    input: z.strictObject({ id: wire.RequestId }),
    output: inbox.InboxDetail,
    status: 200,
    media: "application/json",
  },
  noteSent: {
    method: "POST",
    path: "/v1/inbox/sent",
    right: "read",
    summary: "Note that your inbox shows these requests",
    input: z.strictObject({ ids: z.array(wire.RequestId).max(100) }),
    output: z.strictObject({ noted: z.int() }),
    status: 200,
    media: "application/json",
  },
  noteSeen: {
    method: "POST",
    path: "/v1/inbox/{id}/seen",
    right: "read",
    summary: "Note that you have opened a request",
    input: z.strictObject({ id: wire.RequestId }),
    output: z.strictObject({ seenAt: Timestamp }),
    status: 200,
    media: "application/json",
  },
  claim: {
    method: "POST",
    path: "/v1/requests/{id}/claim",
    right: "answer",
    summary: "Take an open request on; others may still decide it",
    input: z.strictObject({
      id: wire.RequestId,
      take: z.boolean().optional().meta({ description: "Also from an operator who holds it." }),
    }),
    output: inbox.Claim,
    status: 200,
    media: "application/json",
  },
  release: {
    method: "POST",
    path: "/v1/requests/{id}/release",
    right: "answer",
    summary: "Give a request back that you have taken on",
    input: z.strictObject({ id: wire.RequestId }),
    output: z.strictObject({ released: z.boolean() }),
    status: 200,
    media: "application/json",
  },
  separate: {
    method: "POST",
    path: "/v1/requests/{id}/separate",
    right: "answer",
    summary: "Take a question out of those that share an answer: it is asked by itself",
    input: z.strictObject({ id: wire.RequestId }),
    output: wire.Request,
    status: 200,
    media: "application/json",
  },
  snooze: {
    method: "POST",
    path: "/v1/requests/{id}/snooze",
    right: "read",
    summary: "Put a request off in your own inbox; its time runs on",
    input: z.strictObject({
      id: wire.RequestId,
      until: z.iso.datetime({ precision: 3 }).optional().meta({
        description: "In UTC with milliseconds, at most 30 days from now; absent takes it back.",
      }),
    }),
    output: z.strictObject({ until: Timestamp.optional() }),
    status: 200,
    media: "application/json",
  },
  insights: {
    method: "GET",
    path: "/v1/insights",
    right: "read",
    summary: "How people answered within the last days",
    input: z.strictObject({
      days: z.coerce.number().int().min(1).max(90).optional().meta({
        description: "7 where absent.",
      }),
    }),
    output: inbox.Insights,
    status: 200,
    media: "application/json",
  },
} as const satisfies Record<string, Operation>;
