import type { Answer, Form } from "../../../domain/question.ts";
import type { AnswerDraft } from "../../request/answer-draft.ts";
import { answerFrom } from "../../request/draft-answer.ts";

/**
 * What is sent where fields were filled and words of one's own written: both, as the words that the
 * liaison takes for a form that was filled in, `detail: value` on a line, and then the rest.
 */
export function wholeAnswer(form: Form, draft: AnswerDraft, answer: Answer): Answer {
  if (form.kind !== "fields" || !("text" in answer)) return answer;
  const filled = answerFrom(form, { ...draft, text: "" });
  if (filled === undefined || !("fields" in filled)) return answer;
  const lines = Object.entries(filled.fields).map(([detail, value]) => `${detail}: ${value}`);
  return { text: [...lines, answer.text].join("\n") };
}
