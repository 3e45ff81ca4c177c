/** One counter for each combination of labels, made when it first occurs. */
export function createLabelled<L, V>(
  make: (labels: L) => V,
): {
  of(labels: L): V;
  all(): readonly V[];
} {
  const known = new Map<string, V>();
  return {
    of(labels) {
      const key = JSON.stringify(labels);
      const there = known.get(key);
      if (there !== undefined) return there;
      const made = make(labels);
      known.set(key, made);
      return made;
    },
    all: () => [...known.values()],
  };
}
