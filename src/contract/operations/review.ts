import { z } from "zod";
import { MAX_OPTIONS } from "../../domain/requests/answer-check.ts";
import { REVIEW_REASONS } from "../../domain/requests/review.ts";
import { ASKING_REFUSALS, COSTS_OF_WRONG } from "../../domain/requests/should-ask.ts";
import type { OperationText } from "../schemas/operation.ts";
import { nothing, page, pageOf } from "../schemas/parameters.ts";
import * as wire from "../schemas/requests.ts";
import { Answer, Request } from "../schemas/requests.ts";
import { ConversationId, PermissionId, RequestId, Timestamp } from "../schemas/values.ts";
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

const decision = {
  request: RequestId,
  question: z.string(),
  answer: z.string(),
  by: z.string(),
  at: Timestamp,
};
const EarlierDecision = z.strictObject(decision).meta({
  id: "EarlierDecision",
  description: "A person's answer to an earlier question of the agent.",
});
const sources = z.array(EarlierDecision).meta({
  description: "How people chose among these options for like questions; each question once.",
});
const beside = {
  somebody_there: z.boolean().meta({
    description: "Somebody who may answer was active within two hours and has no quiet hours.",
  }),
  clarity: z.number().optional().meta({
    description: "The liaison's score of the task, 0 to 1; absent without a task.",
  }),
};

const AskingAdvice = z
  .discriminatedUnion("advice", [
    z.strictObject({
      advice: z.literal("ask"),
      why: z.enum(ASKING_REFUSALS),
      sources,
      ...beside,
    }),
    z.strictObject({
      advice: z.literal("go_on"),
      why: z.enum(["chosen_alike", "told_in_task"]),
      assumption: z.string().meta({
        description: "One of the options; an assumption of the agent's, which nobody approved.",
      }),
      sources,
      told: z
        .strictObject({
          option: z.string(),
          words: z.string(),
          conversation: ConversationId,
          by: z.string(),
        })
        .optional()
        .meta({ description: "The words of the task's person that name the option." }),
      ...beside,
    }),
    z.strictObject({
      advice: z.literal("earlier"),
      why: z.literal("answer_stands"),
      earlier: z.strictObject({ ...decision, permission: PermissionId, until: Timestamp }).meta({
        description: "The answer that its person lets stand for this agent and question.",
      }),
      ...beside,
    }),
  ])
  .meta({ id: "AskingAdvice", description: "Whether to ask; it approves nothing." });

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
  shouldIAsk: {
    summary: "Whether an agent should ask, by what people said to it before; changes nothing",
    input: z.strictObject({
      question: Text,
      context: Text.optional().meta({ description: "As in `ask`: a standing answer is for both." }),
      options: z.array(Short).max(MAX_OPTIONS),
      cost_of_wrong: z.enum(COSTS_OF_WRONG).meta({
        description: "What it costs to go on and be wrong; `high` always says `ask`.",
      }),
      conversation_id: ConversationId.optional().meta({
        description: "The task that it is about; if absent, the only one that the agent works on.",
      }),
    }),
    output: AskingAdvice,
  },
} as const satisfies Record<string, OperationText>;
