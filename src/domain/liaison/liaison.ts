import type { ContentDigest } from "../content/content.ts";
import type { ConversationId, MessageId, PrincipalId, RequestId, WorkspaceId } from "../id.ts";
import type { Json } from "../json.ts";
import type { Surface } from "../surface.ts";
import type { Timestamp } from "../timestamp.ts";
import type { FeedbackMetrics } from "./feedback.ts";
import type { SpecificationConfidence, TaskSpecification } from "./task-specification.ts";

export const PHASES = [
  "problem_definition",
  "awaiting_task_completion",
  "feedback_collection",
  "completed",
] as const;
export type Phase = (typeof PHASES)[number];

/** A file beside a person's words or a worker's result; its bytes are content of the conversation. */
export interface Attachment {
  /** Without a path. */
  readonly name: string;
  readonly media_type: string;
  /** In bytes. */
  readonly size: number;
  readonly digest: ContentDigest;
}

/** One thing said in a conversation of the liaison. */
export interface Exchange {
  readonly id: MessageId;
  readonly role: "human" | "assistant";
  readonly content: string;
  readonly timestamp: Timestamp;
  readonly phase: Phase;
  readonly round: number;
  /** Where the person said it. */
  readonly via?: Surface;
  /** The request that carried an assistant's words, or that a person's words answer. */
  readonly request?: RequestId;
  /**
   * A message that was too long to stand here is the first of them. Beside the liaison's words: what came
   * with the result that they ask about.
   */
  readonly attachments?: readonly Attachment[];
  /** The worker's question or its answer: neither says what the task is, nor how its result is. */
  readonly with?: "worker";
}

/** A detail that the person is asked for. */
export interface Clarification {
  /** Names the detail, such as `audience` or `budget for the trip`; a topic stands once. */
  readonly topic: string;
  readonly question: string;
  readonly options: readonly string[];
  /** What is assumed if nobody says. */
  readonly default?: string;
  /** Why it is worth asking, for people to read. */
  readonly why?: string;
  readonly status: "open" | "answered" | "left_to_us" | "assumed";
  /** The assistant's exchange that asked it. */
  readonly asked_in: MessageId;
  readonly answer?: string;
}

export interface PhaseTransition {
  readonly from?: Phase;
  readonly to: Phase;
  readonly at: Timestamp;
  readonly reason: string;
  /** The round that begins or continues with it. */
  readonly round: number;
}

export interface ConfidencePoint {
  readonly at: Timestamp;
  readonly score: number;
  readonly version: number;
  /** Absent in what was stored before 0.2. */
  readonly confidence?: SpecificationConfidence;
}

/** A question of the person's that was passed on to the worker. */
export interface PersonQuestion {
  /** Their words that ask it. */
  readonly exchange: MessageId;
  /** The id of the task that it is about. */
  readonly task: string;
  readonly question: string;
  /** Only the first counts. */
  readonly answer?: {
    readonly text: string;
    readonly by: string;
    /** The liaison's exchange that told the person; absent while that is owed. */
    readonly told?: MessageId;
  };
}

/** What is still missing of the current task, as of the last reading of the person's words. */
export interface Assessment {
  readonly is_sufficient: boolean;
  readonly missing_aspects: readonly string[];
  /** The most useful first. */
  readonly suggested_questions: readonly string[];
}

/** Whether a specification that passed the gate was accepted without correction. */
export interface SpecificationOutcome {
  /** The engine's own score at that time, before calibration. */
  readonly score: number;
  readonly accepted: boolean;
  readonly version: number;
  readonly at: Timestamp;
}

export interface TaskProgress {
  readonly status: string;
  readonly result?: Json;
  readonly by: string;
  readonly at: Timestamp;
}

export interface TaskResult {
  readonly result: Json;
  /** Files and images that the worker lays beside it. */
  readonly attachments?: readonly Attachment[];
  readonly by: string;
  readonly at: Timestamp;
  readonly round: number;
}

/** The feedback on one round of the task. */
export interface RoundFeedback {
  readonly round: number;
  readonly at: Timestamp;
  readonly metrics: FeedbackMetrics;
  /** It was read wrongly: it counts nowhere. A later reading of the round stands beside it. */
  readonly withdrawn?: FeedbackWithdrawal;
}

export interface FeedbackWithdrawal {
  /** The name of the person or owner who took it back. */
  readonly by: string;
  readonly reason: string;
  readonly at: Timestamp;
}

/**
 * A conversation of the liaison with one person: from their need to a task specification, and from
 * what they say about the result to feedback. It has the id of the conversation that it is held in.
 */
export interface Liaison {
  readonly id: ConversationId;
  readonly workspace: WorkspaceId;
  /** The person whose words count: nobody else speaks for them here. */
  readonly person: PrincipalId;
  readonly personName: string;
  /** The service whose user the person is; absent for operators. */
  readonly service?: PrincipalId;
  /** Operators whom the person lets read it. Owners and services read all. */
  readonly sharedWith?: readonly { readonly id: PrincipalId; readonly name: string }[];
  /** The agent in whose name the liaison asks. */
  readonly agent: PrincipalId;
  /** The agent that does the task, once known: only it reports progress. */
  readonly worker?: { readonly agent: PrincipalId; readonly name: string };
  readonly title: string;
  readonly phase: Phase;
  /** 1 for the first; feedback that asks for improvement and a reopening begin the next. */
  readonly round: number;
  readonly exchanges: readonly Exchange[];
  readonly phase_transitions: readonly PhaseTransition[];
  readonly confidence_history: readonly ConfidencePoint[];
  readonly clarifications: readonly Clarification[];
  readonly assessment?: Assessment;
  /** All versions of all tasks, the newest last; see `derivedTask`. */
  readonly specifications: readonly TaskSpecification[];
  /** The last published version of the current task; 0 if none was published. */
  readonly published: number;
  /** The engine's own score of the version that passed the gate, until its outcome is known. */
  readonly unsettled?: { readonly score: number; readonly version: number };
  readonly outcomes: readonly SpecificationOutcome[];
  readonly progress: readonly TaskProgress[];
  readonly results: readonly TaskResult[];
  readonly feedback: readonly RoundFeedback[];
  /** In how many turns of this phase and round the liaison has asked. */
  readonly turnsAsked: number;
  /** The question before the person now. */
  readonly request?: RequestId;
  /** Questions of the worker that wait for the person, oldest first. */
  readonly workerAsks?: readonly RequestId[];
  /** Questions of the person's that went to the worker, oldest first. */
  readonly personAsks?: readonly PersonQuestion[];
  /** How many exchanges have been replied to; the rest wait for a turn. */
  readonly replied: number;
  /** A turn is owed: words have come, or a result. */
  readonly dueAt?: Timestamp;
  /** Part of the digests of content in the log. */
  readonly salt: string;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly version: number;
  readonly erasedAt?: Timestamp;
}

/** The id of the current task: each task that is defined in a conversation has its own. */
export function taskIdOf({ id, phase_transitions }: Liaison): string {
  const tasks = phase_transitions.filter(({ to }) => to === "problem_definition").length;
  return `${id}/task/${tasks}`;
}

/** The id, like that of `taskIdOf`, of the task that the round belongs to. */
export function taskOfRound({ id, phase_transitions }: Liaison, round: number): string {
  const begun = phase_transitions.filter(
    (one) => one.to === "problem_definition" && one.round <= round,
  );
  return `${id}/task/${begun.length}`;
}

/** The newest specification of the current task; undefined before there is one. */
export function derivedTask(liaison: Liaison): TaskSpecification | undefined {
  const task = taskIdOf(liaison);
  return liaison.specifications.findLast(({ id }) => id === task);
}

/** What the person asks and the worker has not answered. */
export function unanswered({
  personAsks = [],
}: Pick<Liaison, "personAsks">): readonly PersonQuestion[] {
  return personAsks.filter(({ answer }) => answer === undefined);
}

/** The newest round's result. */
export function latestResult({ results, round }: Liaison): TaskResult | undefined {
  const last = results.at(-1);
  return last?.round === round ? last : undefined;
}

/** What the person thinks of a round's result, as far as it was read and stands. */
export function standingFeedback({
  feedback,
}: Pick<Liaison, "feedback">): readonly RoundFeedback[] {
  return feedback.filter(({ withdrawn }) => withdrawn === undefined);
}

/** The most exchanges in one conversation: a person with more to say begins a new one. */
export const MAX_EXCHANGES = 1_000;
/** Beyond it and the bytes below, words as short as these still fit: a verdict, a correction, a withdrawal. */
export const SHORT_WORDS_BYTES = 1_000;
/** So many exchanges more are kept for them. */
export const SHORT_EXCHANGES = 1_000;
/** The most bytes of everything that was said in it. */
export const MAX_LIAISON_BYTES = 2 * 1024 * 1024;
