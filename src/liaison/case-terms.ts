import { contentOf } from "./text/words.ts";

/** More terms would not describe a task better. */
const MAX_TERMS = 40;
const MAX_LENGTH = 4_000;

/** The words by which a task is compared with others, sorted, each once. */
export function caseTerms(text: string): readonly string[] {
  return [...contentOf(text.slice(0, MAX_LENGTH))].slice(0, MAX_TERMS).sort();
}
