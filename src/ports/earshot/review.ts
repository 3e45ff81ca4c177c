import type { ConversationId, RequestId } from "../../domain/id.ts";
import type { Answer } from "../../domain/requests/question.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { ReviewOutcome, ReviewReason } from "../../domain/requests/review.ts";
import type { AskingAdvice, CostOfWrong } from "../../domain/requests/should-ask.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Page } from "./call.ts";

/** An open request that nobody has answered for long, with a proposal. */
export interface ReviewItem {
  readonly request: ShownRequest;
  readonly waitingMs: number;
  /** What the rules would do. */
  readonly proposal: ReviewOutcome;
  readonly why: ReviewReason;
  /** What the review did about it last. */
  readonly last?: { readonly outcome: ReviewOutcome["do"]; readonly at: Timestamp };
}

/** An earlier answer to a similar question. */
export interface EarlierAnswer {
  readonly request: RequestId;
  readonly text: string;
  readonly answer: Answer;
  readonly by: string;
  readonly at: Timestamp;
  /** 0 to 1; 1 for the very same question. */
  readonly likeness: number;
}

export interface ShouldIAskInput {
  readonly question: string;
  /** As `ask` has it; a standing answer is for the question with its context. */
  readonly context?: string;
  /** The labels to choose from; without any, only a standing answer saves the asking. */
  readonly options: readonly string[];
  /** The agent's own judgement. A `high` cost always says `ask`. */
  readonly cost_of_wrong: CostOfWrong;
  /** The task that it is about; if absent, the only one that the agent works on. */
  readonly conversation_id?: ConversationId;
}

/**
 * `earlier` is the only advice that gives a person's answer; `go_on` names an assumption of the
 * agent's, which nobody has approved.
 */
export type ShouldIAsk = AskingAdvice & {
  /** Whether somebody who may answer was active within two hours and is not in quiet hours. */
  readonly somebody_there: boolean;
  /** The liaison's score of the task, 0 to 1; absent without a task. */
  readonly clarity?: number;
};

/** The review of unanswered requests, and the memory of answers; a part of `Earshot`. */
export interface Review<O> {
  /** Requests open for more than a day, the oldest first; an agent sees its own. */
  listReview(input?: {
    readonly cursor?: string;
    readonly limit?: number;
  }): Promise<Page<ReviewItem>>;
  /**
   * Does something about an open request: an agent about its own, a person about any. None of it
   * approves anything, and only a question can be assumed.
   */
  review(
    input: {
      readonly id: RequestId;
      readonly outcome: ReviewOutcome;
      readonly why?: string;
    },
    options?: O,
  ): Promise<ShownRequest>;
  /** Does what is due for all of them, like the daily review. For owners. */
  runReview(input?: Record<never, never>, options?: O): Promise<{ readonly done: number }>;
  /** People's earlier answers to similar questions, the most similar first; at most 5. */
  earlierAnswers(input: { readonly id: RequestId }): Promise<{
    readonly items: readonly EarlierAnswer[];
  }>;
  /**
   * Whether to ask, by what people said to the calling agent before. Changes nothing, asks nobody and
   * approves nothing.
   */
  shouldIAsk(input: ShouldIAskInput): Promise<ShouldIAsk>;
}
