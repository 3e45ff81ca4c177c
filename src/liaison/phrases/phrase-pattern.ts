export const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** Words and phrases as the branches of one pattern; those of letters stand alone in the text. */
export function alternatives(phrases: readonly string[]): string {
  const longest = [...phrases].sort((one, other) => other.length - one.length);
  const [signs, words] = [true, false].map((isOfSigns) =>
    longest.filter((phrase) => CJK.test(phrase) === isOfSigns).map(branchOf),
  ) as [string[], string[]];
  // Whether a word begins is looked at once for all of them: thousands of branches would each do it.
  const spaced = words.length === 0 ? [] : [`(?<!\\p{L})(?:${words.join("|")})`];
  return [...spaced, ...signs].join("|");
}

/** A phrase of letters goes on with no letter; where it begins, `alternatives` looks. */
export function branchOf(phrase: string): string {
  const escaped = phrase
    .replaceAll(/[.?+()[\]{}|^$\\]/g, "\\$&")
    .replaceAll(" * ", " (?:[^\\s]{1,30} ){0,3}")
    .replaceAll("*", "\\p{L}{0,30}");
  return CJK.test(phrase) || phrase.endsWith("'") ? escaped : `${escaped}(?!\\p{L})`;
}
