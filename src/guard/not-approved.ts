import { EarshotError } from "../domain/errors.ts";
import type { RequestId } from "../domain/id.ts";
import type { AuthorizationRequest, Waited } from "../domain/request.ts";

/** Who or what decided, and why, as far as there is somebody and something. */
export interface Outcome {
  readonly decidedBy?: string;
  readonly reason?: string;
}

/** What stands behind the end of an authorization. */
function outcomeOf(request: AuthorizationRequest): Outcome {
  switch (request.status) {
    case "rejected":
    case "cancelled": {
      const { closedBy, reason } = request;
      const rule = request.status === "rejected" ? ruleOf(request) : undefined;
      const decidedBy = closedBy?.name ?? rule;
      return {
        ...(decidedBy === undefined ? {} : { decidedBy }),
        ...(reason === undefined ? {} : { reason }),
      };
    }
    default:
      return {};
  }
}

function ruleOf({ basis }: Extract<AuthorizationRequest, { basis: unknown }>): string | undefined {
  return basis.kind === "rule" ? `the rule "${basis.rule}"` : undefined;
}

const ENDS: Readonly<Record<string, string>> = {
  rejected: "was rejected",
  cancelled: "was cancelled",
  expired: "was decided by nobody in time",
};

/** One sentence, and the reason where there is one: what became of a call that is not approved. */
export function sayNotApproved(request: AuthorizationRequest): string {
  const { decidedBy, reason } = outcomeOf(request);
  const by = decidedBy === undefined ? "" : ` by ${decidedBy}`;
  const why = reason === undefined || reason === "" ? "" : ` The reason given: ${reason}`;
  const { action } = request.authorization;
  return `The call of ${action.tool} ${ENDS[request.status] ?? "is not approved"}${by} (request ${request.id}). It has not run.${why}`;
}

/** NOT_APPROVED for a request that has closed without an approval. */
export function notApproved({ outcome, request }: Waited): EarshotError {
  if (request.kind !== "authorization") return notAuthorization(request.id);
  return new EarshotError("NOT_APPROVED", sayNotApproved(request), {
    details: { outcome, id: request.id, ...outcomeOf(request) },
  });
}

export function notAuthorization(id: RequestId): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `The request ${id} is a question, and no approval of a call.`,
    { details: { id } },
  );
}
