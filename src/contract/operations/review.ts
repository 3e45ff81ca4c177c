import { z } from "zod";
import { nothing, page, pageOf } from "../schemas/common-errors.ts";
import type { Operation } from "../schemas/operation.ts";
import * as wire from "../schemas/requests.ts";
import * as review from "./review-schemas.ts";
import { Text } from "./session-schemas.ts";

export const REVIEW = {
  listReview: {
    method: "GET",
    path: "/v1/review",
    right: "read",
    summary: "What has been open for longer than a day, the oldest first; an agent sees its own",
    input: z.strictObject(page),
    output: pageOf(review.ReviewItem),
    status: 200,
    media: "application/json",
  },
  runReview: {
    method: "POST",
    path: "/v1/review/run",
    right: "withdraw",
    summary: "Do what is due about all of them, as the daily review does",
    input: nothing,
    output: z.strictObject({ done: z.int() }),
    status: 200,
    media: "application/json",
  },
  review: {
    method: "POST",
    path: "/v1/requests/{id}/review",
    right: "key",
    summary: "Do something about an open request: an agent about its own, an operator about any",
    input: z.strictObject({
      id: wire.RequestId,
      outcome: review.ReviewOutcome,
      why: Text.optional().meta({ description: "For people, and the log of the request." }),
    }),
    output: wire.Request,
    status: 200,
    media: "application/json",
  },
  earlierAnswers: {
    method: "GET",
    path: "/v1/requests/{id}/earlier-answers",
    right: "read",
    summary: "Earlier answers of people to questions like this one, the likest first",
    input: z.strictObject({ id: wire.RequestId }),
    output: z.strictObject({ items: z.array(review.EarlierAnswer) }),
    status: 200,
    media: "application/json",
  },
} as const satisfies Record<string, Operation>;
