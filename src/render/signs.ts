const SIGNS = /\[(?=AGENT|OPERATOR)/gi;

/**
 * Within a quoted text `[AGENT` and `[OPERATOR`, which only Earshot writes at the beginning of a line,
 * are written as an escape: a terminal could break the line before them.
 */
export function withoutSigns(text: string): string {
  return text.replace(SIGNS, "\\u{5b}");
}
