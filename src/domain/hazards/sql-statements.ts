/** One statement of a text, as far as it can be told without knowing the dialect. */
export interface SqlStatement {
  /** The first words of it, in capitals: `DELETE`, `CREATE TABLE`. */
  readonly kind: string;
  /** Each word outside of texts, names in quotes and comments, in capitals. */
  readonly words: readonly string[];
  /** Those of them that stand in no parentheses. */
  readonly top: readonly string[];
  /** It without comments and the content of texts; a name in quotes stays if it is one plain word. */
  readonly plain: string;
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
  "(?<paren>[()])",
  "(?<end>;)",
].join("|");

interface Reading {
  readonly text: string;
  readonly tokens: RegExp;
  readonly statements: SqlStatement[];
  readonly names: Set<string>;
  words: string[];
  top: string[];
  plain: string[];
  depth: number;
  /** Where what is not yet in `plain` begins. */
  from: number;
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
    if (reading.depth === 0) reading.top.push(token.toUpperCase());
  },
  paren(reading, token) {
    reading.depth = Math.max(reading.depth + (token === "(" ? 1 : -1), 0);
  },
  end: close,
};
/** They stand for nothing in what is run. */
const UNRUN: ReadonlySet<string> = new Set(["run", "comment", "open", "hash"]);

/** Reads a text once from its beginning to its end. */
export function readSql(text: string): SqlText {
  const tokens = new RegExp(TOKENS, "gu");
  const flags = { hasComments: false, hasRunComments: false, isOpen: false, isAmbiguous: false };
  const counts = { depth: 0, from: 0, marks: 0, highest: 0 };
  const found = {
    statements: [],
    names: new Set<string>(),
    words: [],
    top: [],
    plain: [],
    ...counts,
  };
  const reading: Reading = { text, tokens, ...found, ...flags };
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const [group, value = ""] = Object.entries(token.groups ?? {}).find(([, one]) => one) ?? [""];
    reading.plain.push(text.slice(reading.from, token.index), pieceOf(reading, group, value));
    TAKE[group]?.(reading, value);
    reading.from = tokens.lastIndex;
  }
  reading.plain.push(text.slice(reading.from));
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

/** What of a token stands in `plain`: of a name in quotes, the name. */
function pieceOf({ text, tokens }: Reading, group: string, value: string): string {
  if (UNRUN.has(group)) return " ";
  if (group !== "quote") return value;
  const [, name] =
    (value === "'" ? undefined : NAMED.exec(text.slice(tokens.lastIndex, tokens.lastIndex + 70))) ??
    [];
  return name !== undefined && text[tokens.lastIndex + name.length] === value ? name : "''";
}
const NAMED = /^([A-Za-z_]\w{0,63})["`]/;

function close(reading: Reading): void {
  const { words, top, statements } = reading;
  const plain = reading.plain.join("").replace(/;$/, "").trim();
  if (words.length > 0) statements.push({ kind: kindOf(words), words, top, plain });
  reading.words = [];
  reading.top = [];
  reading.plain = [];
  reading.depth = 0;
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
