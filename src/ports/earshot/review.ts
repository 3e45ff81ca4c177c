import type { RequestId } from "../../domain/id.ts";
import type { Answer } from "../../domain/requests/question.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { ReviewOutcome, ReviewReason } from "../../domain/requests/review.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Page } from "./call.ts";

/** An open request that nobody has answered for long, and what is proposed to do about it. */
export interface ReviewItem {
  readonly request: Request;
  readonly waitingMs: number;
  /** What the rules would do. */
  readonly proposal: ReviewOutcome;
  readonly why: ReviewReason;
  /** What the review did about it last. */
  readonly last?: { readonly outcome: ReviewOutcome["do"]; readonly at: Timestamp };
}

/** An earlier answer to a like question. */
export interface EarlierAnswer {
  readonly request: RequestId;
  readonly text: string;
  readonly answer: Answer;
  readonly by: string;
  readonly at: Timestamp;
  /** 0 to 1; 1 for the very same question. */
  readonly likeness: number;
}

/** The review of what nobody answers, and the memory of answers; a part of `Earshot`. */
export interface Review<O> {
  /** What has been open for longer than a day, the oldest first; an agent sees its own. */
  listReview(input?: {
    readonly cursor?: string;
    readonly limit?: number;
  }): Promise<Page<ReviewItem>>;
  /**
   * Does something about an open request: an agent about its own, a person about any. Nothing of it
   * approves anything, and none but a question is assumed.
   */
  review(
    input: {
      readonly id: RequestId;
      readonly outcome: ReviewOutcome;
      readonly why?: string;
    },
    options?: O,
  ): Promise<Request>;
  /** Does what is due about all of them, as the daily review does. For owners. */
  runReview(input?: Record<never, never>, options?: O): Promise<{ readonly done: number }>;
  /** Earlier answers of people to questions like this one, the likest first; 5 at most. */
  earlierAnswers(input: { readonly id: RequestId }): Promise<{
    readonly items: readonly EarlierAnswer[];
  }>;
}
