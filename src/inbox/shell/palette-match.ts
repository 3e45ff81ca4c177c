/**
 * How well a name fits what is typed: every typed letter has to occur in it, in this order.
 * Beginnings of words count most. Undefined if it does not fit.
 */
export function scoreOf(name: string, typed: string): number | undefined {
  const text = name.toLowerCase();
  const wanted = typed.toLowerCase().replace(/\s+/g, "");
  let at = 0;
  let score = 0;
  for (const letter of wanted) {
    const found = text.indexOf(letter, at);
    if (found < 0) return undefined;
    const isStart = found === 0 || text[found - 1] === " ";
    score += (isStart ? 3 : 0) + (found === at ? 2 : 0) - (found - at) * 0.1;
    at = found + 1;
  }
  return score - text.length * 0.01;
}

/** The commands that fit, the best first; all of them in order if nothing is typed. */
export function fitting<T extends { readonly name: string }>(
  items: readonly T[],
  typed: string,
): readonly T[] {
  if (typed.trim() === "") return items;
  return items
    .map((item) => ({ item, score: scoreOf(item.name, typed) }))
    .filter((one): one is { item: T; score: number } => one.score !== undefined)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
