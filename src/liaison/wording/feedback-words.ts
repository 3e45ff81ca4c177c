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
    wishes.length === 0 ? "What should another attempt do differently?" : undefined,
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

/** Much is good: what was wanted besides, and nobody spoke of, is asked for before it goes on. */
export function askOnWords(
  { improvement_suggestions: wishes }: FeedbackMetrics,
  open: readonly string[],
): string {
  return paragraphs(
    `Thank you. So far I have noted:\n${bullets(wishes)}`,
    `How do you find the ${open.join(" and the ")}? Shall these changes be made?`,
  );
}

/** What the person asks, the liaison does not know: only whoever made the result does. */
export function askedBackWords(asked: readonly string[]): string {
  const [question] = asked.slice(-1);
  return paragraphs(
    question === undefined ? undefined : `You ask: "${cut(question, 300)}"`,
    'That I cannot say from the result, and your question changes nothing. "Change" passes it on to whoever made it.',
    "Do you accept the result as it is?",
  );
}

export function thinWords(follow: readonly { readonly question: string }[]): string {
  const questions = follow.map(({ question }) => question).join("\n");
  return paragraphs("Thank you. I would like to understand that better.", questions);
}
