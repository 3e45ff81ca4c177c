import { z } from "zod";
import { ACCEPTANCES } from "../../domain/liaison/feedback.ts";
import {
  CALIBRATED_FROM,
  DEFAULT_HALF_LIFE_DAYS,
  DOUBTFUL_BELOW,
  MAX_HALF_LIFE_DAYS,
} from "../../domain/limits.ts";
import { GRAPH_QUERIES } from "../../ports/earshot/liaison.ts";
import { Graph, GraphAnswer, NodeKind } from "../schemas/liaison.ts";
import type { OperationText } from "../schemas/operation.ts";
import { nothing, page } from "../schemas/parameters.ts";
import { ConversationId, Timestamp } from "../schemas/values.ts";
import { Short } from "./sessions.ts";

/* What crosses the wire about how good tasks were: reliability of confidence, fitness of agents. */

const Part = z.number().min(0).max(1);

const Bins = z.array(
  z.strictObject({
    from: Part,
    to: Part,
    count: z.int(),
    mean_score: Part,
    accepted: Part,
  }),
);

const LiaisonReport = z
  .strictObject({
    outcomes: z.int(),
    is_calibrated: z.boolean().meta({ description: `From ${CALIBRATED_FROM} outcomes on.` }),
    brier: z.number().optional(),
    ece: z.number().optional(),
    bins: Bins,
    calibrated: z.strictObject({ brier: z.number(), ece: z.number(), bins: Bins }).optional(),
  })
  .meta({ id: "LiaisonReport" });

const bounded = {
  value: z.number(),
  lower: z.number().meta({ description: "One-sided 95 % bound." }),
  support: z.number().meta({ description: "The number of whole feedbacks that it rests on." }),
};
const Bounded = z.strictObject(bounded).meta({ id: "Bounded" });

const AgentFitness = z
  .strictObject({
    agent: z.string(),
    fitness: Bounded.optional().meta({ description: "Absent if nobody has said anything." }),
    dimensions: z.record(z.string(), Bounded),
    requirements: z.array(
      z.strictObject({
        ...bounded,
        requirement_id: z.string(),
        description: z.string(),
        conversation_id: ConversationId,
      }),
    ),
    clarity: z.strictObject({
      tasks: z.int(),
      questions: z.number(),
      turns: z.number(),
      corrections: z.number(),
      score: Part,
    }),
    accepted: z.int(),
    rejected: z.int(),
    needs_improvement: z.int(),
    unrated: z.int(),
  })
  .meta({ id: "AgentFitness" });

const SelectionRecord = z
  .strictObject({
    conversation_id: ConversationId,
    task_id: z.string(),
    round: z.int(),
    agent: z.string(),
    at: Timestamp,
    fitness: Part,
    confidence: Part,
    acceptance_status: z.enum(ACCEPTANCES),
    dimensions: z.record(z.string(), z.strictObject({ score: Part, confidence: Part })),
    requirements: z.array(
      z.strictObject({
        requirement_id: z.string(),
        description: z.string(),
        importance: Part,
        score: Part,
        confidence: Part,
      }),
    ),
    improvement_suggestions: z.array(z.string()),
    clarity: z.strictObject({
      questions: z.int(),
      turns: z.int(),
      corrections: z.int(),
      specification_confidence: Part,
    }),
  })
  .meta({
    id: "SelectionRecord",
    description: "One round of one task, for choosing among variants.",
  });

const fitnessInput = z.strictObject({
  agent: Short.optional().meta({ description: "The name of an agent." }),
  half_life_days: z.coerce
    .number()
    .min(0.01)
    .max(MAX_HALF_LIFE_DAYS)
    .optional()
    .meta({
      description: `Feedback loses half its weight in this many days; ${DEFAULT_HALF_LIFE_DAYS} if absent.`,
    }),
});
const NodeId = z.string().min(1).max(512);

const DoubtfulFeedback = z
  .strictObject({
    conversation_id: ConversationId,
    user_id: z.string(),
    title: z.string(),
    task_id: z.string(),
    round: z.int(),
    at: Timestamp,
    acceptance_status: z.enum(ACCEPTANCES),
    confidence: Part,
  })
  .meta({ id: "DoubtfulFeedback" });

/** What is learned from conversations of the liaison. */
export const FITNESS = {
  listDoubtfulFeedback: {
    summary: `Feedback that was understood with a confidence under ${DOUBTFUL_BELOW}, the newest first`,
    input: z.strictObject({ limit: page.limit }),
    output: z.strictObject({ items: z.array(DoubtfulFeedback) }),
  },
  liaisonReport: {
    summary: "How reliable the confidence of specifications is",
    input: nothing,
    output: LiaisonReport,
  },
  fitness: {
    summary: "How good each agent's work was, by what people said about it",
    input: fitnessInput,
    output: z.strictObject({ items: z.array(AgentFitness) }),
  },
  exportFitness: {
    summary: "One line per task round that has feedback, oldest first, for choosing among variants",
    input: fitnessInput,
    output: SelectionRecord,
  },
  queryGraph: {
    summary: "What something came from, what came of it, and why",
    input: z.strictObject({
      query: z.enum(GRAPH_QUERIES).meta({
        description:
          "`why_asked` of a question, `feedback_of` a requirement, `path` from one node to another.",
      }),
      id: NodeId.meta({ description: "The node it is about." }),
      to: NodeId.optional().meta({ description: "For `path`: the other end." }),
      kind: NodeKind.optional().meta({ description: "Only nodes of this kind." }),
    }),
    output: GraphAnswer,
  },
  graphOf: {
    summary: "The graph of one conversation",
    input: z.strictObject({ conversation_id: ConversationId }),
    output: Graph,
  },
} as const satisfies Record<string, OperationText>;
