/** Beyond this distance, names only look alike by their beginning. */
const MAX_LENGTH = 64;
const MIN_PART = 3;

/** The names that somebody who wrote `word` may have meant, likeliest first. */
export function nearest(word: string, names: readonly string[], count = 3): string[] {
  const wanted = plain(word);
  if (wanted === "") return [];
  return names
    .map((name) => ({ name, distance: distanceOf(wanted, plain(name)) }))
    .filter(({ distance }) => distance !== undefined)
    .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0))
    .slice(0, count)
    .map(({ name }) => name);
}

/** People most often misremember case and punctuation. */
function plain(name: string): string {
  return name
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Undefined if the two are not alike. */
function distanceOf(a: string, b: string): number | undefined {
  if (a === b) return 0;
  const longer = Math.max(a.length, b.length);
  const shorter = Math.min(a.length, b.length);
  if (shorter >= MIN_PART && (a.includes(b) || b.includes(a))) return 1;
  const bound = Math.max(1, Math.floor(longer / 3));
  if (shorter === 0 || longer - shorter > bound) return undefined;
  const distance = edits(a, b);
  return distance <= bound ? distance : undefined;
}

/** Letters to add, drop or change, and neighbours to swap, the most common typing errors. */
function edits(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(changed, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}

/** ` Did you mean "a", "b" or "c"?`, or nothing without a suggestion. */
export function didYouMean(word: string, names: readonly string[]): string {
  const offered = nearest(word, names).map((name) => JSON.stringify(name));
  const last = offered.pop();
  if (last === undefined) return "";
  return ` Did you mean ${offered.length === 0 ? last : `${offered.join(", ")} or ${last}`}?`;
}
