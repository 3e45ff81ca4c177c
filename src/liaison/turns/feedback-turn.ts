import type { FeedbackMetrics } from "../../domain/liaison/feedback.ts";
import { derivedTask, latestResult } from "../../domain/liaison/liaison.ts";
import { exchangesOfFeedback } from "../../domain/liaison/liaison-machine.ts";
import type { LiaisonStep } from "../../domain/liaison/liaison-steps.ts";
import { present } from "../../domain/present.ts";
import type { Turn } from "../../ports/model/liaison-turns.ts";
import type { Interpretation } from "../../ports/model/understanding.ts";
import { unspokenOf } from "../feedback/unspoken.ts";
import { actsOf } from "../phrases/acts.ts";
import {
  acceptedWords,
  askedBackWords,
  askFeedbackWords,
  askOnWords,
  improvedWords,
  notedWords,
  rejectedWords,
  thinWords,
  verdictForm,
} from "../wording/feedback-words.ts";
import { liaisonMessages } from "../wording/liaison-messages.ts";
import { paragraphs } from "../wording/list.ts";
import { waitWords, withdrawnWords } from "../wording/other-words.ts";
import { besidesOfResult } from "./besides.ts";
import { withImprovements } from "./improvements.ts";
import { passedOn } from "./passing-on.ts";
import { ahead, newestWords, type Talk } from "./talk.ts";

/**
 * A turn after a result: ask what the person thinks of it, ask for more, or understand the answer.
 * Without a verdict nothing is recorded: a person can always still accept, change or reject.
 */
export async function feedbackTurn(talk: Talk): Promise<Turn> {
  const { liaison, understanding } = talk;
  const said = exchangesOfFeedback(liaison);
  if (!said.some(({ role }) => role === "human")) return asking(talk);
  if (isGivenUp(newestWords(liaison))) return givenUp(talk);
  const interpretation = await understanding.interpret({
    exchanges: said,
    task: derivedTask(liaison),
    result: latestResult(liaison)?.result,
  });
  const { verdict, metrics } = interpretation;
  const besides = besidesOfResult(newestWords(liaison));
  const { acts } = actsOf(newestWords(liaison));
  // "Just right, thank you. I can sleep now" puts nothing off.
  const isPleased = metrics.improvement_suggestions.length === 0 && acts.has("praise");
  const isOpen = interpretation.explicit === undefined && verdict !== "accepted" && !isPleased;
  const isWaiting = besides.waits || interpretation.isWaiting === true;
  if (isWaiting && isOpen) return waiting(talk, besides.questions, metrics);
  if (verdict === undefined || isOnlyAsking(interpretation)) return unclear(talk, interpretation);
  const turn = concluding(talk, interpretation, { ...metrics, acceptance_status: verdict });
  return withQuestion(talk, interpretation, turn);
}

/** "Never mind", and nothing else: after a result, words about it are a judgement. */
function isGivenUp(text: string): boolean {
  const { acts, isAll } = actsOf(text);
  const isPressed = text === liaisonMessages("en").say("button.withdraw");
  return isPressed || (isAll && acts.has("withdraw") && !acts.has("go") && !acts.has("agree"));
}

function givenUp({ wording }: Talk): Turn {
  return {
    say: withdrawnWords(wording),
    steps: [{ type: "moved", to: "completed", reason: "the person has withdrawn the task" }],
  };
}

/** The verdict stays open: all that was said counts once the person goes on. */
function waiting(talk: Talk, questions: readonly string[], metrics: FeedbackMetrics): Turn {
  const { wording } = talk;
  const passed = questions.length === 0 ? undefined : passedOn(talk, questions.join(" "));
  return {
    say: paragraphs(passed?.say, notedWords(wording, metrics), waitWords(wording, "result")),
    form: verdictForm(wording),
    steps: passed === undefined ? [] : [passed.step],
  };
}

/** What is asked beside a verdict goes to the worker all the same. */
function withQuestion(talk: Talk, { asked = [] }: Pick<Interpretation, "asked">, turn: Turn): Turn {
  const text = newestWords(talk.liaison);
  const question = asked.filter((one) => text.includes(one)).join(" ");
  const passed = question === "" ? undefined : passedOn(talk, question);
  if (passed === undefined) return turn;
  return { ...turn, say: paragraphs(turn.say, passed.say), steps: [...turn.steps, passed.step] };
}

function asking({ liaison, wording }: Talk): Turn {
  const { title } = derivedTask(liaison) ?? liaison;
  const { result = "", by = liaison.worker?.name, attachments } = latestResult(liaison) ?? {};
  return {
    say: askFeedbackWords(wording, { result, title, ...present({ by }) }),
    ...present({ attachments }),
    form: verdictForm(wording),
    steps: [],
  };
}

/** The newest words are a question, whatever was said before it. */
function isOnlyAsking({ explicit, isQuestion }: Interpretation): boolean {
  return isQuestion === true && explicit === undefined;
}

function unclear(talk: Talk, { isQuestion, follow_up, ...read }: Interpretation): Turn {
  const { wording, liaison } = talk;
  const form = verdictForm(wording);
  if (isQuestion !== true) {
    return withQuestion(talk, read, { say: thinWords(wording, follow_up), form, steps: [] });
  }
  const question = newestWords(liaison);
  const passed = passedOn(talk, question);
  return {
    say: askedBackWords(wording, question, passed?.say ?? ""),
    form,
    steps: passed === undefined ? [] : [passed.step],
  };
}

function concluding(talk: Talk, read: Interpretation, metrics: FeedbackMetrics): Turn {
  const { wording } = talk;
  const understood: LiaisonStep = { type: "understood", metrics };
  switch (metrics.acceptance_status) {
    case "accepted":
      return {
        say: acceptedWords(wording, metrics),
        steps: [
          understood,
          { type: "confirmed" },
          { type: "moved", to: "completed", reason: "the person accepted the result" },
        ],
      };
    case "rejected":
      return {
        say: rejectedWords(wording, metrics),
        steps: [
          understood,
          { type: "moved", to: "completed", reason: "the person rejected the result" },
        ],
      };
    case "needs_improvement":
      return improving(talk, read, metrics);
  }
}

function improving(
  talk: Talk,
  { follow_up, isHeld }: Interpretation,
  metrics: FeedbackMetrics,
): Turn {
  const understood: LiaisonStep = { type: "understood", metrics };
  if (metrics.improvement_suggestions.length === 0) {
    return {
      say: thinWords(talk.wording, follow_up),
      form: verdictForm(talk.wording),
      steps: [understood],
    };
  }
  const said = exchangesOfFeedback(talk.liaison).filter(({ role }) => role === "human");
  const open = isHeld === true && said.length === 1 ? unspokenOf(talk.liaison, metrics) : [];
  if (open.length === 0) return nextRound(talk, metrics);
  return {
    say: askOnWords(talk.wording, metrics, open),
    form: { kind: "text" },
    steps: [understood],
  };
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
  const { liaison, wording } = ahead(talk, steps);
  const { round } = liaison;
  return {
    say: improvedWords(wording, { metrics, round }),
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
