// A task that needs more than this is judged by its beginning: the work stays bounded.
const mostCharacters = 4000;
const mostTokens = 500;

const functionWords = new Set(
  (
    "the a an of to in for and or on with at by from as is are be it this that i me my you your we " +
    "our can could would like d m s t please some any which what how do does did have has need want im"
  ).split(" "),
);
const endings = ["ing", "ed", "es", "s", "ly", "er", "e"];

/** The words, numbers and single marks of the beginning of a text, in their order and case. */
export function tokenize(text: string): readonly string[] {
  const tokens = text.slice(0, mostCharacters).match(/[A-Za-z]+|[0-9]+|[^\sA-Za-z0-9]/g) ?? [];
  return tokens.slice(0, mostTokens);
}

/** Whether a token is of letters only, of any case. */
export function isWord(token: string | undefined): boolean {
  return token !== undefined && /^[A-Za-z]/.test(token);
}

/** Cuts one ending off a word in small letters, if three letters are left. */
export function stem(word: string): string {
  for (const ending of endings) {
    if (word.endsWith(ending) && word.length - ending.length >= 3) {
      return word.slice(0, -ending.length);
    }
  }
  return word;
}

/** The stems that carry the subject of a text, and each two that follow each other. */
export function subjectTerms(tokens: readonly string[]): readonly string[] {
  const stems: string[] = [];
  for (const token of tokens) {
    const word = token.toLowerCase();
    if (/^[a-z0-9]/.test(word) && !functionWords.has(word)) stems.push(stem(word));
  }
  return [...stems, ...stems.slice(1).map((next, i) => `${stems[i]} ${next}`)];
}
