import type { FeedbackMetrics } from "../../domain/liaison/feedback.ts";
import { derivedTask, latestResult } from "../../domain/liaison/liaison.ts";
import { exchangesOfFeedback } from "../../domain/liaison/liaison-machine.ts";
import type { LiaisonStep } from "../../domain/liaison/liaison-steps.ts";
import type { Turn } from "../../ports/model/liaison-turns.ts";
import {
  acceptedWords,
  askFeedbackWords,
  improvedWords,
  nothingToImproveWords,
  rejectedWords,
  thinWords,
} from "../wording/feedback-words.ts";
import { withImprovements } from "./improvements.ts";
import { ahead, type Talk } from "./talk.ts";

/**
 * A turn after a result: ask what the person thinks of it, ask for more, or understand the answer.
 */
export async function feedbackTurn(talk: Talk): Promise<Turn> {
  const { liaison, understanding, policy } = talk;
  const said = exchangesOfFeedback(liaison);
  const result = latestResult(liaison);
  if (!said.some(({ role }) => role === "human")) return asking(talk);
  const interpretation = await understanding.interpret({
    exchanges: said,
    task: derivedTask(liaison),
    result: result?.result,
  });
  const { metrics, explicit, isThin, follow_up } = interpretation;
  const asked = said.filter(({ role }) => role === "assistant").length;
  const mayAsk = asked < policy.feedbackTurns && follow_up.length > 0;
  if (isThin && explicit === undefined && mayAsk) {
    return {
      say: thinWords(follow_up),
      form: { kind: "text" },
      // The words so far count, in case none follow.
      steps: [{ type: "understood", metrics }],
    };
  }
  return concluding(talk, metrics);
}

function asking({ liaison }: Talk): Turn {
  const { title } = derivedTask(liaison) ?? liaison;
  const result = latestResult(liaison) ?? { result: "", by: liaison.worker?.name ?? "The worker" };
  return { say: askFeedbackWords(result, title), form: { kind: "text" }, steps: [] };
}

function concluding(talk: Talk, metrics: FeedbackMetrics): Turn {
  const understood: LiaisonStep = { type: "understood", metrics };
  switch (metrics.acceptance_status) {
    case "accepted":
      return {
        say: acceptedWords(metrics),
        steps: [
          understood,
          { type: "confirmed" },
          { type: "moved", to: "completed", reason: "the person accepted the result" },
        ],
      };
    case "rejected":
      return {
        say: rejectedWords(metrics),
        steps: [
          understood,
          { type: "moved", to: "completed", reason: "the person rejected the result" },
        ],
      };
    case "needs_improvement":
      return metrics.improvement_suggestions.length === 0
        ? {
            say: nothingToImproveWords(),
            steps: [
              understood,
              { type: "moved", to: "completed", reason: "nothing to improve was named" },
            ],
          }
        : nextRound(talk, metrics);
  }
}

/** The suggestions become requirements of the next round, and the worker is told. */
function nextRound(talk: Talk, metrics: FeedbackMetrics): Turn {
  const steps: readonly LiaisonStep[] = [
    { type: "understood", metrics },
    {
      type: "moved",
      to: "awaiting_task_completion",
      reason: "the person wants it improved",
      newRound: true,
    },
  ];
  const { liaison } = ahead(talk, steps);
  const { worker, round } = liaison;
  return {
    say: improvedWords(metrics, { worker: worker?.name, round }),
    steps: [...steps, ...published(liaison)],
  };
}

function published(liaison: Talk["liaison"]): readonly LiaisonStep[] {
  const former = derivedTask(liaison);
  if (former === undefined) return [];
  const { id: _, version: __, ...rest } = former;
  const specification = withImprovements(rest, liaison);
  if (specification === rest) return [];
  return [
    { type: "specified", specification, ownScore: specification.confidence.score },
    { type: "published" },
  ];
}
