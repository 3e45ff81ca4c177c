import type { LiaisonStep } from "../../domain/liaison/liaison-steps.ts";
import type { Turn } from "../../ports/model/liaison-turns.ts";
import type { SuggestedQuestion } from "../../ports/model/understanding.ts";
import { capitalised } from "../text/words.ts";
import { paragraphs } from "../wording/list.ts";
import {
  assumptionsWords,
  contradictionWords,
  languageWords,
  withdrawnWords,
} from "../wording/other-words.ts";
import { confirmForm, questionForm, questionWords } from "../wording/question-words.ts";
import { confirmWords } from "../wording/specification-words.ts";
import { type Derived, derive } from "./derive.ts";
import type { Specified } from "./improvements.ts";
import { newestWords, type Talk } from "./talk.ts";

/** A turn before the task: ask, or begin. */
export async function defineTurn(talk: Talk): Promise<Turn> {
  const { liaison, understanding, policy } = talk;
  const text = newestWords(liaison);
  const isFirst = liaison.specifications.length === 0;
  const intent = isFirst
    ? "other"
    : await understanding.intent({ text, task: undefined, hasResult: false });
  if (intent === "withdraw") return withdrawn(talk);
  const derived = await derive(talk);
  const hasAskedAll = liaison.turnsAsked >= policy.askingTurns;
  const { wantsToProceed } = derived.definition;
  if (hasAskedAll && intent === "confirm") {
    const reason = "the person confirmed it, assumptions included";
    return begin(talk, assuming(derived), { reason, isConfirmed: true });
  }
  if (wantsToProceed) {
    return begin(talk, assuming(derived), { reason: "the person wants it to begin" });
  }
  if (derived.score >= policy.threshold) {
    const reason = `the specification is good enough: ${derived.score.toFixed(2)}`;
    return begin(talk, derived, { reason });
  }
  const questions = worthAsking(talk, derived);
  if (hasAskedAll || questions.length === 0) return confirming(talk, assuming(derived));
  return asking(talk, derived, questions);
}

function withdrawn({ wording }: Talk): Turn {
  return {
    say: withdrawnWords(wording),
    steps: [{ type: "moved", to: "completed", reason: "the person does not want it any more" }],
  };
}

function begin(
  { liaison, wording }: Talk,
  derived: Derived,
  { reason, isConfirmed = false }: { readonly reason: string; readonly isConfirmed?: boolean },
): Turn {
  return {
    say: confirmWords(wording, derived.specification, liaison.worker?.name),
    form: confirmForm(wording),
    steps: [
      ...derived.steps,
      { type: "published" },
      ...(isConfirmed ? [{ type: "confirmed" } as const] : []),
      { type: "moved", to: "awaiting_task_completion", reason },
    ],
  };
}

/** The questions whose answers are worth more than the interruption, most valuable first. */
function worthAsking({ policy }: Talk, { definition }: Derived): readonly SuggestedQuestion[] {
  const [first, ...others] = definition.suggested_questions;
  if (first === undefined) return [];
  const worth = others.filter(({ value }) => value >= policy.interruptionCost);
  return [first, ...worth].slice(0, policy.questionsPerTurn);
}

function asking(
  { liaison, wording }: Talk,
  { definition, steps }: Derived,
  questions: readonly SuggestedQuestion[],
): Turn {
  const { language, contradictions } = definition;
  const lead = paragraphs(
    language.isUnderstood ? undefined : languageWords(wording, language),
    contradictionWords(wording, contradictions),
    wording.say(liaison.turnsAsked === 0 ? "lead.first" : "lead.more"),
  );
  const asked = questions.map(({ value: _, ...question }) => question);
  return {
    say: questionWords(wording, lead, asked),
    form: questionForm(wording, asked),
    steps: [...steps, { type: "asked", questions: asked }],
  };
}

/** It asks something, though not for a detail. */
function countedTurn(steps: readonly LiaisonStep[]): readonly LiaisonStep[] {
  return [...steps, { type: "asked", questions: [] }];
}

function confirming({ liaison, wording }: Talk, derived: Derived): Turn {
  const { specification, definition } = derived;
  const { assumptions } = specification;
  return {
    say: paragraphs(
      contradictionWords(wording, definition.contradictions),
      assumptionsWords(wording, assumptions),
      confirmWords(wording, { ...specification, assumptions: [] }, liaison.worker?.name),
    ),
    form: confirmForm(wording),
    steps: countedTurn(derived.steps),
  };
}

/** Open details take their defaults, which appear in the specification as assumptions. */
function assuming(derived: Derived): Derived {
  const { specification, clarifications, definition } = derived;
  const open = clarifications.filter(({ status }) => status === "open");
  const guesses = [
    ...open.map(({ topic, default: taken }) => ({ topic, taken })),
    ...definition.suggested_questions.map((one) => ({ topic: one.topic, taken: one.default })),
  ].filter(({ taken }) => taken !== undefined);
  const lines = guesses.map(({ topic, taken }) => `${capitalised(topic)}: ${taken}`);
  const assumptions = [...new Set([...specification.assumptions, ...lines])];
  const assumed: Specified = { ...specification, assumptions };
  const answers = open.map(({ topic }) => ({ topic, status: "assumed" as const }));
  return {
    ...derived,
    specification: assumed,
    steps: [
      ...derived.steps.map((step) =>
        step.type === "specified" ? { ...step, specification: assumed } : step,
      ),
      ...(answers.length === 0 ? [] : [{ type: "clarified", answers } as const]),
    ],
  };
}
