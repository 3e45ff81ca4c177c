/** A text as input of a linear model: indices into a table of terms, and their values. */
export interface TermVector {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

/** The known terms of a text, weighted by rarity and frequency, with total length 1. */
export function weighTerms(
  terms: readonly string[],
  known: ReadonlyMap<string, number>,
  rarities: ArrayLike<number>,
): TermVector {
  const counts = new Map<number, number>();
  for (const term of terms) {
    const index = known.get(term);
    if (index !== undefined) counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  const indices = [...counts.keys()];
  const values = indices.map((i) => (1 + Math.log(counts.get(i) ?? 1)) * (rarities[i] ?? 0));
  const length = Math.hypot(...values) || 1;
  return { indices, values: values.map((value) => value / length) };
}
