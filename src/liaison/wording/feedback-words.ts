import type { Json } from "../../domain/json.ts";
import type { FeedbackMetrics } from "../../domain/liaison/feedback.ts";
import type { Form } from "../../domain/requests/question.ts";
import { bullets, cut, paragraphs } from "./list.ts";
import { resultWords } from "./result-words.ts";
import type { Wording } from "./wording.ts";

/** Longer results are shown in the conversation's own view. */
const MOST_SHOWN = 6_000;

/** The result of the task, and the question to the person about it. */
export function askFeedbackWords(
  wording: Wording,
  { result, by, title }: { readonly result: Json; readonly by?: string; readonly title: string },
): string {
  const { say } = wording;
  const text = resultWords(result, wording);
  return paragraphs(
    say("done", { by: by ?? say("the.worker"), title }),
    [...text].length <= MOST_SHOWN ? text : `${cut(text, MOST_SHOWN)}\n${say("result.rest")}`,
    say("ask.feedback"),
  );
}

/** A verdict at the touch of a button; words say more. */
export function verdictForm({ say }: Wording): Form {
  const options = (
    ["button.accept", "button.change", "button.reject", "button.withdraw"] as const
  ).map((name) => ({ label: say(name) }));
  return { kind: "choice", options, allowText: true };
}

export function acceptedWords(
  { say }: Wording,
  { improvement_suggestions: wishes }: FeedbackMetrics,
): string {
  return paragraphs(
    say("accepted"),
    wishes.length === 0 ? undefined : `${say("accepted.wishes")}\n${bullets(wishes)}`,
    say("go.on"),
  );
}

export function rejectedWords(
  { say }: Wording,
  { improvement_suggestions: wishes }: FeedbackMetrics,
): string {
  return paragraphs(
    say("rejected"),
    wishes.length === 0 ? say("rejected.what") : bullets(wishes),
    say("rejected.next"),
  );
}

export function improvedWords(
  { say }: Wording,
  { metrics, round }: { readonly metrics: FeedbackMetrics; readonly round: number },
): string {
  return paragraphs(
    say("improved", { round }),
    bullets(metrics.improvement_suggestions),
    say("improved.next"),
  );
}

/** Much is good: what was wanted besides, and nobody spoke of, is asked for before it goes on. */
export function askOnWords(
  { say, language }: Wording,
  { improvement_suggestions: wishes }: FeedbackMetrics,
  open: readonly string[],
): string {
  const sides = open.join(language === "en" ? " and the " : say("separator"));
  return paragraphs(`${say("asked.on")}\n${bullets(wishes)}`, say("asked.on.sides", { sides }));
}

/** What was found fault with while the verdict waits. */
export function notedWords(
  { say }: Wording,
  { improvement_suggestions: wishes }: FeedbackMetrics,
): string | undefined {
  return wishes.length === 0 ? undefined : `${say("asked.on")}\n${bullets(wishes)}`;
}

export function takenBackWords({ say }: Wording): string {
  return say("taken.back");
}

/** What the person asks, the liaison does not know: only whoever made the result does. */
export function askedBackWords({ say }: Wording, question: string, passedOn: string): string {
  return paragraphs(
    say("asked.back", { question: cut(question, 300) }),
    passedOn,
    say("follow.acceptance"),
  );
}

interface FollowUp {
  readonly topic: string;
  readonly question: string;
}

export function thinWords(messages: Wording, follow: readonly FollowUp[]): string {
  const questions = follow.map((one) => followUpWords(messages, one));
  return paragraphs(messages.say("thin"), [...new Set(questions)].join("\n"));
}

function followUpWords({ say, language }: Wording, { topic, question }: FollowUp): string {
  if (topic === "acceptance") return say("follow.acceptance");
  if (topic === "changes") return say("follow.changes");
  return language === "en" ? question : say("follow.sides");
}
