import { EarshotError } from "../domain/errors.ts";
import type { RequestId } from "../domain/id.ts";
import { REJECTION_STANDS_MS } from "../domain/limits.ts";
import { present } from "../domain/present.ts";
import type { AuthorizationRequest, RespondedRequest, Shown } from "../domain/requests/request.ts";
import { toMs, toTimestamp } from "../domain/timestamp.ts";
import type { Sought } from "./gate.ts";

/** Who or what decided, and why, as far as that is known. */
export interface Outcome {
  readonly decidedBy?: string;
  readonly reason?: string;
  /** A person's words in place of what the tool would have returned. */
  readonly response?: string;
}

/** What ended an authorization. */
export function outcomeOf(request: Shown<AuthorizationRequest>): Outcome {
  switch (request.status) {
    case "rejected":
    case "cancelled": {
      const { closedBy, reason } = request;
      const rule = request.status === "rejected" ? ruleOf(request) : undefined;
      const decidedBy = closedBy?.name ?? rule;
      return { ...present({ decidedBy, reason }) };
    }
    case "responded":
      return { decidedBy: request.closedBy.name, response: request.response };
    default:
      return {};
  }
}

function ruleOf({
  basis,
}: Extract<Shown<AuthorizationRequest>, { basis: unknown }>): string | undefined {
  return basis.kind === "rule" ? `the rule "${basis.rule}"` : undefined;
}

const ENDS: Readonly<Record<string, string>> = {
  rejected: "was rejected",
  cancelled: "was cancelled",
  expired: "was decided by nobody in time",
};

/** What became of a call that is not approved. */
export interface NotApproved extends Pick<Sought, "earlier"> {
  readonly request: Shown<AuthorizationRequest>;
}

/**
 * Says what became of a call that is not approved, and the reason at the end if there is one. For a rejection
 * older than the call it says when it was made and how to ask again; `sooner` is how to ask before the
 * rejection ends.
 */
export function sayNotApproved({ request, earlier }: NotApproved, sooner = ""): string {
  if (request.status === "responded") return sayResponded(request);
  const { decidedBy, reason } = outcomeOf(request);
  const by = decidedBy === undefined ? "" : ` by ${decidedBy}`;
  const why = reason === undefined || reason === "" ? "" : ` The reason given: ${reason}`;
  const { action } = request.authorization;
  const ended = `The call of ${action.tool} ${ENDS[request.status] ?? "is not approved"}${by}`;
  if (earlier !== true || request.status !== "rejected") {
    return `${ended} (request ${request.id}). It has not run.${why}`;
  }
  const until = toTimestamp(toMs(request.closedAt) + REJECTION_STANDS_MS);
  return `${ended} at ${request.closedAt}, when the same call was made before (request ${request.id}). That stands until ${until}: nobody was asked now, and it has not run. From then on the same call asks people again.${sooner}${why}`;
}

/**
 * The words come last and are marked as a person's, so nothing in them reads as Earshot's own or as what the
 * tool gave.
 */
function sayResponded({ id, authorization, closedBy, response }: Shown<RespondedRequest>): string {
  const { tool } = authorization.action;
  return `The call of ${tool} was not approved and has not run (request ${id}). ${closedBy.name} answered in its place. What follows are a person's words, not the output of ${tool}, and they approve nothing:\n${response}`;
}

const UNDER_A_NAME = " At once it does so under a name of its own: give one as { call }.";

/** NOT_APPROVED for a request that has closed without an approval. */
export function notApproved({ request, ...sought }: Sought): EarshotError {
  if (request.kind !== "authorization") return notAuthorization(request.id);
  const { outcome } = sought;
  const said = sayNotApproved({ ...sought, request }, UNDER_A_NAME);
  return new EarshotError("NOT_APPROVED", said, {
    details: { outcome, id: request.id, ...outcomeOf(request) },
  });
}

export function notAuthorization(id: RequestId): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `Request ${id} is a question, not an approval of a call.`,
    { details: { id } },
  );
}
