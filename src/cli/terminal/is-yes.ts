/** Nothing but a yes is one. */
export function isYes(typed: string): boolean {
  return /^\s*y(es)?\s*$/i.test(typed);
}
