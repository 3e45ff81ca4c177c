/** Lower case with plain apostrophes, and of the same length, so that places in it are those of the text. */
export function plain(text: string): string {
  const straight = text.replaceAll("’", "'");
  const lower = straight.toLowerCase();
  return lower.length === straight.length ? lower : straight;
}

/** A pattern of words and phrases, apart by commas, any of which may end in `*` for any ending. */
export function anyOf(phrases: string): RegExp {
  const parts = phrases
    .trim()
    .split(/\s*[,\n]\s*/)
    .filter((phrase) => phrase !== "")
    .map((phrase) => phrase.replaceAll("*", "[a-z]*").replaceAll(" ", "\\s"));
  return new RegExp(`(?<![a-z])(?:${parts.join("|")})(?![a-z])`, "i");
}
