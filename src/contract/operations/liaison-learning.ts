import { z } from "zod";
import { GRAPH_QUERIES } from "../../ports/earshot/liaison.ts";
import { nothing } from "../schemas/common-errors.ts";
import type { Operation } from "../schemas/operation.ts";
import { ConversationId } from "../schemas/values.ts";
import * as wire from "./fitness-schemas.ts";
import { Graph, GraphAnswer, NodeKind } from "./liaison-schemas.ts";
import { Short } from "./session-schemas.ts";

const fitnessInput = z.strictObject({
  agent: Short.optional().meta({ description: "The name of an agent." }),
  half_life_days: z.coerce.number().min(0.01).max(36_500).optional().meta({
    description: "Feedback loses half its weight in so many days; 30 where absent.",
  }),
});
const NodeId = z.string().min(1).max(512);

/** What is learned from conversations of the liaison. */
export const FITNESS = {
  liaisonReport: {
    method: "GET",
    path: "/v1/liaison/report",
    right: "read",
    summary: "How far the confidence of specifications can be relied on",
    input: nothing,
    output: wire.LiaisonReport,
    status: 200,
    media: "application/json",
  },
  fitness: {
    method: "GET",
    path: "/v1/liaison/fitness",
    right: "read",
    summary: "How good the work of each agent was, by what people said of it",
    input: fitnessInput,
    output: z.strictObject({ items: z.array(wire.AgentFitness) }),
    status: 200,
    media: "application/json",
  },
  exportFitness: {
    method: "GET",
    path: "/v1/liaison/fitness/export",
    right: "audit",
    summary: "One line a round of a task that has feedback, oldest first, for a selection",
    input: fitnessInput,
    output: wire.SelectionRecord,
    status: 200,
    media: "application/jsonl",
  },
  queryGraph: {
    method: "GET",
    path: "/v1/liaison/graph",
    right: "read",
    summary: "What something came of, what came of it, and why",
    input: z.strictObject({
      query: z.enum(GRAPH_QUERIES).meta({
        description:
          "`why_asked` of a question, `feedback_of` a requirement, `path` from one node to another.",
      }),
      id: NodeId.meta({ description: "The node it is about." }),
      to: NodeId.optional().meta({ description: "Of `path`: where it leads." }),
      kind: NodeKind.optional().meta({ description: "Only nodes of this kind." }),
    }),
    output: GraphAnswer,
    status: 200,
    media: "application/json",
  },
  graphOf: {
    method: "GET",
    path: "/v1/liaison/{conversation_id}/graph",
    right: "read",
    summary: "The graph of one conversation",
    input: z.strictObject({ conversation_id: ConversationId }),
    output: Graph,
    status: 200,
    media: "application/json",
  },
} as const satisfies Record<string, Operation>;
