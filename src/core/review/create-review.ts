import type { Caller } from "../../domain/people/principal.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Review } from "../../ports/earshot/review.ts";
import type { Context } from "../call/context.ts";
import { earlierAnswers } from "./earlier-answers.ts";
import { listReview } from "./list-review.ts";
import { reviewRequest } from "./review-request.ts";
import { runReview } from "./run-review.ts";

/** The review of what nobody answers, as one caller sees it. */
export function createReview(ctx: Context, caller: Caller): Review<CallOptions> {
  return {
    listReview: (input) => listReview(ctx, caller, input),
    review: (input, options) => reviewRequest(ctx, caller, { input, options }),
    runReview: () => runReview(ctx, caller),
    earlierAnswers: ({ id }) => earlierAnswers(ctx, caller, id),
  };
}
