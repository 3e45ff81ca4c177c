import { z } from "zod";
import { EarshotError } from "../../domain/errors.ts";
import { isId } from "../../domain/id.ts";
import type { ReviewOutcome } from "../../domain/requests/review.ts";
import { defineTool } from "../registry/define-tool.ts";

const OUTCOMES = ["keep", "remind", "reroute", "escalate", "abandon", "assume"] as const;

const Input = z.object({
  request_id: z.string().describe("The open request, as the review names it."),
  outcome: z
    .enum(OUTCOMES)
    .describe(
      "keep: go on waiting. remind: ask the same people again. reroute: ask others. escalate: ask the owners too. abandon: the answer is not needed any more. assume: go on with a stated assumption; of a question alone.",
    ),
  why: z.string().min(1).max(2_000).describe("Your reason, for people."),
  assumption: z
    .string()
    .min(1)
    .optional()
    .describe("With assume: what you go on with, as a sentence that people can check."),
  to: z
    .array(z.string().min(1))
    .min(1)
    .max(20)
    .optional()
    .describe("With reroute: names of operators, or roles as role:owner."),
});

export const judgeRequest = defineTool({
  name: "judge_request",
  title: "Judge an open request",
  description:
    "Says what becomes of a request of yours that nobody has answered for long. Use it when the daily review asks you to, once for each request it names: look at whether the answer still matters, who would know it, and what a wrong guess would cost. Nothing of it approves anything, silence is no consent, and a person may overrule it.",
  topics: "review unanswered abandon remind escalate assumption",
  input: Input,
  output: z.string(),
  annotations: { readOnly: false, repeatable: true },
  heldBy: ["agent"],
  async execute({ request_id, why, ...judgement }, { earshot, call }) {
    if (!isId("req", request_id)) {
      throw new EarshotError(
        "INVALID_INPUT",
        `${JSON.stringify(request_id)} is not the id of a request. Give one as the review names it, such as req_….`,
      );
    }
    const outcome = outcomeOf(judgement);
    const { status } = await earshot.review(
      { id: request_id, outcome, why },
      { idempotencyKey: call },
    );
    return `Recorded for ${request_id}: ${outcome.do}. It is ${status}.`;
  },
});

function outcomeOf({
  outcome,
  assumption,
  to,
}: Pick<z.output<typeof Input>, "outcome" | "assumption" | "to">): ReviewOutcome {
  if (outcome === "assume") {
    if (assumption !== undefined) return { do: outcome, assumption };
    throw missing("assume", "assumption");
  }
  if (outcome === "reroute") {
    if (to !== undefined) return { do: outcome, to };
    throw missing("reroute", "to");
  }
  return { do: outcome };
}

function missing(outcome: string, parameter: string): EarshotError {
  return new EarshotError("INVALID_INPUT", `${outcome} needs ${parameter}. Give it as well.`);
}
