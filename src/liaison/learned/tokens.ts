// A longer task is judged by its beginning, so that the work stays bounded.
const mostCharacters = 4000;
const mostTokens = 500;

/** The words, numbers and single marks at the beginning of a text, in order and with their case. */
export function tokenize(text: string): readonly string[] {
  const tokens = text.slice(0, mostCharacters).match(/[A-Za-z]+|[0-9]+|[^\sA-Za-z0-9]/g) ?? [];
  return tokens.slice(0, mostTokens);
}

/** Whether a token consists of letters only. */
export function isWord(token: string | undefined): boolean {
  return token !== undefined && /^[A-Za-z]/.test(token);
}
