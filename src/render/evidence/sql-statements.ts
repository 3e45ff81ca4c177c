/** One statement of a text, as far as it can be told without knowing the dialect. */
export interface SqlStatement {
  /** The first words of it, in capitals: `DELETE`, `CREATE TABLE`. */
  readonly kind: string;
  /** Each word outside of texts, names in quotes and comments, in capitals. */
  readonly words: readonly string[];
}

export interface SqlText {
  readonly statements: readonly SqlStatement[];
  /** How many values it has a place for: the highest of `$1`, and each `?`. */
  readonly places: number;
  readonly names: readonly string[];
  readonly hasComments: boolean;
  /** MySQL and MariaDB run what stands in such a comment. */
  readonly hasRunComments: boolean;
  /** A text, a name or a comment does not end. */
  readonly isOpen: boolean;
  /** A text or a comment of it ends elsewhere in another database. */
  readonly isAmbiguous: boolean;
}

/*
 * What only some databases take for a comment is read on, so that no statement hides in it: `#`, and `--`
 * without a space. So is what stands between `$$`, which may be code.
 */
const TOKENS = [
  String.raw`(?<run>/\*[!+][^]*?\*/)`,
  String.raw`(?<comment>--(?=[\s])[^\n]*|/\*[^]*?\*/)`,
  String.raw`(?<open>/\*[^]*)`,
  "(?<hash>#|--)",
  "(?<quote>['\"`])",
  String.raw`(?<place>\$\d{1,5}\b|\?(?![?|&]))`,
  String.raw`(?<name>(?<![:\w]):[A-Za-z_]\w{0,62}|@[A-Za-z_]\w{0,62})`,
  String.raw`(?<word>[A-Za-z_][\w$]{0,127})`,
  "(?<end>;)",
].join("|");

interface Reading {
  readonly text: string;
  readonly tokens: RegExp;
  readonly statements: SqlStatement[];
  readonly names: Set<string>;
  words: string[];
  marks: number;
  highest: number;
  hasComments: boolean;
  hasRunComments: boolean;
  isOpen: boolean;
  isAmbiguous: boolean;
}

const TAKE: Readonly<Record<string, (reading: Reading, token: string) => void>> = {
  run(reading) {
    reading.hasRunComments = true;
  },
  comment(reading, token) {
    reading.hasComments = true;
    if (token.lastIndexOf("/*") > 0) reading.isAmbiguous = true;
  },
  open(reading) {
    reading.isOpen = true;
  },
  hash(reading) {
    reading.isAmbiguous = true;
  },
  quote: takeQuoted,
  place(reading, token) {
    if (token === "?") reading.marks += 1;
    else reading.highest = Math.max(reading.highest, Number(token.slice(1)));
  },
  name(reading, token) {
    reading.names.add(token.slice(1));
  },
  word(reading, token) {
    reading.words.push(token.toUpperCase());
  },
  end: close,
};

/** Reads a text once from its beginning to its end. */
export function readSql(text: string): SqlText {
  const tokens = new RegExp(TOKENS, "gu");
  const flags = { hasComments: false, hasRunComments: false, isOpen: false, isAmbiguous: false };
  const found = { statements: [], names: new Set<string>(), words: [], marks: 0, highest: 0 };
  const reading: Reading = { text, tokens, ...found, ...flags };
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const [group, value = ""] = Object.entries(token.groups ?? {}).find(([, one]) => one) ?? [""];
    TAKE[group]?.(reading, value);
  }
  close(reading);
  const { statements, names, marks, highest, hasComments, hasRunComments } = reading;
  const { isOpen, isAmbiguous } = reading;
  const places = Math.max(marks, highest);
  return {
    statements,
    places,
    names: [...names],
    hasComments,
    hasRunComments,
    isOpen,
    isAmbiguous,
  };
}

function close(reading: Reading): void {
  const { words, statements } = reading;
  if (words.length > 0) statements.push({ kind: kindOf(words), words });
  reading.words = [];
}

/** To behind the closing quote; a doubled one stands for itself. */
function takeQuoted(reading: Reading, quote: string): void {
  const { text, tokens } = reading;
  const from = tokens.lastIndex;
  let at = text.indexOf(quote, from);
  while (at >= 0 && text[at + 1] === quote) at = text.indexOf(quote, at + 2);
  const inner = text.slice(from, at < 0 ? undefined : at);
  // In some databases the backslash takes the quote behind it into the text.
  if (inner.endsWith("\\") || inner.includes(`\\${quote}`)) reading.isAmbiguous = true;
  if (at < 0) reading.isOpen = true;
  tokens.lastIndex = at < 0 ? text.length : at + 1;
}

const OBJECTS = new Set(["CREATE", "ALTER", "DROP"]);
const SKIPPED = new Set(["OR", "REPLACE", "IF", "NOT", "EXISTS", "TEMP", "TEMPORARY", "UNIQUE"]);

function kindOf([first = "", ...rest]: readonly string[]): string {
  if (!OBJECTS.has(first)) return first;
  const of = rest.slice(0, 8).find((word) => !SKIPPED.has(word));
  return of === undefined ? first : `${first} ${of}`;
}
