import { useRef, useState } from "preact/hooks";
import type { QuestionRequest, Shown } from "../../../domain/requests/request.ts";
import { draftOf, keepDraft } from "../../browser/drafts.ts";
import {
  type AnswerDraft,
  NO_DRAFT,
  readAnswerDraft,
  writeAnswerDraft,
} from "../pane/answer-draft.ts";
import { proposedDraft } from "./draft-answer.ts";

/** What was typed before, otherwise what the agent proposes. Saved while the operator types. */
export function useAnswerDraft({ id, question }: Shown<QuestionRequest>) {
  const [kept] = useState(() => draftOf(id));
  const [draft, setDraft] = useState<AnswerDraft>(() =>
    kept === "" ? proposedDraft(question) : readAnswerDraft(kept),
  );
  const now = useRef(draft);
  const isTouched = useRef(kept !== "");
  const set = (next: AnswerDraft) => {
    now.current = next;
    isTouched.current = true;
    setDraft(next);
    keepDraft(id, writeAnswerDraft(next));
  };
  /**
   * Once `sent` has arrived it is no longer a draft; false if somebody kept typing in the meantime.
   */
  const settle = (sent: AnswerDraft): boolean => {
    if (now.current !== sent) return false;
    set(NO_DRAFT);
    return true;
  };
  const touched = isTouched.current ? { touched: draft } : {};
  return { draft, set, settle, ...touched } as const;
}
