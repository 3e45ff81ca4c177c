const MAX_QUOTED = 80;

/** What an agent sent, as a reason names it: a reason is no place for all of a long text. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}
