import { z } from "zod";
import { inBytes } from "../../domain/in-words.ts";
import { ACCEPTANCES, SENTIMENTS } from "../../domain/liaison/feedback.ts";
import { NODE_KINDS, RELATIONS } from "../../domain/liaison/graph.ts";
import { PHASES } from "../../domain/liaison/liaison.ts";
import {
  MAX_ATTACHED_BYTES,
  MAX_ATTACHMENTS,
  MAX_CONTENT_BYTES,
  MAX_TEXT_BYTES,
} from "../../domain/limits.ts";
import { utf8Length } from "../../domain/text.ts";
import type { OperationText } from "../schemas/operation.ts";
import { flag, page, pageOf } from "../schemas/parameters.ts";
import { MAX_SPOKEN_BODY_BYTES } from "../schemas/strict-json.ts";
import {
  ContentDigest,
  ConversationId,
  Json,
  JsonObject,
  MessageId,
  PrincipalId,
  RequestId,
  Surface,
  Timestamp,
  Workspace,
} from "../schemas/values.ts";
import { Short } from "./sessions.ts";

/* What crosses the wire about conversations of the liaison. */

const Part = z.number().min(0).max(1);

const Phase = z.enum(PHASES).meta({ id: "Phase" });

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
  .strictObject({
    name: z.string().meta({ description: "Without a path." }),
    media_type: z.string(),
    size: z.int().meta({ description: "In bytes." }),
    digest: ContentDigest.meta({ description: "SHA-256 of the bytes." }),
  })
  .meta({ id: "Attachment", description: "A file that a person gave with their words." });

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
const Liaison = z
  .strictObject({
    id: ConversationId,
    workspace: Workspace,
    person: PrincipalId,
    personName: z.string(),
    service: PrincipalId.optional().meta({ description: "Whose user the person is." }),
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
      z.strictObject({ result: Json, by: z.string(), at: Timestamp, round: z.int() }),
    ),
    feedback: z.array(z.strictObject({ round: z.int(), at: Timestamp, metrics: FeedbackMetrics })),
    turnsAsked: z.int(),
    request: RequestId.optional().meta({ description: "The question before the person now." }),
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

const LiaisonReply = z
  .strictObject({
    conversation_id: ConversationId,
    response: z.string(),
    phase: Phase,
    ...assessed,
    confidence: SpecificationConfidence.optional(),
    feedback_metrics: FeedbackMetrics.optional(),
  })
  .meta({ id: "LiaisonReply" });

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

const TaskEvent = z
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
    z.strictObject({ type: z.literal("task.completed"), ...ofTask, task_result: Json }),
    z.strictObject({
      type: z.literal("task.feedback_received"),
      ...ofTask,
      feedback_metrics: FeedbackMetrics,
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

const conversation = { conversation_id: ConversationId };

const Message = z
  .string()
  .refine((text) => utf8Length(text) <= MAX_CONTENT_BYTES, {
    error: `expected at most ${inBytes(MAX_CONTENT_BYTES)}`,
  })
  .meta({
    description: `One over ${inBytes(MAX_TEXT_BYTES)} is attached whole, and a part of it stands in the conversation.`,
  });

const attachments = z
  .array(
    z.strictObject({
      name: z.string().min(1).max(1_024).meta({ description: "A path before it is dropped." }),
      media_type: z.string().max(256).optional().meta({
        description: "Types that a browser would run count as `application/octet-stream`.",
      }),
      content: z
        .string()
        .max(Math.ceil(MAX_CONTENT_BYTES / 3) * 4)
        .meta({ description: `The bytes in base64, at most ${inBytes(MAX_CONTENT_BYTES)}.` }),
    }),
  )
  .max(MAX_ATTACHMENTS)
  .optional()
  .meta({ description: `With at most ${inBytes(MAX_ATTACHED_BYTES)} together.` });

const beginning = {
  maxBytes: MAX_SPOKEN_BODY_BYTES,
  input: z.strictObject({
    user_id: Short.optional().meta({
      description: "The caller's own name, or `default`: nobody begins one for another person.",
    }),
    initial_message: Message,
    attachments,
    agent: Short.optional().meta({ description: "The agent that is to do the task." }),
  }),
  output: LiaisonReply,
};
const continuing = {
  maxBytes: MAX_SPOKEN_BODY_BYTES,
  input: z.strictObject({ ...conversation, message: Message, attachments }),
  output: LiaisonReply,
};
const completing = {
  input: z.strictObject({
    ...conversation,
    task_result: z.union([z.string(), z.number(), z.boolean(), z.array(Json), JsonObject]).meta({
      description: `What the person is to judge: text, or JSON of at most ${inBytes(MAX_TEXT_BYTES)}.`,
    }),
  }),
  output: LiaisonReply,
};

/** Conversations of the liaison, for people and for workers. */
export const LIAISON = {
  beginConversation: {
    summary:
      "Begin a conversation with the liaison, in a person's own words and with their own key",
    ...beginning,
  },
  listLiaisons: {
    summary:
      "Conversations of the liaison, the newest first; an agent sees its tasks and free ones",
    input: z.strictObject({
      phase: Phase.optional(),
      mine: flag.meta({ description: "Only a person's own, or an agent's own tasks." }),
      ...page,
    }),
    output: pageOf(Liaison),
  },
  showLiaison: {
    summary: "One whole conversation of the liaison",
    input: z.strictObject(conversation),
    output: Liaison,
  },
  continueConversation: {
    summary: "Continue a conversation, with the key of its person",
    ...continuing,
  },
  readAttachment: {
    summary: "The bytes of an attachment, for everybody to whom the conversation is shown",
    input: z.strictObject({ ...conversation, digest: ContentDigest }),
    output: z.string().meta({ format: "binary" }),
  },
  taskProgress: {
    summary: "Report the progress of a task, as its agent",
    input: z.strictObject({
      ...conversation,
      status: z.string().min(1).max(500),
      result: Json.optional().meta({ description: "The result so far." }),
    }),
    output: LiaisonReply,
  },
  taskCompleted: {
    summary: "Hand over the result of a task: the person is asked what they think of it",
    ...completing,
  },
  begin_conversation: {
    summary: "`beginConversation` by its name in the contract",
    ...beginning,
  },
  continue_conversation: {
    summary: "`continueConversation` by its name in the contract",
    ...continuing,
  },
  task_completed: {
    summary: "`taskCompleted` by its name in the contract",
    ...completing,
  },
  eraseLiaison: {
    summary: "Erase what was said in a conversation, its questions and its part of the graph",
    input: z.strictObject(conversation),
    output: Liaison,
  },
  taskEvents: {
    summary: "The event bus of tasks as server-sent events; resumes after Last-Event-ID",
    input: z.strictObject({
      after: z.coerce.number().int().min(0).optional().meta({
        description: "Only events after this place in the log; Last-Event-ID takes precedence.",
      }),
      follow: flag.meta({ description: "Continue with events as they are appended." }),
    }),
    output: TaskEvent,
  },
} as const satisfies Record<string, OperationText>;
