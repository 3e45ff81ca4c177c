import type { Clarification } from "../../domain/liaison/liaison.ts";
import { openClarifications } from "../../domain/liaison/liaison-machine.ts";
import { isSpoken } from "../../messages/message-language.ts";
import type { Turn } from "../../ports/model/liaison-turns.ts";
import type { Intent, SuggestedQuestion } from "../../ports/model/understanding.ts";
import { slotKindOf } from "../cases/library.ts";
import { UNSURE_OUTCOME } from "../questions/opening.ts";
import { asksWho } from "../text/asks-who.ts";
import { splitSentences } from "../text/sentences.ts";
import { capitalised } from "../text/words.ts";
import { askedIn } from "../wording/asked-in.ts";
import { paragraphs } from "../wording/list.ts";
import {
  contradictionWords,
  languageWords,
  waitWords,
  withdrawnWords,
} from "../wording/other-words.ts";
import { confirmForm, questionForm, questionWords } from "../wording/question-words.ts";
import { confirmWords } from "../wording/specification-words.ts";
import { type Besides, besidesIn } from "./besides.ts";
import { type Derived, derive } from "./derive.ts";
import type { Specified } from "./improvements.ts";
import { mannerOf } from "./manner.ts";
import { answered } from "./question-back.ts";
import { newestWords, type Talk } from "./talk.ts";
import { withBesides } from "./with-besides.ts";

/** A question worth so much is asked even after the person has answered others. */
const ESSENTIAL = 0.5;
/** Whoever leaves everything open so often wants it to begin. */
const MOST_REFUSALS = 2;
/** With less, one refusal leaves open what is to be done at all. */
const CLEAR_ENOUGH = 0.35;
/** With less, words that answer nothing do not begin it. */
const KNOWN_ENOUGH = 0.5;
/** With less, nothing begins without a single question. */
const BEGINS_UNASKED = 0.6;

/** A turn before the task: ask, or begin. */
export async function defineTurn(talk: Talk): Promise<Turn> {
  const { liaison, understanding } = talk;
  const text = newestWords(liaison);
  const isFirst = liaison.specifications.length === 0;
  const open = openClarifications(liaison);
  if (open.length > 0 && mannerOf(text).asksBack) return answered(talk.wording, text, open);
  const intent = isFirst
    ? "other"
    : await understanding.intent({ text, task: undefined, hasResult: false });
  if (intent === "withdraw") return withdrawn(talk);
  const besides = isFirst ? openingBesides(text) : besidesIn(text, "asked");
  const derived = await derive(talk);
  const turn = besides.waits ? waiting(talk, derived) : next(talk, derived, intent);
  return withBesides(talk, turn, { besides, task: derived.specification });
}

/** What is asked at first is what they want to know, unless they want to know whom they ask. */
function openingBesides(text: string): Besides {
  const questions = splitSentences(text)
    .map((sentence) => sentence.text)
    .filter(asksWho)
    .slice(0, 1);
  return { questions, complains: false, waits: false, agrees: false };
}

/** Nothing begins and nothing is asked until the person says so. */
function waiting({ wording }: Talk, { steps }: Derived): Turn {
  return { say: waitWords(wording, "asked"), form: { kind: "text" }, steps };
}

/** Asking, or beginning. */
function next(talk: Talk, derived: Derived, intent: Intent): Turn {
  const reason = reasonToBegin(talk, derived, intent);
  if (reason !== undefined) {
    return begin(talk, assuming(derived), { reason, isConfirmed: intent === "confirm" });
  }
  const questions = worthAsking(talk, derived);
  if (questions.length > 0) return asking(talk, derived, questions);
  const again = openStill(derived, openClarifications(talk.liaison));
  if (again.length > 0) return asking(talk, derived, again);
  if (isBare(talk, derived)) return asking(talk, derived, [outcome(talk)]);
  const isRead = hasGoal(derived) && derived.definition.language.isUnderstood;
  return isRead
    ? begin(talk, assuming(derived), { reason: "nothing more is worth asking" })
    : asking(talk, derived, [anything(talk)]);
}

/** What was asked and not answered by a single word, while hardly anything is known. */
function openStill(
  { clarifications, score }: Derived,
  open: readonly Clarification[],
): readonly SuggestedQuestion[] {
  const left = clarifications.filter(({ status }) => status === "open");
  if (score >= KNOWN_ENOUGH || left.length < open.length) return [];
  return left.map(({ status: _, asked_in: __, answer: ___, ...question }) => ({
    ...question,
    value: ESSENTIAL,
  }));
}

/** "It's about my mum's seventieth": hardly anything is known, and it was not asked what is to come of it. */
function isBare({ liaison }: Talk, derived: Derived): boolean {
  const isAsked = derived.clarifications.some(({ topic }) => topic === UNSURE_OUTCOME.topic);
  const isEarly = liaison.turnsAsked < MOST_REFUSALS;
  const least = liaison.turnsAsked === 0 ? BEGINS_UNASKED : CLEAR_ENOUGH;
  return hasGoal(derived) && derived.score < least && isEarly && !isAsked;
}

function outcome({ wording }: Talk): SuggestedQuestion {
  const [asked = UNSURE_OUTCOME] = askedIn(wording, [UNSURE_OUTCOME], []);
  return asked;
}

function anything({ wording }: Talk): SuggestedQuestion {
  return { topic: "task", question: wording.say("question.task"), options: [], value: 1 };
}

function hasGoal({ specification }: Derived): boolean {
  return specification.requirements.length > 0;
}

/** Why it begins now; undefined if it does not. */
function reasonToBegin(
  { liaison, policy }: Talk,
  derived: Derived,
  intent: Intent,
): string | undefined {
  if (derived.score >= policy.threshold) {
    return `the specification is good enough: ${derived.score.toFixed(2)}`;
  }
  if (derived.definition.wantsToProceed && hasGoal(derived)) return "the person wants it to begin";
  if (!hasGoal(derived)) return undefined;
  const { turnsAsked } = liaison;
  const { wantsIt, leavesIt } = mannerOf(newestWords(liaison));
  const isAsked = turnsAsked > 0;
  if (isAsked && intent === "confirm") return "the person agreed, assumptions included";
  if (isAsked && wantsIt) return "the person wants it to begin";
  const isClear = derived.score >= CLEAR_ENOUGH || turnsAsked >= MOST_REFUSALS;
  if (isAsked && leavesIt && isClear) return "the person leaves the rest to whoever does the task";
  return turnsAsked >= policy.askingTurns ? "enough was asked" : undefined;
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

/**
 * The questions whose answers are worth more than the interruption, most valuable first. Who has
 * answered once is asked again only for what nobody could do without.
 */
function worthAsking(
  { liaison, policy }: Talk,
  { definition }: Derived,
): readonly SuggestedQuestion[] {
  const least = liaison.turnsAsked === 0 ? policy.interruptionCost : ESSENTIAL;
  return definition.suggested_questions
    .filter(({ value }) => value >= least)
    .slice(0, policy.questionsPerTurn);
}

function asking(
  { liaison, wording }: Talk,
  { definition, steps }: Derived,
  questions: readonly SuggestedQuestion[],
): Turn {
  const { language, contradictions } = definition;
  const lead = paragraphs(
    language.isUnderstood || isSpoken(language.code) ? undefined : languageWords(wording, language),
    // A question that settles one says what it is.
    contradictionWords(
      wording,
      contradictions.filter((words) =>
        questions.every(({ question }) => !question.startsWith(words)),
      ),
    ),
    wording.say(liaison.turnsAsked === 0 ? "lead.first" : "lead.more"),
  );
  const asked = questions.map(({ value: _, ...question }) => question);
  return {
    say: questionWords(wording, lead, asked),
    form: questionForm(wording, asked),
    steps: [...steps, { type: "asked", questions: asked }],
  };
}

/**
 * Details that were asked for take their defaults, which appear as assumptions. Of what nobody asked,
 * only what nobody could do without and how far the worker may go: the rest is left to them.
 */
function assuming(derived: Derived): Derived {
  const { specification, clarifications, definition } = derived;
  const open = clarifications.filter(({ status }) => status === "open");
  const guesses = [
    ...open.map(({ topic, default: taken }) => ({ topic, taken })),
    ...definition.suggested_questions
      .filter(({ topic, value }) => value >= ESSENTIAL || slotKindOf(topic) === "permissions")
      .map((one) => ({ topic: one.topic, taken: one.default })),
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
