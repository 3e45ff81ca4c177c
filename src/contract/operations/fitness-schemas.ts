import { z } from "zod";
import { ACCEPTANCES } from "../../domain/liaison/feedback.ts";
import { ConversationId, Timestamp } from "../schemas/values.ts";

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

export const LiaisonReport = z
  .strictObject({
    outcomes: z.int(),
    is_calibrated: z.boolean().meta({ description: "From 50 outcomes on." }),
    brier: z.number().optional(),
    ece: z.number().optional(),
    bins: Bins,
    calibrated: z.strictObject({ brier: z.number(), ece: z.number(), bins: Bins }).optional(),
  })
  .meta({ id: "LiaisonReport" });

const bounded = {
  value: z.number(),
  lower: z.number().meta({ description: "One-sided 95 % bound." }),
  support: z.number().meta({ description: "On how many whole feedbacks it rests." }),
};
const Bounded = z.strictObject(bounded).meta({ id: "Bounded" });

export const AgentFitness = z
  .strictObject({
    agent: z.string(),
    fitness: Bounded.optional().meta({ description: "Absent where nobody has said anything." }),
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

export const SelectionRecord = z
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
  .meta({ id: "SelectionRecord", description: "One round of one task, for a selection." });
