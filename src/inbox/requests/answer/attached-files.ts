import type { Answer } from "../../../domain/requests/question.ts";
import { filesTyped, isPending } from "../editor/typed-files.ts";
import type { AnswerDraft } from "../pane/answer-draft.ts";

/** No field has this name: those of a form begin with a slash. */
const ATTACHED = "attached";

/** The files beside an answer, as the control for files has them. */
export function attachedTo({ typed }: AnswerDraft): string {
  return typed[ATTACHED] ?? "";
}

export function withAttached(draft: AnswerDraft, files: string): AnswerDraft {
  return { ...draft, typed: { ...draft.typed, [ATTACHED]: files } };
}

/** What was typed into the fields of a form. */
export function fieldsTyped({ typed: { [ATTACHED]: _, ...typed } }: AnswerDraft) {
  return typed;
}

/** The answer with what is attached to the draft; undefined while a file is on its way. */
export function attaching<Given extends Answer>(
  answer: Given,
  draft: AnswerDraft,
): Given | undefined {
  const files = filesTyped(attachedTo(draft));
  if (files.length === 0) return answer;
  const arrived = files.flatMap((file) => (isPending(file) ? [] : [file]));
  return arrived.length === files.length ? { ...answer, attachments: arrived } : undefined;
}
