import { EarshotError } from "../../domain/errors.ts";
import { answerText } from "../../domain/question.ts";
import type { ApprovedRequest, RejectedRequest, Request } from "../../domain/request.ts";
import { oneLine } from "../../render/visible-text.ts";

/** How a request closed elsewhere, in one line. */
export function closedLine(request: Request): string {
  switch (request.status) {
    case "open":
      throw new EarshotError("INTERNAL", `Request ${request.id} is still open.`);
    case "expired":
      return `Expired before it was ${request.kind === "question" ? "answered" : "decided"}.`;
    case "cancelled": {
      const { closedBy, reason } = request;
      const why = reason === undefined ? "" : `: ${oneLine(reason, 200)}`;
      return `Cancelled by ${closedBy.name} via ${closedBy.via}${why}`;
    }
    case "approved":
      return `Approved by ${deciderOf(request)}${request.authorization.edit === undefined ? "" : ", with changed arguments"}.`;
    case "rejected": {
      const why = request.reason === undefined ? "" : `: ${oneLine(request.reason, 200)}`;
      return `Rejected by ${deciderOf(request)}${why}`;
    }
    case "answered": {
      const { closedBy, answer } = request;
      return `Answered by ${closedBy.name} via ${closedBy.via}: ${oneLine(answerText(answer), 200)}`;
    }
  }
}

/** Who said yes or no, in words. */
export function deciderOf({ basis, closedBy }: ApprovedRequest | RejectedRequest): string {
  if (basis.kind === "rule") return `the rule "${oneLine(basis.rule, 80)}"`;
  const who =
    closedBy === undefined ? "a person" : `${oneLine(closedBy.name, 80)} via ${closedBy.via}`;
  return basis.kind === "people" ? who : `a standing permission of ${who}`;
}
