import { definingActs } from "../learned/clause-acts.ts";
import { actsOf } from "../phrases/acts.ts";
import { isAsked } from "../text/asked.ts";
import { type Beside, definingMarks, type Place } from "../text/clause-act.ts";
import { heardBeside, putsOff } from "../text/heard-beside.ts";
import { readMessage } from "../text/read-message.ts";
import { splitSentences } from "../text/sentences.ts";

/** What a message does beside telling something of the task. */
export interface Besides {
  /** Sentences that ask something, in order. */
  readonly questions: readonly string[];
  /** About what was understood, and not pleased with it. */
  readonly complains: boolean;
  /** It is not to go on yet. */
  readonly waits: boolean;
  /** It may go on. */
  readonly agrees: boolean;
}

const MOST_QUESTIONS = 5;
const MOST_SENTENCES = 40;

export function besidesIn(message: string, place: Place): Besides {
  const heard = sentencesOf(message).map((text) => ({ text, beside: heardBeside(text, place) }));
  const last = heard.findLast(({ beside }) => beside === "wait" || beside === "go")?.beside;
  return {
    questions: questionsAmong(heard),
    complains:
      last !== "go" && heard.some(({ text, beside }) => beside === "talk" && !isPleased(text)),
    // Who says both, goes by the last.
    waits: last === "wait",
    agrees: last === "go",
  };
}

/** The same of words about a result. */
export function besidesOfResult(message: string): Pick<Besides, "questions" | "waits"> {
  const sentences = sentencesOf(message);
  const heard = sentences.map((text) => ({ text, beside: heardBeside(text, "shown") }));
  return { questions: questionsAmong(heard), waits: sentences.some(putsOff) };
}

function sentencesOf(message: string): readonly string[] {
  return splitSentences(readMessage(message).will)
    .map(({ text }) => text)
    .slice(0, MOST_SENTENCES);
}

function questionsAmong(heard: readonly Heard[]): readonly string[] {
  return heard
    .filter(asks)
    .map(({ text }) => text)
    .slice(0, MOST_QUESTIONS);
}

interface Heard {
  readonly text: string;
  readonly beside: Beside | undefined;
}

function asks({ text, beside }: Heard): boolean {
  if (beside !== undefined) return beside === "question";
  if (!isAsked(text)) return false;
  const heard = definingActs(text, definingMarks(text));
  return Object.values(heard).every((share) => share <= (heard["question"] ?? 0));
}

function isPleased(text: string): boolean {
  const { acts } = actsOf(text);
  return acts.has("praise") || acts.has("thank") || acts.has("agree");
}
