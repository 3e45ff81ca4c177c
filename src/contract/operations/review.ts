import { z } from "zod";
import { REVIEW_REASONS } from "../../domain/requests/review.ts";
import type { OperationText } from "../schemas/operation.ts";
import { nothing, page, pageOf } from "../schemas/parameters.ts";
import * as wire from "../schemas/requests.ts";
import { Answer, Request } from "../schemas/requests.ts";
import { RequestId, Timestamp } from "../schemas/values.ts";
import { Short, Text } from "./sessions.ts";

/* What crosses the wire about requests that nobody answers, and earlier answers. */

const plain = <D extends string>(name: D) => z.strictObject({ do: z.literal(name) });

const ReviewOutcome = z
  .discriminatedUnion("do", [
    plain("keep"),
    plain("remind"),
    z.strictObject({
      do: z.literal("reroute"),
      to: z.array(Short).min(1).max(100).meta({
        description: "Names of operators, or roles as `role:owner`.",
      }),
    }),
    plain("escalate"),
    plain("abandon"),
    z.strictObject({
      do: z.literal("assume"),
      assumption: Text.meta({ description: "What the agent goes on with." }),
    }),
  ])
  .meta({ id: "ReviewOutcome", description: "What to do; none of it approves anything." });

const ReviewItem = z
  .strictObject({
    request: Request,
    waitingMs: z.number(),
    proposal: ReviewOutcome.meta({ description: "What the rules would do." }),
    why: z.enum(REVIEW_REASONS),
    last: z
      .strictObject({
        outcome: z.enum(["keep", "remind", "reroute", "escalate", "abandon", "assume"]),
        at: Timestamp,
      })
      .optional()
      .meta({ description: "What the review did about it last." }),
  })
  .meta({ id: "ReviewItem", description: "An open request that nobody has answered for long." });

const EarlierAnswer = z
  .strictObject({
    request: RequestId,
    text: z.string().meta({ description: "The question that was asked." }),
    answer: Answer,
    by: z.string(),
    at: Timestamp,
    likeness: z.number().meta({ description: "0 to 1; 1 for the very same question." }),
  })
  .meta({ id: "EarlierAnswer" });

export const REVIEW = {
  listReview: {
    summary: "What has been open for longer than a day, the oldest first; an agent sees its own",
    input: z.strictObject(page),
    output: pageOf(ReviewItem),
  },
  runReview: {
    summary: "Do what is due for all of them, like the daily review",
    input: nothing,
    output: z.strictObject({ done: z.int() }),
  },
  review: {
    summary: "Do something about an open request: an agent about its own, an operator about any",
    input: z.strictObject({
      id: wire.RequestId,
      outcome: ReviewOutcome,
      why: Text.optional().meta({ description: "For people, and the log of the request." }),
    }),
    output: wire.Request,
  },
  earlierAnswers: {
    summary: "People's earlier answers to similar questions, the most similar first",
    input: z.strictObject({ id: wire.RequestId }),
    output: z.strictObject({ items: z.array(EarlierAnswer) }),
  },
} as const satisfies Record<string, OperationText>;
