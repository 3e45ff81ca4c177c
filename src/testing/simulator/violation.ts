/** What the simulation found that must never be. */
export class Violation extends Error {}

export function demand(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Violation(what);
}
