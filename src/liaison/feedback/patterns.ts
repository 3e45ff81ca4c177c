/**
 * Lower case with plain apostrophes. The length stays the same, so that offsets still fit the text.
 */
export function plain(text: string): string {
  const straight = text.replaceAll("’", "'");
  const lower = straight.toLowerCase();
  return lower.length === straight.length ? lower : straight;
}

/** A pattern of words and phrases, separated by commas. A `*` stands for any ending. */
export function anyOf(phrases: string): RegExp {
  const parts = phrases
    .trim()
    .split(/\s*[,\n]\s*/)
    .filter((phrase) => phrase !== "")
    .map((phrase) => phrase.replaceAll("*", "[a-z]*").replaceAll(" ", "\\s"));
  return new RegExp(`(?<![a-z])(?:${parts.join("|")})(?![a-z])`, "i");
}
