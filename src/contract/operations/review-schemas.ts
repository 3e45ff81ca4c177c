import { z } from "zod";
import { REVIEW_REASONS } from "../../domain/requests/review.ts";
import { Answer, Request } from "../schemas/requests.ts";
import { RequestId, Timestamp } from "../schemas/values.ts";
import { Short, Text } from "./session-schemas.ts";

/* What crosses the wire about requests that nobody answers, and earlier answers. */

const plain = <D extends string>(name: D) => z.strictObject({ do: z.literal(name) });

export const ReviewOutcome = z
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
  .meta({ id: "ReviewOutcome", description: "What to do; nothing of it approves anything." });

export const ReviewItem = z
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

export const EarlierAnswer = z
  .strictObject({
    request: RequestId,
    text: z.string().meta({ description: "The question that was asked." }),
    answer: Answer,
    by: z.string(),
    at: Timestamp,
    likeness: z.number().meta({ description: "0 to 1; 1 for the very same question." }),
  })
  .meta({ id: "EarlierAnswer" });
