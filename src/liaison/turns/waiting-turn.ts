import { isSameJson } from "../../domain/json-equal.ts";
import { derivedTask } from "../../domain/liaison/liaison.ts";
import type { LiaisonStep } from "../../domain/liaison/liaison-steps.ts";
import { diffSpecifications } from "../../domain/liaison/specification-diff.ts";
import type { Turn } from "../../ports/model/liaison-turns.ts";
import type { Intent } from "../../ports/model/understanding.ts";
import { updatedWords } from "../wording/change-words.ts";
import { paragraphs } from "../wording/list.ts";
import {
  confirmedWords,
  contradictionWords,
  notedWords,
  nothingChangedWords,
  standsWords,
  statusWords,
  waitWords,
  withdrawnWords,
} from "../wording/other-words.ts";
import { confirmForm } from "../wording/question-words.ts";
import { type Besides, besidesIn } from "./besides.ts";
import { type Derived, derive } from "./derive.ts";
import type { Specified } from "./improvements.ts";
import { mannerOf } from "./manner.ts";
import { takingBackTurn } from "./taking-back-turn.ts";
import { newestWords, type Talk } from "./talk.ts";
import { withBesides } from "./with-besides.ts";

/** A turn while the worker is busy: a confirmation, a correction, or a withdrawal of the task. */
export async function waitingTurn(talk: Talk): Promise<Turn> {
  const { liaison, understanding, wording } = talk;
  const takenBack = await takingBackTurn(talk);
  if (takenBack !== undefined) return takenBack;
  const task = derivedTask(liaison);
  const text = newestWords(liaison);
  const intent = await understanding.intent({ text, task, hasResult: false });
  switch (intent) {
    case "confirm":
      return confirmed(talk, await changedBy(talk));
    case "withdraw":
      return {
        say: withdrawnWords(wording),
        steps: [{ type: "moved", to: "completed", reason: "the person has withdrawn the task" }],
      };
    default:
      return await replied(talk, intent);
  }
}

/**
 * What was on hold goes on with it, and what was said beside the agreement goes to the worker; nothing else
 * changes by words that agree.
 */
function confirmed({ liaison, wording }: Talk, changed: Changed | undefined): Turn {
  const former = derivedTask(liaison);
  const limits = former?.constraints ?? [];
  const goesOn = changed !== undefined && changed.task.constraints.length < limits.length;
  const isTold =
    changed !== undefined &&
    !isSameJson(changed.task.context["also_said"] ?? [], former?.context["also_said"] ?? []);
  return {
    say: confirmedWords(wording),
    steps: [...(goesOn || isTold ? changed.steps : []), { type: "confirmed" }],
  };
}

/** The answer first, then what changed; or what stands, where nothing did. */
async function replied(talk: Talk, intent: Intent): Promise<Turn> {
  const { liaison, wording } = talk;
  const text = newestWords(liaison);
  const heard = besidesIn(text, "shown");
  const isOnlyAsked = mannerOf(text).asksBack && (intent === "other" || heard.questions.length > 0);
  const changed = isOnlyAsked ? undefined : await changedBy(talk);
  const questions = isOnlyAsked && heard.questions.length === 0 ? [text] : heard.questions;
  const besides: Besides = { ...heard, questions };
  const isAgreed = besides.agrees && questions.length === 0 && changed?.say === undefined;
  if (isAgreed) return confirmed(talk, changed);
  const task = changed?.task ?? derivedTask(liaison);
  const say = doneWords(talk, { besides, changed, task }) ?? nothingDone(talk, intent, changed);
  const turn = { say, form: confirmForm(wording), steps: changed?.steps ?? [] };
  return task === undefined ? turn : withBesides(talk, turn, { besides, task });
}

interface Done {
  readonly besides: Besides;
  readonly changed: Changed | undefined;
  readonly task: Specified | undefined;
}

/** Undefined where the words did nothing at all. */
function doneWords({ wording }: Talk, { besides, changed, task }: Done): string | undefined {
  if (besides.waits) return waitWords(wording, "shown");
  if (changed?.say !== undefined) return changed.say;
  if (besides.complains && task !== undefined) return standsWords(wording, task);
  return besides.questions.length > 0 ? "" : undefined;
}

function nothingDone({ wording, liaison }: Talk, intent: Intent, changed?: Changed): string {
  if (changed !== undefined) return notedWords(wording);
  return intent === "other" ? statusWords(wording, liaison) : nothingChangedWords(wording);
}

interface Changed {
  /** Absent if a person would call nothing of it a change. */
  readonly say?: string;
  readonly task: Specified;
  readonly steps: readonly LiaisonStep[];
}

/** The next version of the specification; undefined if the words do not change it. */
async function changedBy(talk: Talk): Promise<Changed | undefined> {
  const { liaison, wording } = talk;
  const former = derivedTask(liaison);
  const derived = await derive(talk);
  const { definition } = derived;
  const specification = withFormerAssumptions(derived, former);
  const steps = derived.steps.map((step) =>
    step.type === "specified" ? { ...step, specification } : step,
  );
  const { id = liaison.id, version = 0 } = former ?? {};
  const next = { id, version, ...specification };
  const changes = former === undefined ? [] : diffSpecifications(former, next);
  if (changes.length === 0) return undefined;
  const told = updatedWords(wording, changes);
  const published = [...steps, { type: "published" } as const];
  if (told === undefined) return { task: specification, steps: published };
  return {
    say: paragraphs(contradictionWords(wording, definition.contradictions), told),
    task: specification,
    steps: [...published, { type: "corrected" }],
  };
}

/** What was assumed when it began holds on, except for what has been told since. */
function withFormerAssumptions(
  { specification, definition }: Derived,
  former: Specified | undefined,
): Specified {
  const told = [
    ...(definition.taken_out ?? []).map((topic) => `${topic}:`),
    ...specification.requirements.map(({ description }) => description),
    ...specification.constraints,
  ].map(topicOf);
  const kept = (former?.assumptions ?? []).filter((line) => !told.includes(topicOf(line)));
  return {
    ...specification,
    assumptions: [...new Set([...kept, ...specification.assumptions])],
  };
}

/** Of a line such as "Audience: executives". */
function topicOf(line: string): string {
  return line.slice(0, Math.max(0, line.indexOf(":"))).toLowerCase();
}
