/** Only a clear yes counts. */
export function isYes(typed: string): boolean {
  return /^\s*y(es)?\s*$/i.test(typed);
}
