/*
 * Indents JSON as text. Parsing and rewriting would change it silently: long numbers lose digits,
 * and of two equal keys only one is left.
 */

/** Deeper levels would be mostly white space. */
const MAX_DEPTH = 32;

interface Reader {
  readonly text: string;
  index: number;
}

interface Fault {
  readonly index: number;
  readonly problem: string;
}

/** The JSON indented by two spaces; for invalid JSON, where it breaks and how. */
export function formatJson(content: string): string {
  const reader: Reader = { text: content, index: 0 };
  try {
    skipSpace(reader);
    const text = readValue(reader, 0);
    skipSpace(reader);
    if (reader.index < content.length) fail(reader, "nothing more was expected");
    return text;
  } catch (error) {
    if (!isFault(error)) throw error;
    return `INVALID JSON\n${placeOf(content, error.index)}: ${error.problem}.\nThe content is unchanged in original_content.\n`;
  }
}

function fail({ text, index }: Reader, expected: string): never {
  const found = index < text.length ? JSON.stringify(text.slice(index).at(0)) : "the end";
  throw { index, problem: `${expected}, found ${found}` } satisfies Fault;
}

function isFault(error: unknown): error is Fault {
  return typeof error === "object" && error !== null && "problem" in error;
}

function placeOf(text: string, index: number): string {
  const before = text.slice(0, index).split(/\r\n|\r|\n/);
  return `line ${before.length}, column ${(before.at(-1) ?? "").length + 1} (position ${index})`;
}

function readValue(reader: Reader, depth: number): string {
  switch (reader.text[reader.index]) {
    case "{":
      return readList(reader, { depth, close: "}", readItem: readMember });
    case "[":
      return readList(reader, { depth, close: "]", readItem: readValue });
    case '"':
      return readString(reader, "a string");
    default:
      return readPlain(reader);
  }
}

interface List {
  readonly depth: number;
  readonly close: "}" | "]";
  readonly readItem: (reader: Reader, depth: number) => string;
}

function readList(reader: Reader, { depth, close, readItem }: List): string {
  if (depth === MAX_DEPTH) fail(reader, `at most ${MAX_DEPTH} levels are formatted`);
  const open = reader.text[reader.index] ?? "";
  reader.index += 1;
  skipSpace(reader);
  if (take(reader, close)) return open + close;
  const items: string[] = [];
  const indent = "  ".repeat(depth + 1);
  for (;;) {
    items.push(indent + readItem(reader, depth + 1));
    skipSpace(reader);
    if (take(reader, close)) return `${open}\n${items.join(",\n")}\n${"  ".repeat(depth)}${close}`;
    if (!take(reader, ",")) fail(reader, `expected , or ${close}`);
    skipSpace(reader);
  }
}

function readMember(reader: Reader, depth: number): string {
  const key = readString(reader, "a key in double quotes");
  skipSpace(reader);
  if (!take(reader, ":")) fail(reader, "expected : after the key");
  skipSpace(reader);
  return `${key}: ${readValue(reader, depth)}`;
}

const STRING = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function readString(reader: Reader, what: string): string {
  if (reader.text[reader.index] !== '"') fail(reader, `expected ${what}`);
  const found = match(reader, STRING);
  if (found === undefined) fail(reader, "a string begins here that is broken or never ends");
  const control = [...found].findIndex((sign) => sign < " ");
  if (control === -1) return found;
  reader.index += [...found].slice(0, control).join("").length - found.length;
  return fail(reader, "a string holds no control character as it is");
}

function readPlain(reader: Reader): string {
  return match(reader, PLAIN) ?? fail(reader, "expected a value");
}

function match(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.index;
  const [found] = pattern.exec(reader.text) ?? [];
  if (found !== undefined) reader.index += found.length;
  return found;
}

function take(reader: Reader, sign: string): boolean {
  if (reader.text[reader.index] !== sign) return false;
  reader.index += 1;
  return true;
}

function skipSpace(reader: Reader): void {
  while (" \t\n\r".includes(reader.text[reader.index] ?? "x")) reader.index += 1;
}
