import { EarshotError } from "../errors.ts";
import type { PrincipalId } from "../id.ts";
import { MAX_REASON_BYTES, MAX_SAVED_REPLIES } from "../limits.ts";
import { checkNotBlank, checkText } from "../text.ts";

/** What an operator often says, in the order of the numbers that choose it. */
export interface SavedReplies {
  readonly operator: PrincipalId;
  /** Answers in words. */
  readonly answers: readonly string[];
  /** Why something is rejected. */
  readonly reasons: readonly string[];
}

/** What stands there until somebody saves their own. */
export const DEFAULT_REASONS: readonly string[] = ["Not now", "Wrong target", "Too risky"];

/** Throws INVALID_INPUT, which says what is wrong. */
export function checkReplies({ answers, reasons }: Omit<SavedReplies, "operator">): void {
  checkAll(answers, "answers");
  checkAll(reasons, "reasons");
}

function checkAll(texts: readonly string[], what: string): void {
  if (texts.length > MAX_SAVED_REPLIES) {
    throw invalid(`At most ${MAX_SAVED_REPLIES} ${what} are saved.`, what);
  }
  for (const text of texts) {
    checkNotBlank(text, what);
    checkText(text, what, MAX_REASON_BYTES);
  }
  if (new Set(texts).size < texts.length) throw invalid(`One of the ${what} is there twice.`, what);
}

function invalid(message: string, what: string): EarshotError {
  return new EarshotError("INVALID_INPUT", message, { details: { what } });
}
