/** Begins a line of a dialogue, and the heading of a zone: see `terminal-blocks.ts`. */
const SIGNS =
  /\[(?=AGENT|OPERATOR)|[┌┍┎┏╒╓╔╭](?=[\s\u2500-\u259f]*(?:ACTION|THE AGENT SAYS|AUTHORIZATION))/giu;

/**
 * Within a quoted text what only Earshot writes at the beginning of a line, `[AGENT`, `[OPERATOR` and
 * the corner of its zones, is written as an escape: a terminal could break the line before it.
 */
export function withoutSigns(text: string): string {
  return text.replace(SIGNS, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`);
}
