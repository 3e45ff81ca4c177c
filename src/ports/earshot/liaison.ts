import type { ContentDigest } from "../../domain/content/content.ts";
import type { ConversationId, MessageId } from "../../domain/id.ts";
import type { Json } from "../../domain/json.ts";
import type { LiaisonReport } from "../../domain/liaison/calibration.ts";
import type { Acceptance, FeedbackMetrics } from "../../domain/liaison/feedback.ts";
import type { AgentFitness } from "../../domain/liaison/fitness.ts";
import type { Graph, GraphNode, NodeKind, Reached } from "../../domain/liaison/graph.ts";
import type {
  Assessment,
  Attachment,
  Clarification,
  ConfidencePoint,
  FeedbackWithdrawal,
  Liaison as LiaisonRecord,
  PersonQuestion,
  Phase,
} from "../../domain/liaison/liaison.ts";
import type { SelectionRecord } from "../../domain/liaison/selection-records.ts";
import type {
  SpecificationChange,
  SpecificationConfidence,
  TaskSpecification,
} from "../../domain/liaison/task-specification.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Page } from "./call.ts";

/** The reply of the liaison to its callers; existing clients rely on the names. */
export interface LiaisonReply extends Assessment {
  readonly conversation_id: ConversationId;
  readonly response: string;
  readonly phase: Phase;
  /** The confidence of the present specification. */
  readonly confidence?: SpecificationConfidence;
  /** The feedback of the newest round that has any. */
  readonly feedback_metrics?: FeedbackMetrics;
  /** What the liaison asks now, with likely answers to choose from; absent where it asks nothing. */
  readonly questions?: readonly Pick<Clarification, "topic" | "question" | "options">[];
  /** What the person has asked and the worker has not answered; absent where there is none. */
  readonly open_questions?: readonly Pick<PersonQuestion, "exchange" | "question">[];
}

/** A file that comes with a message or a result. */
export interface AttachmentInput {
  /** What stands before the last slash of it is dropped. */
  readonly name: string;
  /** Types that a browser would run count as `application/octet-stream`. */
  readonly media_type?: string;
  /** The bytes in base64: of at most 4 MiB. */
  readonly content: string;
}

/** What was attached, with its bytes. */
export interface AttachedFile extends Attachment {
  readonly bytes: Uint8Array;
}

/**
 * A conversation as its readers get it: the record, and beside it the names by which the contract
 * calls what is derived from it.
 */
export interface ShownLiaison extends LiaisonRecord, Assessment {
  readonly confidence_history: readonly ShownConfidence[];
  /** The newest specification of the current task. */
  readonly derived_task?: TaskSpecification;
  /** The newest result of the current task. */
  readonly task_result?: Json;
}

export interface ShownConfidence extends ConfidencePoint {
  readonly timestamp: Timestamp;
  readonly confidence: SpecificationConfidence;
}

export interface BeginConversationInput {
  /** The caller's own name, or `default`: nobody can begin one for another person. */
  readonly user_id?: string;
  /** At most 4 MiB. One over 64 KiB is attached whole, and a part of it stands in the conversation. */
  readonly initial_message: string;
  /** At most 10, with 8 MiB together. */
  readonly attachments?: readonly AttachmentInput[];
  /** The agent that is to do the task; if absent, the first to report on it. */
  readonly agent?: string;
}

export interface ContinueConversationInput {
  readonly conversation_id: ConversationId;
  /** As `initial_message`. */
  readonly message: string;
  readonly attachments?: readonly AttachmentInput[];
}

export interface TaskProgressInput {
  readonly conversation_id: ConversationId;
  /** A word or a sentence: `started`, `80 % of the charts are drawn`; at most 500 characters. */
  readonly status: string;
  /** The result so far, at most 64 KiB of JSON. */
  readonly result?: Json;
  /**
   * The person's question that this answers, by the `exchange` of its event. It is told to them as the
   * answer and is no progress; it may come in any phase, once.
   */
  readonly answers?: MessageId;
}

export interface TaskCompletedInput {
  readonly conversation_id: ConversationId;
  /** What the person is to judge: text, or JSON of at most 64 KiB. */
  readonly task_result: Json;
  /** Files and images beside it, as with a message; a picture is one by its bytes. */
  readonly attachments?: readonly AttachmentInput[];
}

export interface ShareLiaisonInput {
  readonly conversation_id: ConversationId;
  /** Names of operators. */
  readonly with: readonly string[];
}

export interface WithdrawFeedbackInput {
  readonly conversation_id: ConversationId;
  readonly round: number;
  /** Why the feedback on the round was read wrongly; at most 500 characters. */
  readonly reason: string;
}

/** Feedback on a round that counts nowhere any more. */
export interface WithdrawnFeedback extends FeedbackWithdrawal {
  readonly conversation_id: ConversationId;
  readonly round: number;
  /** It had been withdrawn before, by this name and for this reason. */
  readonly repeated?: true;
}

export interface DoubtfulInput {
  /** 1 to 100; 50 if absent. */
  readonly limit?: number;
}

/** Feedback that was understood with little confidence, and that nobody has withdrawn. */
export interface DoubtfulFeedback {
  readonly conversation_id: ConversationId;
  readonly user_id: string;
  readonly title: string;
  readonly task_id: string;
  readonly round: number;
  readonly at: Timestamp;
  readonly acceptance_status: Acceptance;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface ListLiaisonsInput {
  readonly phase?: Phase;
  /** Only those of the caller: a person's own, or an agent's tasks. */
  readonly mine?: boolean;
  readonly cursor?: string;
  /** 1 to 100; 50 if absent. */
  readonly limit?: number;
}

interface TaskEventBase {
  /** Its place in the log; the cursor of the stream. */
  readonly seq: number;
  readonly at: Timestamp;
  readonly conversation_id: ConversationId;
  /** The name of the person. */
  readonly user_id: string;
}

/**
 * The events of the event bus. They come from the log, so they are durable, and a late subscriber can
 * read them from any place. Content that was erased since is left out.
 */
export type TaskEvent =
  | (TaskEventBase & {
      readonly type: "task.created";
      readonly task_specification: TaskSpecification;
      readonly confidence: SpecificationConfidence;
      /** The agent that is to do it, if one was named. */
      readonly agent?: string;
    })
  | (TaskEventBase & {
      readonly type: "task.updated";
      readonly task_specification: TaskSpecification;
      readonly confidence: SpecificationConfidence;
      readonly changes: readonly SpecificationChange[];
    })
  | (TaskEventBase & {
      readonly type: "task.progressed";
      readonly task_id: string;
      readonly status: string;
      readonly result?: Json;
    })
  | (TaskEventBase & {
      readonly type: "task.completed";
      readonly task_id: string;
      readonly task_result: Json;
      readonly attachments?: readonly Attachment[];
    })
  | (TaskEventBase & {
      readonly type: "task.feedback_received";
      readonly task_id: string;
      readonly feedback_metrics: FeedbackMetrics;
    })
  | (TaskEventBase & {
      readonly type: "task.feedback_withdrawn";
      readonly task_id: string;
      readonly round: number;
      readonly by: string;
      readonly reason: string;
    })
  | (TaskEventBase & {
      readonly type: "task.question_asked";
      readonly task_id: string;
      /** Names the question to whoever answers it. */
      readonly exchange: MessageId;
      readonly question: string;
    })
  | (TaskEventBase & {
      readonly type: "task.question_answered";
      readonly task_id: string;
      readonly exchange: MessageId;
      readonly question: string;
      readonly answer: string;
      readonly by: string;
    })
  | (TaskEventBase & { readonly type: "task.withdrawn"; readonly task_id: string });

export interface TaskEventsInput {
  /** Events after this place in the log; from the first if absent. */
  readonly after?: number;
  /** Continues with events as they are appended, until the signal ends it. */
  readonly follow?: boolean;
}

export interface FitnessInput {
  /** Only one agent's. */
  readonly agent?: string;
  /** Feedback loses half its weight in this many days; 30 if absent. */
  readonly half_life_days?: number;
}

export const GRAPH_QUERIES = [
  "ancestors",
  "descendants",
  "why_asked",
  "feedback_of",
  "path",
] as const;
export type GraphQueryName = (typeof GRAPH_QUERIES)[number];

export interface GraphQueryInput {
  readonly query: GraphQueryName;
  /** The node it is about. `why_asked`: a question; `feedback_of`: a requirement. */
  readonly id: string;
  /** For `path`: the other end. */
  readonly to?: string;
  readonly kind?: NodeKind;
}

/** The liaison for people, workers and subscribers; a part of `Earshot`. */
export interface LiaisonDoor<O> {
  /** A person's own words begin it; NOT_ALLOWED for everybody else. */
  beginConversation(input: BeginConversationInput, options?: O): Promise<LiaisonReply>;
  /** The same person continues, in any phase. A message after `completed` reopens it. */
  continueConversation(input: ContinueConversationInput, options?: O): Promise<LiaisonReply>;
  /** `beginConversation` by its name in the contract. */
  begin_conversation(input: BeginConversationInput, options?: O): Promise<LiaisonReply>;
  /** `continueConversation` by its name in the contract. */
  continue_conversation(input: ContinueConversationInput, options?: O): Promise<LiaisonReply>;
  /**
   * The worker reports its progress. An agent reports only on its own task; the first to report takes a
   * task that names nobody. Owners may report for it. CONVERSATION_CLOSED outside the waiting phase.
   */
  taskProgress(input: TaskProgressInput, options?: O): Promise<LiaisonReply>;
  /** The worker is done: the person is asked what they think of it. */
  taskCompleted(input: TaskCompletedInput, options?: O): Promise<LiaisonReply>;
  /** `taskCompleted` by its name in the contract. */
  task_completed(input: TaskCompletedInput, options?: O): Promise<LiaisonReply>;
  showLiaison(input: { readonly conversation_id: ConversationId }): Promise<ShownLiaison>;
  /** One attachment of an exchange or a result. NOT_FOUND for a digest that none of it names. */
  readAttachment(input: {
    readonly conversation_id: ConversationId;
    readonly digest: ContentDigest;
  }): Promise<AttachedFile>;
  /** Only its person says who else may read it; the list replaces the former one. */
  shareLiaison(input: ShareLiaisonInput, options?: O): Promise<ShownLiaison>;
  /** The newest first. A person sees their own and those shared with them, an owner all. An agent sees its own tasks and those that nobody has taken. */
  listLiaisons(input?: ListLiaisonsInput): Promise<Page<ShownLiaison>>;
  /** The event bus: typed, in order, from any place in the log. */
  taskEvents(input?: TaskEventsInput, options?: O): Promise<AsyncIterable<TaskEvent>>;
  /**
   * The person of the conversation or an owner says that feedback was read wrongly: it counts nowhere, the
   * conversation stays where it is. NOT_FOUND for a round without published feedback.
   */
  withdrawFeedback(input: WithdrawFeedbackInput, options?: O): Promise<WithdrawnFeedback>;
  /** Rounds whose feedback is doubtful, the newest first, in conversations that the caller reads. */
  listDoubtfulFeedback(
    input?: DoubtfulInput,
  ): Promise<{ readonly items: readonly DoubtfulFeedback[] }>;
  liaisonReport(): Promise<LiaisonReport>;
  fitness(input?: FitnessInput): Promise<{ readonly items: readonly AgentFitness[] }>;
  /** One line per round that has feedback, oldest first. Needs the right `audit`. */
  exportFitness(input?: FitnessInput): Promise<AsyncIterable<SelectionRecord>>;
  graphOf(input: { readonly conversation_id: ConversationId }): Promise<Graph>;
  queryGraph(
    input: GraphQueryInput,
  ): Promise<{ readonly items: readonly Reached[] | readonly { readonly node: GraphNode }[] }>;
  /** Erases what was said, its questions, its specifications and its part of the graph. */
  eraseLiaison(
    input: { readonly conversation_id: ConversationId },
    options?: O,
  ): Promise<ShownLiaison>;
}
