import { EarshotError } from "../../domain/errors.ts";
import { answerText } from "../../domain/question.ts";
import type { Request } from "../../domain/request.ts";
import { oneLine } from "../../render/visible-text.ts";

/** How a request closed elsewhere, in one line. */
export function closedLine(request: Request): string {
  switch (request.status) {
    case "open":
      throw new EarshotError("INTERNAL", `Request ${request.id} is still open.`);
    case "expired":
      return "Expired before it was answered.";
    case "cancelled": {
      const { closedBy, reason } = request;
      const why = reason === undefined ? "" : `: ${oneLine(reason, 200)}`;
      return `Cancelled by ${closedBy.name} via ${closedBy.via}${why}`;
    }
    case "answered": {
      const { closedBy, answer } = request;
      return `Answered by ${closedBy.name} via ${closedBy.via}: ${oneLine(answerText(answer), 200)}`;
    }
  }
}
