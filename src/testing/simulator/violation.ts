/** A broken invariant that the simulation found. */
export class Violation extends Error {}

export function demand(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Violation(what);
}
