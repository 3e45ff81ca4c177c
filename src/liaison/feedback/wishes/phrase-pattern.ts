export const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** Words and phrases as the branches of one pattern. */
export function alternatives(phrases: readonly string[]): string {
  const longest = [...phrases].sort((one, other) => other.length - one.length);
  return longest
    .map((phrase) => {
      const escaped = phrase
        .replaceAll(/[.?+()[\]{}|^$\\]/g, "\\$&")
        .replaceAll(" * ", " (?:[^\\s]{1,30} ){0,3}")
        .replaceAll("*", "\\p{L}{0,30}");
      if (CJK.test(phrase)) return escaped;
      const end = phrase.endsWith("'") ? "" : "(?!\\p{L})";
      return `(?<!\\p{L})${escaped}${end}`;
    })
    .join("|");
}
