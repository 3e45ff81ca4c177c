import type { Json } from "../../domain/json.ts";
import type { Acceptance, FeedbackMetrics } from "../../domain/liaison/feedback.ts";
import type { Clarification, Exchange } from "../../domain/liaison/liaison.ts";
import type { TaskSpecification } from "../../domain/liaison/task-specification.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/** A detail that is worth asking for, before it is asked. */
export type SuggestedQuestion = Pick<
  Clarification,
  "topic" | "question" | "options" | "default" | "why"
> & {
  /** What asking is worth: P(missing) × importance × P(the answer changes the work), 0 to 1. */
  readonly value: number;
};

/** What this deployment asked about similar tasks before, and whether it was answered. */
export interface KnownCase {
  /** Words of the task, made by `caseTerms`. */
  readonly terms: readonly string[];
  readonly topic: string;
  readonly question: string;
  readonly options: readonly string[];
  readonly isAnswered: boolean;
}

export interface DefineInput {
  /** Everything said so far, oldest first; only the person's words are evidence. */
  readonly exchanges: readonly Exchange[];
  readonly clarifications: readonly Clarification[];
  /** The previous version; requirements that stay the same keep their ids. */
  readonly former?: TaskSpecification;
  /** The reference for dates such as "tomorrow". */
  readonly now: Timestamp;
  readonly cases: readonly KnownCase[];
  /** ISO 639-1, in which people read what is written for them; by default `en`. */
  readonly language?: string;
}

export interface Language {
  /** ISO 639-1; `und` if it is unknown. */
  readonly code: string;
  /** Whether the engine can count on that. */
  readonly isSure: boolean;
  /** The engine understands it well enough to judge. */
  readonly isUnderstood: boolean;
}

/** The meaning of the person's words before a task. */
export interface Definition {
  /** Without id and version, which belong to the conversation. Its score is the engine's own. */
  readonly specification: Omit<TaskSpecification, "id" | "version">;
  readonly is_sufficient: boolean;
  readonly missing_aspects: readonly string[];
  /** The most useful first, without anything that was asked or said before. */
  readonly suggested_questions: readonly SuggestedQuestion[];
  /** In words for the person; the question that settles one begins with them. */
  readonly contradictions: readonly string[];
  /** Whether the newest words answer each open clarification. */
  readonly answered: readonly Pick<Clarification, "topic" | "status" | "answer">[];
  /** Topics of earlier assumptions that hold no longer, in small letters. */
  readonly taken_out?: readonly string[];
  readonly language: Language;
  /** The person does not want to be asked any more: "just do it", "you decide". */
  readonly wantsToProceed: boolean;
}

export interface InterpretInput {
  /** What was said since the feedback phase began; only the person's words count. */
  readonly exchanges: readonly Exchange[];
  readonly task: TaskSpecification | undefined;
  readonly result: Json | undefined;
}

/** The meaning of the person's words after a task. */
export interface Interpretation {
  /** Absent without evidence: nothing is published or counted then, and the person is asked. */
  readonly verdict?: Acceptance;
  readonly metrics: FeedbackMetrics;
  /** What the person asks about the result; a question is no verdict. */
  readonly asked?: readonly string[];
  /** The newest words only ask. */
  readonly isQuestion?: boolean;
  /** Much is good and the wishes are soft: whoever asks on may hear of more. */
  readonly isHeld?: boolean;
  /** The newest words ask to wait: nothing goes on until the person says so. */
  readonly isWaiting?: boolean;
  /** Present if the person said outright whether they accept it. */
  readonly explicit?: Acceptance;
  /** Too little was said to judge. */
  readonly isThin: boolean;
  /** Further questions; empty if enough was said. */
  readonly follow_up: readonly Pick<SuggestedQuestion, "topic" | "question" | "options">[];
  readonly language: Language;
}

/** What a person wants with words that come while at most a confirmation is asked. */
export type Intent =
  /** "Yes, that is it", "go ahead". */
  | "confirm"
  /** It changes the task. */
  | "correct"
  /** It comments on a result. */
  | "feedback"
  /** Another task. */
  | "new_task"
  /** "Forget it". */
  | "withdraw"
  /** Thanks, small talk, or something unclear. */
  | "other";

export interface IntentInput {
  readonly text: string;
  readonly task: TaskSpecification | undefined;
  /** A result has been shown. */
  readonly hasResult: boolean;
}

/**
 * Reads people's words. There are two implementations: one without a model, and one with a model whose
 * output is checked against what was really said. Throws MODEL_FAILED, RATE_LIMITED, TIMED_OUT or
 * UNREACHABLE if a model is not available and nothing replaces it.
 */
export interface Understanding {
  readonly name: "embedded" | "model";
  define(input: DefineInput): Promise<Definition>;
  interpret(input: InterpretInput): Promise<Interpretation>;
  intent(input: IntentInput): Promise<Intent>;
}

/** What a plug-in finds in a person's words about a result; whatever it leaves out, the engine fills in. */
export interface DialogueFeedback {
  readonly acceptance_status?: Acceptance;
  /** The person's words that say so: without them the status is only a guess. */
  readonly acceptance_quote?: string;
  readonly dimension_feedback?: readonly {
    readonly dimension: string;
    /** 0 to 1; 0.5 is neutral. */
    readonly score: number;
    readonly confidence: number;
    /** The person's words, verbatim: what nobody said is dropped. */
    readonly supporting_quotes: readonly string[];
  }[];
  /** In the person's words, or in others beside the words that they rest on. */
  readonly improvement_suggestions?: readonly (
    | string
    | { readonly text: string; readonly quote: string }
  )[];
  readonly interpretation_confidence?: number;
}

/**
 * Reads people's words in place of the embedded engine, which reads whatever a plug-in does not, and
 * stands in where it fails or takes too long.
 */
export interface UnderstandingPlugIn extends Partial<Omit<Understanding, "name">> {
  /** `interpret` by its name in the contract. Its quotes are checked against what was said. */
  interpret_dialogue?(
    exchanges: readonly Exchange[],
    task: TaskSpecification | undefined,
    result: Json | undefined,
  ): DialogueFeedback | Promise<DialogueFeedback>;
}

/** What a reading service is asked for. */
export type ReadingCall = "define" | "intent" | "interpret_dialogue";

/** A program at an address that reads people's words. */
export interface ReadingService {
  readonly name: string;
  /** An answer that fits the schema; undefined if the service does not do that. */
  ask(
    call: ReadingCall,
    input: Readonly<Record<string, unknown>>,
    schema: Readonly<Record<string, unknown>>,
  ): Promise<unknown>;
}
