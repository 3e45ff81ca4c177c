import { derivedTask } from "../../domain/liaison/liaison.ts";
import { diffSpecifications } from "../../domain/liaison/specification-diff.ts";
import type { Turn } from "../../ports/model/liaison-turns.ts";
import { paragraphs } from "../wording/list.ts";
import {
  confirmedWords,
  contradictionWords,
  newsWords,
  nothingChangedWords,
  statusWords,
  withdrawnWords,
} from "../wording/other-words.ts";
import { confirmForm } from "../wording/question-words.ts";
import { updatedWords } from "../wording/specification-words.ts";
import { type Derived, derive } from "./derive.ts";
import type { Specified } from "./improvements.ts";
import { mannerOf } from "./manner.ts";
import { passedOn } from "./passing-on.ts";
import { takingBackTurn } from "./taking-back-turn.ts";
import { newestWords, type Talk } from "./talk.ts";

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
      return { say: confirmedWords(wording), steps: [{ type: "confirmed" }] };
    case "withdraw":
      return {
        say: withdrawnWords(wording),
        steps: [{ type: "moved", to: "completed", reason: "the person has withdrawn the task" }],
      };
    case "other":
      return (
        asked(talk, text) ??
        (await corrected(talk)) ?? { say: statusWords(wording, liaison), steps: [] }
      );
    default:
      return (
        (await corrected(talk)) ??
        asked(talk, text) ?? {
          say: nothingChangedWords(wording),
          form: { kind: "text" },
          steps: [],
        }
      );
  }
}

/** What is known of the work is told, and the worker is asked for the rest. */
function asked(talk: Talk, text: string): Turn | undefined {
  if (!mannerOf(text).asksBack) return undefined;
  const passed = passedOn(talk, text);
  if (passed === undefined) return undefined;
  const { liaison, wording } = talk;
  return {
    say: paragraphs(newsWords(wording, liaison), passed.say),
    form: confirmForm(wording),
    steps: [passed.step],
  };
}

/** The next version of the specification; undefined if the words do not change it. */
async function corrected(talk: Talk): Promise<Turn | undefined> {
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
  return {
    say: paragraphs(
      contradictionWords(wording, definition.contradictions),
      updatedWords(wording, changes),
    ),
    form: confirmForm(wording),
    steps: [...steps, { type: "published" }, { type: "corrected" }],
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
