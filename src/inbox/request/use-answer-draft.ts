import { useState } from "preact/hooks";
import type { QuestionRequest } from "../../domain/request.ts";
import { draftOf, keepDraft } from "../drafts.ts";
import { type AnswerDraft, readAnswerDraft, writeAnswerDraft } from "./answer-draft.ts";
import { proposedDraft } from "./draft-answer.ts";

/** What was typed before, else what the agent proposes; kept as one types. */
export function useAnswerDraft({ id, question }: QuestionRequest) {
  const [draft, setDraft] = useState<AnswerDraft>(() => {
    const kept = draftOf(id);
    return kept === "" ? proposedDraft(question) : readAnswerDraft(kept);
  });
  const set = (next: AnswerDraft) => {
    setDraft(next);
    keepDraft(id, writeAnswerDraft(next));
  };
  return [draft, set] as const;
}
