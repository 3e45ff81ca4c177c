/** The terms that stand in enough texts, and how rare each is (smoothed inverse frequency). */
export interface FoundTerms {
  readonly names: readonly string[];
  readonly rarities: readonly number[];
}

export function findTerms(texts: readonly (readonly string[])[], fewest: number): FoundTerms {
  const counts = new Map<string, number>();
  for (const terms of texts) {
    for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const names = [...counts.keys()].filter((term) => (counts.get(term) ?? 0) >= fewest).sort();
  const rarities = names.map(
    (term) => 1 + Math.log((1 + texts.length) / (1 + (counts.get(term) ?? 0))),
  );
  return { names, rarities };
}
