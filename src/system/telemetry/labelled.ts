/** One counter for each combination of labels, made when it first occurs. */
export function createLabelled<L, V>(
  make: (labels: L) => V,
): {
  /** The key says all labels. They are asked for only if it is new, since it is looked up often. */
  of(key: string, labels: () => L): V;
  all(): readonly V[];
} {
  const known = new Map<string, V>();
  return {
    of(key, labels) {
      const there = known.get(key);
      if (there !== undefined) return there;
      const made = make(labels());
      known.set(key, made);
      return made;
    },
    all: () => [...known.values()],
  };
}
