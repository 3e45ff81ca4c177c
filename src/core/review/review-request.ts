import { isApprover } from "../../domain/authority/authorization.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { MAX_REASON_BYTES } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { OpenRequest, Request } from "../../domain/requests/request.ts";
import type { ReviewOutcome } from "../../domain/requests/review.ts";
import { REVIEWED_AFTER_MS } from "../../domain/requests/review.ts";
import { checkNotBlank, checkText } from "../../domain/text.ts";
import { HOUR_MS } from "../../domain/time.ts";
import { toMs } from "../../domain/timestamp.ts";
import { actorOf } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { peopleNamed } from "../deciders/resolve-names.ts";
import { changeRequest } from "../requests/change-request.ts";
import { lastReview } from "./last-review.ts";
import { planOutcome } from "./plan-outcome.ts";

const MAX_ASSUMPTION_BYTES = 16 * 1024;
/** Less than a day, so tomorrow's review at the same hour is not too early. */
const AGAIN_AFTER_MS = 20 * HOUR_MS;

export interface ReviewInput {
  readonly id: RequestId;
  readonly outcome: ReviewOutcome;
  readonly why?: string;
}

/**
 * Acts on an open request: an agent on its own, a person on one they may answer. Throws
 * REQUEST_CLOSED.
 */
export async function reviewRequest(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<ReviewInput>,
): Promise<Request> {
  requireRight(caller, caller.principal.kind === "agent" ? "ask" : "answer");
  checkInput(input);
  const { id, outcome, why } = input;
  const by = actorOf(caller, options?.via);
  const to = outcome.do === "reroute" ? await peopleNamed(ctx, caller, outcome.to) : undefined;
  return await changeRequest(
    ctx,
    { caller, operation: "review", input, options },
    {
      id,
      async plan(request) {
        if (request.status === "open") await assertMayReview(ctx, caller, { request, outcome });
        return await planOutcome(ctx, request, { outcome, why, by, ...present({ to }) });
      },
    },
  );
}

function checkInput({ outcome, why }: ReviewInput): void {
  if (why !== undefined) checkText(why, "why", MAX_REASON_BYTES);
  if (outcome.do === "assume") {
    checkNotBlank(outcome.assumption, "assumption");
    checkText(outcome.assumption, "assumption", MAX_ASSUMPTION_BYTES);
  }
  if (outcome.do === "reroute" && outcome.to.length === 0) {
    throw new EarshotError(
      "INVALID_INPUT",
      "Say who is to be asked: names of operators, or roles such as role:owner.",
    );
  }
}

interface Judged {
  readonly request: OpenRequest;
  readonly outcome: ReviewOutcome;
}

async function assertMayReview(ctx: Context, caller: Caller, judged: Judged): Promise<void> {
  if (caller.principal.kind === "agent") await assertNotTooOften(ctx, judged);
  else assertMayDrop(caller, judged);
}

/** An agent in a hurry must not have people asked again and again. */
async function assertNotTooOften(ctx: Context, { request, outcome }: Judged): Promise<void> {
  if (!["remind", "reroute", "escalate"].includes(outcome.do)) return;
  const now = ctx.clock.now();
  const last = await lastReview(ctx, request);
  const first = toMs(request.createdAt) + REVIEWED_AFTER_MS;
  const again = last === undefined ? first : toMs(last.at) + AGAIN_AFTER_MS;
  const retryAfterMs = Math.max(first, again) - now;
  if (retryAfterMs <= 0) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `People are asked about ${request.id} again once it has waited for a day, and once a day from then on. Wait for the answer, or try again in ${Math.ceil(retryAfterMs / 60_000)} minutes.`,
    { details: { id: request.id, reason: "too_early", retryAfterMs } },
  );
}

/** Never deciding an action is as good as rejecting it. */
function assertMayDrop(caller: Caller, { request, outcome }: Judged): void {
  if (request.kind !== "authorization" || outcome.do !== "abandon") return;
  if (caller.rights.has("withdraw")) return;
  if (isApprover(request.authorization.demand, caller.principal)) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `${caller.principal.name} may not decide ${request.id}, and so cannot give it up either. Ask an owner.`,
    { details: { id: request.id, reason: "not_an_approver" } },
  );
}
