/** Begins a line of a dialogue, and the heading of a zone: see `terminal-blocks.ts`. */
const SIGNS =
  /\[(?=AGENT|OPERATOR)|[┌┍┎┏╒╓╔╭](?=[\s\u2500-\u259f]*(?:ACTION|THE AGENT SAYS|AUTHORIZATION))/giu;

/**
 * In a quoted text, `[AGENT`, `[OPERATOR` and the corner of a zone are escaped, since only Earshot
 * writes them at the beginning of a line: a terminal could wrap the line right before them.
 */
export function withoutSigns(text: string): string {
  return text.replace(SIGNS, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`);
}
