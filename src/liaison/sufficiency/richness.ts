/** Words beyond are not read for this. */
const MAX_READ = 4_000;
const MOST_OF_A_SORT = 5;

/** Signs that something exact is said, each of another sort. */
const SORTS: readonly RegExp[] = [
  // Numbers and times.
  /\d+(?:[.,:]\d+)*/gu,
  // Names, and nouns of languages that write them like names.
  /(?<=[\p{L}\p{N},:] )\p{Lu}[\p{L}\p{N}]+/gu,
  // Limits.
  /(?<!\p{L})(?:no|not|without|only|never|at most|max|must|except|instead|don['’]t|keep|kein\p{L}*|nicht|ohne|nur|höchstens|sin|no más|máximo|pas|sans|maximum|senza|niente|massimo|sem|não|geen|niet|zonder|bez|nie)(?!\p{L})|别|不要|不用|最多|至少|以内|以下|必须|只要|だけ|なし|まで|以上/giu,
  // Things told one after the other.
  /[,;\n、，]\s*\p{L}/gu,
  // Further sentences.
  /(?:[.!?]\s+|[。！？]\s*)\p{L}/gu,
];

/** How many exact things a text says, as far as its form shows it. */
export function exactnessOf(text: string): number {
  const read = text.slice(0, MAX_READ);
  return SORTS.reduce((sum, form) => {
    const found = new Set(
      [...read.matchAll(form)].map(([match], at) => (match.length < 3 ? at : match)),
    );
    return sum + Math.min(found.size, MOST_OF_A_SORT);
  }, 0);
}
