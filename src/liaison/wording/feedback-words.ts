import type { Json } from "../../domain/json.ts";
import type { FeedbackMetrics } from "../../domain/liaison/feedback.ts";
import { bullets, cut, paragraphs } from "./list.ts";

/** Longer results are shown in the conversation's own view. */
const MOST_SHOWN = 6_000;

/** The result of the task, and the question to the person about it. */
export function askFeedbackWords(
  { result, by }: { readonly result: Json; readonly by: string },
  title: string,
): string {
  return paragraphs(
    `${by} is done with: ${title}.`,
    resultWords(result),
    "What do you think of it? Say what is right, what is not, and what you would change; or that you accept it as it is.",
  );
}

function resultWords(result: Json): string {
  const text = typeof result === "string" ? result : JSON.stringify(result, null, 2);
  if ([...text].length <= MOST_SHOWN) return text;
  return `${cut(text, MOST_SHOWN)}\n(The rest stands in the conversation.)`;
}

export function acceptedWords({ improvement_suggestions: wishes }: FeedbackMetrics): string {
  return paragraphs(
    "Thank you. I have noted that you accept it, and the task is done.",
    wishes.length === 0
      ? undefined
      : `What you would change all the same is noted:\n${bullets(wishes)}`,
    "Say something here whenever it is to go on.",
  );
}

export function rejectedWords({ improvement_suggestions: wishes }: FeedbackMetrics): string {
  return paragraphs(
    "I have noted that you do not accept it, and why.",
    wishes.length === 0 ? undefined : bullets(wishes),
    "It ends here. Say what another attempt is to do, and it begins.",
  );
}

export function improvedWords(
  { improvement_suggestions: wishes }: FeedbackMetrics,
  { worker, round }: { readonly worker: string | undefined; readonly round: number },
): string {
  return paragraphs(
    `Thank you. This goes into round ${round}:`,
    bullets(wishes),
    `${worker ?? "Whoever does the task"} gets the changed specification. Say so where I have taken you wrong; else I come back with the next result.`,
  );
}

export function nothingToImproveWords(): string {
  return "Thank you. I have noted what you said. You have named nothing that is to be different, so it ends here; say what to change, and it goes on.";
}

export function thinWords(follow: readonly { readonly question: string }[]): string {
  const questions = follow.map(({ question }) => question).join("\n");
  return paragraphs("Thank you. I would like to understand that better.", questions);
}
