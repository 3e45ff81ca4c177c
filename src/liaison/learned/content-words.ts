const emptyWords = new Set(
  (
    "the of for to a an in on and or user specific preferred type any kind what how which is are " +
    "do you your would like s be with have there"
  ).split(" "),
);

/** A word in lower case without a plural s, for comparing topics. */
export function plainWord(word: string): string {
  const small = word.toLowerCase();
  return small.endsWith("s") && small.length > 3 ? small.slice(0, -1) : small;
}

/** The meaningful words of a topic: two topics with the same ones are the same. */
export function contentWords(topic: string): ReadonlySet<string> {
  const words = (topic.toLowerCase().match(/[a-z]+/g) ?? []).map(plainWord);
  return new Set(words.filter((word) => !emptyWords.has(word)));
}

/** Whether a plain word is meaningful in a topic. */
export function isContent(plain: string): boolean {
  return !emptyWords.has(plain);
}
