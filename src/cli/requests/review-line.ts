import { formatDuration } from "../../domain/duration.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { ReviewOutcome, ReviewReason } from "../../domain/requests/review.ts";
import type { ReviewItem } from "../../ports/earshot/review.ts";
import { headline } from "../../render/headline.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { Output } from "../terminal/output.ts";

const DEFAULT_WIDTH = 160;
const INDENT = "  ";
const NARROWEST = 20;

/** A request that has long had no answer, and below it what is proposed. */
export function reviewLine(
  { request, waitingMs, proposal, why, last }: ReviewItem,
  { style, columns = DEFAULT_WIDTH }: Pick<Output, "style" | "columns">,
): string {
  const age = formatDuration(waitingMs).padStart(7);
  const agent = oneLine(request.agentName, 24);
  const taken = `${request.id}  ${age}  ${agent}  `.length;
  const asked = askedText(request, Math.max(columns - taken, NARROWEST));
  const before = last === undefined ? "" : `; last: ${last.outcome} at ${last.at}`;
  const proposed = `proposal: ${outcomeText(proposal)}, ${REASONS[why]}${before}`;
  return [
    `${style.dim(request.id)}  ${style.dim(age)}  ${agent}  ${asked}`,
    `${INDENT}${oneLine(proposed, Math.max(columns - INDENT.length, 40))}`,
  ].join("\n");
}

function outcomeText(outcome: ReviewOutcome): string {
  switch (outcome.do) {
    case "reroute":
      return `reroute to ${outcome.to.join(", ")}`;
    case "assume":
      return `assume ${JSON.stringify(outcome.assumption)}`;
    default:
      return outcome.do;
  }
}

const REASONS: Readonly<Record<ReviewReason, string>> = {
  waits_a_day: "since it waits for more than a day",
  waits_three_days: "since it waits for more than three days",
  waits_a_week: "since it waits for more than a week",
  agent_gone: "since the agent that asked is not served any more",
  has_default: "since a default was offered with it",
};

function askedText(request: ShownRequest, width: number): string {
  return request.kind === "question"
    ? headline(request.question.text, width)
    : oneLine(request.authorization.action.tool, width);
}
