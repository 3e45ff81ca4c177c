import { EarshotError } from "../errors.ts";
import { MAX_PATTERN_LENGTH } from "../limits.ts";

export const PATTERN_SYNTAXES = ["literal", "regex"] as const;
export type PatternSyntax = (typeof PATTERN_SYNTAXES)[number];

/** RE2 expands a counted repeat: fifty of a thousand make a program of 50,000 steps. */
const MAX_REPEAT = 100;

const REPEAT = /\{(\d+)(?:,(\d*))?\}/g;

/** Refuses a pattern that is too long, or that would be costly even before it searches. */
export function checkPattern(pattern: string, syntax: PatternSyntax): void {
  if (pattern === "" || pattern.length > MAX_PATTERN_LENGTH) {
    throw invalid(
      `A pattern has 1 to ${MAX_PATTERN_LENGTH} characters; this one has ${pattern.length}.`,
    );
  }
  if (!pattern.isWellFormed()) {
    throw invalid(
      "The pattern holds half of a surrogate pair, which is not valid Unicode. Send well-formed text.",
    );
  }
  if (syntax === "regex") checkRepeats(pattern);
}

function checkRepeats(pattern: string): void {
  for (const [repeat, least, most = ""] of pattern.matchAll(REPEAT)) {
    if (Math.max(Number(least), Number(most)) <= MAX_REPEAT) continue;
    throw invalid(
      `The pattern repeats more than ${MAX_REPEAT} times: ${repeat}. Use *, + or a smaller number.`,
    );
  }
}

function invalid(message: string): EarshotError {
  return new EarshotError("INVALID_INPUT", message, { details: { what: "pattern" } });
}
