const emptyWords = new Set(
  (
    "the of for to a an in on and or user specific preferred type any kind what how which is are " +
    "do you your would like s be with have there"
  ).split(" "),
);

/** A word in small letters and without the s of a plural, as topics are compared. */
export function plainWord(word: string): string {
  const small = word.toLowerCase();
  return small.endsWith("s") && small.length > 3 ? small.slice(0, -1) : small;
}

/** The plain words of a topic that say something: two topics are the same if these are. */
export function contentWords(topic: string): ReadonlySet<string> {
  const words = (topic.toLowerCase().match(/[a-z]+/g) ?? []).map(plainWord);
  return new Set(words.filter((word) => !emptyWords.has(word)));
}

/** Whether a plain word says something in a topic. */
export function isContent(plain: string): boolean {
  return !emptyWords.has(plain);
}
