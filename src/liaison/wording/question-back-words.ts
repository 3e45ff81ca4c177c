import type { Clarification } from "../../domain/liaison/liaison.ts";
import { cut, paragraphs } from "./list.ts";
import type { Wording } from "./wording.ts";

export function whyWords({ say }: Wording): string {
  return paragraphs(say("back.why"), say("back.rest"));
}

/** A question of the person's that concerns none of ours, before anybody works on it. */
export function unknownWords({ say }: Wording): string {
  return paragraphs(say("back.pass"), say("back.rest"));
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
