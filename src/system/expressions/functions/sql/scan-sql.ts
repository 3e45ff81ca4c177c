/** No more, since the parser's time grows with the square of some, and its stack with the depth. */
const MOST = { characters: 8_192, tokens: 800, depth: 32 };

/** A string, a name in quotes, a word or number, a parameter, or one sign. */
const TOKEN =
  /[ \t\n\r]+|(?:'[^']*'|"[A-Za-z_][\w ]*"|\w+|\$\d+(?!\w)|[-+*/<>=~!@#%^&|?:;,()[\].])/y;

/**
 * Looks at a text before the parser does. Throws on what a server may read in another way by its settings,
 * or a person not at all: backslashes, comments, dollar quotes, characters of other scripts outside of text.
 * Says of how many tokens it is made.
 */
export function scanSql(text: string): number {
  if (text.length > MOST.characters) throw new Error("the SQL is longer than 8 KiB");
  if (/[\\`]|--|\/\*|\bU&['"]/i.test(text)) {
    throw new Error("the SQL has a backslash, a comment or another way to hide what it says");
  }
  if (!text.isWellFormed() || /[^\P{C}\t\n\r]/u.test(text)) {
    throw new Error("the SQL has a character that is not to be seen");
  }
  const tokens = tokensOf(text);
  if (tokens.length > MOST.tokens || depthOf(tokens) > MOST.depth) {
    throw new Error("the SQL has too many parts");
  }
  return tokens.length;
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length; ) {
    const [token] = TOKEN.exec(text) ?? [];
    if (token === undefined) throw new Error("the SQL has more than plain words, signs and text");
    if (token.trim() !== "") tokens.push(token);
  }
  return tokens;
}

/** The most brackets that are open at once. */
function depthOf(tokens: readonly string[]): number {
  let deepest = 0;
  let open = 0;
  for (const token of tokens) {
    if (token === "(" || token === "[") open += 1;
    if (token === ")" || token === "]") open -= 1;
    deepest = Math.max(deepest, open);
  }
  return deepest;
}
