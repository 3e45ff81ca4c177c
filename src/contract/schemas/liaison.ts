import { z } from "zod";
import { ACCEPTANCES, SENTIMENTS } from "../../domain/liaison/feedback.ts";
import { NODE_KINDS, RELATIONS } from "../../domain/liaison/graph.ts";
import { PHASES } from "../../domain/liaison/liaison.ts";
import { fileFacts } from "./files.ts";
import {
  ConversationId,
  Json,
  JsonObject,
  MessageId,
  PrincipalId,
  RequestId,
  Surface,
  Timestamp,
  Workspace,
} from "./values.ts";

/* The shapes of what crosses the wire about conversations of the liaison. */

const Part = z.number().min(0).max(1);

export const Phase = z.enum(PHASES).meta({ id: "Phase" });

const Requirement = z
  .strictObject({
    id: z.string().meta({ description: "The same for the same words in every version." }),
    description: z.string(),
    importance: Part,
    constraints: z.array(z.string()),
    examples: z.array(z.string()),
    extracted_from: z
      .array(MessageId)
      .meta({ description: "The exchanges that it was taken from." }),
  })
  .meta({ id: "Requirement" });

const SpecificationConfidence = z
  .strictObject({
    score: Part.meta({ description: "It alone decides whether the task begins." }),
    reasoning: z.string(),
    confidence_factors: z.record(z.string(), z.number()).meta({
      description: "clarity, completeness, consistency and more, each 0 to 1.",
    }),
  })
  .meta({ id: "SpecificationConfidence" });

const TaskSpecification = z
  .strictObject({
    id: z.string().meta({ description: "The task's id, the same in every version." }),
    version: z.int(),
    title: z.string(),
    description: z.string(),
    requirements: z.array(Requirement),
    constraints: z.array(z.string()),
    success_criteria: z.array(z.string()),
    required_capabilities: z.array(z.string()),
    context: JsonObject,
    assumptions: z
      .array(z.string())
      .meta({ description: "What nobody has said, but the work relies on." }),
    confidence: SpecificationConfidence,
  })
  .meta({ id: "TaskSpecification" });

const SpecificationChange = z
  .strictObject({
    kind: z.enum(["added", "removed", "changed"]),
    field: z.string(),
    id: z.string().optional().meta({ description: "Of a requirement." }),
    before: Json.optional(),
    after: Json.optional(),
  })
  .meta({ id: "SpecificationChange" });

const Measured = { sentiment: z.enum(SENTIMENTS), confidence: Part, score: Part };

const FeedbackMetrics = z
  .strictObject({
    overall_satisfaction: Part,
    acceptance_status: z.enum(ACCEPTANCES),
    dimension_feedback: z.array(
      z.strictObject({
        dimension: z.string(),
        ...Measured,
        supporting_quotes: z.array(z.string()).meta({ description: "Verbatim." }),
        quote_spans: z.array(z.strictObject({ exchange: MessageId, start: z.int(), end: z.int() })),
      }),
    ),
    improvement_suggestions: z.array(z.string()),
    interpretation_confidence: Part,
    requirement_feedback: z.array(z.strictObject({ requirement_id: z.string(), ...Measured })),
  })
  .meta({ id: "FeedbackMetrics" });

const Attachment = z
  .strictObject(fileFacts)
  .meta({ id: "Attachment", description: "A file beside a person's words or a result." });

const Exchange = z
  .strictObject({
    id: MessageId,
    role: z.enum(["human", "assistant"]),
    content: z.string(),
    timestamp: Timestamp,
    phase: Phase,
    round: z.int(),
    via: Surface.optional(),
    request: RequestId.optional(),
    with: z
      .literal("worker")
      .optional()
      .meta({ description: "The worker's question, or what the person answered to it." }),
    attachments: z
      .array(Attachment)
      .optional()
      .meta({ description: "A message that was too long to stand here is the first of them." }),
  })
  .meta({ id: "Exchange" });

const Clarification = z
  .strictObject({
    topic: z.string(),
    question: z.string(),
    options: z.array(z.string()),
    default: z.string().optional(),
    why: z.string().optional(),
    status: z.enum(["open", "answered", "left_to_us", "assumed"]),
    asked_in: MessageId,
    answer: z.string().optional(),
  })
  .meta({ id: "Clarification", description: "A detail that the person is asked for." });

const assessed = {
  is_sufficient: z.boolean().meta({ description: "Enough is known to begin." }),
  missing_aspects: z.array(z.string()),
  suggested_questions: z.array(z.string()).meta({ description: "The most useful first." }),
};

/** The record, whole. */
export const Liaison = z
  .strictObject({
    id: ConversationId,
    workspace: Workspace,
    person: PrincipalId,
    personName: z.string(),
    service: PrincipalId.optional().meta({ description: "Whose user the person is." }),
    sharedWith: z
      .array(z.strictObject({ id: PrincipalId, name: z.string() }))
      .optional()
      .meta({ description: "Operators whom its person lets read it." }),
    agent: PrincipalId,
    worker: z.strictObject({ agent: PrincipalId, name: z.string() }).optional(),
    title: z.string(),
    phase: Phase,
    round: z.int(),
    exchanges: z.array(Exchange),
    phase_transitions: z.array(
      z.strictObject({
        from: Phase.optional(),
        to: Phase,
        at: Timestamp,
        reason: z.string(),
        round: z.int(),
      }),
    ),
    confidence_history: z.array(
      z.strictObject({
        timestamp: Timestamp,
        confidence: SpecificationConfidence,
        at: Timestamp,
        score: Part,
        version: z.int(),
      }),
    ),
    derived_task: TaskSpecification.optional().meta({ description: "The newest specification." }),
    task_result: Json.optional().meta({ description: "The newest result." }),
    ...assessed,
    assessment: z.strictObject(assessed).optional(),
    clarifications: z.array(Clarification),
    specifications: z.array(TaskSpecification).meta({ description: "All versions." }),
    published: z
      .int()
      .meta({ description: "The version that workers follow; 0 if there is none." }),
    unsettled: z.strictObject({ score: Part, version: z.int() }).optional(),
    outcomes: z.array(
      z.strictObject({ score: Part, accepted: z.boolean(), version: z.int(), at: Timestamp }),
    ),
    progress: z.array(
      z.strictObject({
        status: z.string(),
        result: Json.optional(),
        by: z.string(),
        at: Timestamp,
      }),
    ),
    results: z.array(
      z.strictObject({
        result: Json,
        attachments: z.array(Attachment).optional(),
        by: z.string(),
        at: Timestamp,
        round: z.int(),
      }),
    ),
    feedback: z.array(
      z.strictObject({
        round: z.int(),
        at: Timestamp,
        metrics: FeedbackMetrics,
        withdrawn: z
          .strictObject({ by: z.string(), reason: z.string(), at: Timestamp })
          .optional()
          .meta({ description: "It was read wrongly and counts nowhere." }),
      }),
    ),
    turnsAsked: z.int(),
    request: RequestId.optional().meta({ description: "The question before the person now." }),
    workerAsks: z
      .array(RequestId)
      .optional()
      .meta({ description: "Questions of the worker that wait for the person." }),
    personAsks: z
      .array(
        z.strictObject({
          exchange: MessageId,
          task: z.string(),
          question: z.string(),
          answer: z
            .strictObject({ text: z.string(), by: z.string(), told: MessageId.optional() })
            .optional(),
        }),
      )
      .optional()
      .meta({ description: "Questions of the person's that went to the worker." }),
    replied: z.int().meta({ description: "How many exchanges have been replied to." }),
    dueAt: Timestamp.optional().meta({ description: "A turn of the liaison is owed." }),
    salt: z.string(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: z.int(),
    erasedAt: Timestamp.optional(),
  })
  .meta({
    id: "Liaison",
    description: "A conversation of the liaison with one person, from need to task to feedback.",
  });

export const LiaisonReply = z
  .strictObject({
    conversation_id: ConversationId,
    response: z.string(),
    phase: Phase,
    ...assessed,
    confidence: SpecificationConfidence.optional(),
    feedback_metrics: FeedbackMetrics.optional(),
    questions: z
      .array(
        z.strictObject({ topic: z.string(), question: z.string(), options: z.array(z.string()) }),
      )
      .optional()
      .meta({ description: "What the liaison asks now, with likely answers to choose from." }),
    open_questions: z
      .array(z.strictObject({ exchange: MessageId, question: z.string() }))
      .optional()
      .meta({ description: "What the person has asked and the worker has not answered." }),
  })
  .meta({ id: "LiaisonReply" });

export const WithdrawnFeedback = z
  .strictObject({
    conversation_id: ConversationId,
    round: z.int(),
    by: z.string(),
    reason: z.string(),
    at: Timestamp,
    repeated: z.literal(true).optional().meta({
      description: "It had been withdrawn before, by this name and for this reason.",
    }),
  })
  .meta({ id: "WithdrawnFeedback" });

const eventBase = {
  seq: z.int(),
  at: Timestamp,
  conversation_id: ConversationId,
  user_id: z.string(),
};
const specified = {
  ...eventBase,
  task_specification: TaskSpecification,
  confidence: SpecificationConfidence,
};
const ofTask = { ...eventBase, task_id: z.string() };
const ofQuestion = { ...ofTask, exchange: MessageId, question: z.string() };

export const TaskEvent = z
  .discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("task.created"),
      ...specified,
      agent: z.string().optional(),
    }),
    z.strictObject({
      type: z.literal("task.updated"),
      ...specified,
      changes: z.array(SpecificationChange),
    }),
    z.strictObject({
      type: z.literal("task.progressed"),
      ...ofTask,
      status: z.string(),
      result: Json.optional(),
    }),
    z.strictObject({
      type: z.literal("task.completed"),
      ...ofTask,
      task_result: Json,
      attachments: z.array(Attachment).optional(),
    }),
    z.strictObject({
      type: z.literal("task.feedback_received"),
      ...ofTask,
      feedback_metrics: FeedbackMetrics,
    }),
    z.strictObject({
      type: z.literal("task.feedback_withdrawn"),
      ...ofTask,
      round: z.int(),
      by: z.string(),
      reason: z.string(),
    }),
    z.strictObject({ type: z.literal("task.question_asked"), ...ofQuestion }),
    z.strictObject({
      type: z.literal("task.question_answered"),
      ...ofQuestion,
      answer: z.string(),
      by: z.string(),
    }),
    z.strictObject({ type: z.literal("task.withdrawn"), ...ofTask }),
  ])
  .meta({ id: "TaskEvent" });

const Node = z
  .strictObject({
    id: z.string(),
    kind: z.enum(NODE_KINDS),
    conversation: z.string().optional(),
    props: JsonObject,
  })
  .meta({ id: "GraphNode" });

export const NodeKind = z.enum(NODE_KINDS);

export const Graph = z
  .strictObject({
    nodes: z.array(Node),
    edges: z.array(
      z.strictObject({
        from: z.string(),
        relation: z.enum(RELATIONS),
        to: z.string(),
        conversation: z.string(),
      }),
    ),
  })
  .meta({ id: "Graph", description: "An edge points from a later thing to what it came from." });

export const GraphAnswer = z.strictObject({
  items: z.array(
    z.strictObject({
      node: Node,
      depth: z.int().optional().meta({ description: "How many edges away." }),
    }),
  ),
});
