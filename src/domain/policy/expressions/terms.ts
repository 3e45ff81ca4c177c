import type { Term } from "./expression.ts";

/** The terms that a term is made of, in the order of their text. */
export function partsOfTerm(term: Term): readonly Term[] {
  switch (term.kind) {
    case "field":
      return [term.of];
    case "index":
      return [term.of, term.at];
    case "call":
      return [...(term.on === undefined ? [] : [term.on]), ...term.args];
    case "list":
      return term.items;
    case "map":
      return term.entries.flat();
    default:
      return [];
  }
}
