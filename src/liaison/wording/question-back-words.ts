import type { Clarification } from "../../domain/liaison/liaison.ts";
import { capitalised } from "../text/words.ts";
import { nameIn } from "./asked-in.ts";
import { cut, paragraphs } from "./list.ts";
import type { Wording } from "./wording.ts";

export function whyWords({ say }: Wording): string {
  return paragraphs(say("back.why"), say("back.rest"));
}

/** A question of the person's that concerns none of ours, before anybody works on it. */
export function unknownWords(wording: Wording): string {
  return paragraphs(unansweredWords(wording), wording.say("back.rest"));
}

/** Where a question of the person's goes that only whoever does the task can answer. */
export function passedOnWords(
  { say }: Wording,
  { worker, isThere }: { readonly worker: string | undefined; readonly isThere: boolean },
): string {
  if (worker === undefined) return say("ask.nobody");
  return say(isThere ? "ask.passed" : "ask.away", { worker });
}

const MOST_QUOTED = 300;

/** A line that nobody has said. */
export function assumedWords({ say }: Wording, line: string): string {
  return say("back.assumed", { line: cut(line, MOST_QUOTED) });
}

/** A line, and the words that it comes from. */
export function takenFromWords({ say }: Wording, line: string, words: string): string {
  return say("back.taken", { line: cut(line, MOST_QUOTED), words: cut(words, MOST_QUOTED) });
}

export function standingLineWords({ say }: Wording, line: string): string {
  return say("back.stands", { line: cut(line, MOST_QUOTED) });
}

/** What the person wrote, where they ask whether it is known. */
export function writtenWords({ say }: Wording, words: string): string {
  return say("back.written", { words: cut(words, MOST_QUOTED) });
}

/** Who or what answers here. */
export function whoWords({ say }: Wording): string {
  return say("back.who");
}

export function enoughWords({ say }: Wording): string {
  return say("back.enough");
}

/** Why a detail was asked for. */
export function whyAskedWords(wording: Wording, topic: string): string {
  return wording.say("back.why.of", { name: capitalised(nameIn(wording, topic)) });
}

/** Before anybody works on it, nobody can answer what is not known here. */
export function unansweredWords({ say }: Wording): string {
  return say("back.pass");
}

/** The worker's answer, beside the question that it answers. */
export function answerWords(
  { say }: Wording,
  asked: { readonly question: string; readonly text: string; readonly by: string },
): string {
  const question = cut(asked.question, MOST_QUOTED);
  return `${say("ask.answer", { by: asked.by, question })}\n${asked.text}`;
}

/** What our own questions mean. */
export function meaningWords(
  { say }: Wording,
  asked: readonly Pick<Clarification, "question" | "options">[],
): string {
  const meanings = asked.map(({ question, options }) => {
    const examples = options.join("; ");
    const meaning = say("back.meaning", { question });
    return options.length === 0 ? meaning : `${meaning} ${say("back.example", { examples })}`;
  });
  return paragraphs(...meanings, say("back.rest"));
}
