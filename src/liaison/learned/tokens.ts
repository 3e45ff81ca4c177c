// A longer task is judged by its beginning, so that the work stays bounded.
const mostCharacters = 4000;
const mostTokens = 500;

const functionWords = new Set(
  (
    "the a an of to in for and or on with at by from as is are be it this that i me my you your we " +
    "our can could would like d m s t please some any which what how do does did have has need want im"
  ).split(" "),
);
const endings = ["ing", "ed", "es", "s", "ly", "er", "e"];

/** The words, numbers and single marks at the beginning of a text, in order and with their case. */
export function tokenize(text: string): readonly string[] {
  const tokens = text.slice(0, mostCharacters).match(/[A-Za-z]+|[0-9]+|[^\sA-Za-z0-9]/g) ?? [];
  return tokens.slice(0, mostTokens);
}

/** Whether a token consists of letters only. */
export function isWord(token: string | undefined): boolean {
  return token !== undefined && /^[A-Za-z]/.test(token);
}

/** Cuts one ending off a lower-case word, if three letters remain. */
export function stem(word: string): string {
  for (const ending of endings) {
    if (word.endsWith(ending) && word.length - ending.length >= 3) {
      return word.slice(0, -ending.length);
    }
  }
  return word;
}

/** The stems that carry the subject of a text, and each pair of consecutive ones. */
export function subjectTerms(tokens: readonly string[]): readonly string[] {
  const stems: string[] = [];
  for (const token of tokens) {
    const word = token.toLowerCase();
    if (/^[a-z0-9]/.test(word) && !functionWords.has(word)) stems.push(stem(word));
  }
  return [...stems, ...stems.slice(1).map((next, i) => `${stems[i]} ${next}`)];
}
