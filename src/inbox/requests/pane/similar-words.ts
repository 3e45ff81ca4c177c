import { asksFiles } from "../../../domain/forms/file-fields.ts";
import { plainWords } from "../../../domain/plain-words.ts";
import { type Answer, type Form, pickedText } from "../../../domain/requests/question.ts";
import type { AnsweredRequest, Shown, ShownRequest } from "../../../domain/requests/request.ts";
import type { SimilarRequest } from "../../../ports/earshot/inbox.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { say } from "./messages/messages.ts";

/** "approved 3, rejected 1, edited 1 of the last 5 like this"; undefined if there are none. */
export function similarSummary(similar: readonly SimilarRequest[]): string | undefined {
  const outcomes = similar.map(({ request }) => outcomeOf(request));
  const counted = OUTCOMES.flatMap((ended) => {
    const count = outcomes.filter((one) => one === ended).length;
    return count === 0 ? [] : [say(`ended.${ended}`, { count })];
  });
  if (counted.length === 0) return undefined;
  return say("similar.summary", { counted: counted.join(", "), count: similar.length });
}

const OUTCOMES = [
  "approved",
  "rejected",
  "edited",
  "responded",
  "answered",
  "expired",
  "cancelled",
  "abandoned",
  "assumed",
] as const;

/** How it ended; `edited` is an approval with changed arguments. */
export function outcomeOf(request: ShownRequest): string {
  const isEdited = request.kind === "authorization" && request.authorization.edit !== undefined;
  return request.status === "approved" && isEdited ? "edited" : request.status;
}

export interface OldAnswer {
  readonly answer: Answer;
  readonly source: Shown<AnsweredRequest>;
}

/**
 * An old answer to the most similar question that the form still takes; undefined if there is none.
 */
export function oldAnswer(form: Form, similar: readonly SimilarRequest[]): OldAnswer | undefined {
  for (const { request } of similar) {
    if (request.status !== "answered" || request.erasedAt !== undefined) continue;
    // Files were given to that request alone.
    const { attachments: _, ...answer } = request.answer;
    if (fits(form, answer)) return { answer, source: request };
  }
  return undefined;
}

function fits(form: Form, answer: Answer): boolean {
  if ("text" in answer) return form.kind === "text" || form.allowText === true;
  if ("choice" in answer) return form.kind === "choice" && hasOption(form, answer.choice);
  if ("choices" in answer) {
    return form.kind === "choices" && answer.choices.every((choice) => hasOption(form, choice));
  }
  return form.kind === "fields" && !asksFiles(form);
}

function hasOption({ options }: Extract<Form, { options: unknown }>, label: string): boolean {
  return options.some((option) => option.label === label);
}

/** An answer, as shown on a button or in a line. */
export function answerWords(answer: Answer, width = 80): string {
  if ("text" in answer) return oneLine(answer.text, width);
  const picked =
    "choices" in answer
      ? answer.choices.map(plainWords).join(", ")
      : "choice" in answer
        ? plainWords(answer.choice)
        : pickedText(answer);
  return oneLine(answer.note === undefined ? picked : `${picked} (${answer.note})`, width);
}
