import type { Clarification } from "../../domain/liaison/liaison.ts";
import { paragraphs } from "./list.ts";
import type { Wording } from "./wording.ts";

export function whyWords({ say }: Wording): string {
  return paragraphs(say("back.why"), say("back.rest"));
}

/** A question of the person's that concerns none of ours. */
export function passedOnWords({ say }: Wording): string {
  return paragraphs(say("back.pass"), say("back.rest"));
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
