import { spend } from "../meter.ts";

/** No more, since the parser takes longer than anybody waits for 8 KiB of `a|` or of `''`. */
const MOST = { characters: 8_192, parts: 200, operators: 24 };

/** So that all that one decision can have parsed takes no longer than a single line at its worst. */
const UNITS = { character: 2, part: 400 };

/** A part of a line of commands: offsets, the end not included. */
export interface Token {
  readonly from: number;
  readonly to: number;
  /** A `descriptor` is the `2` of `2>`. */
  readonly kind: "word" | "operator" | "descriptor";
  /** Of a word what the program gets, without its quotes. */
  readonly text: string;
  /** Of how many quoted and plain parts a word is made. */
  readonly parts: number;
}

/** Longer ones first. What is not here, such as `&`, `<<`, `>|` or a bracket, is refused. */
const OPERATORS = ["&&", "||", ">>", ">&", "|", ";", ">", "<"];
/** In none of the usual shells does one of these mean more than itself within a word. */
const PLAIN = /[\w@%+=:,./-]+/y;
/** Within double quotes `$`, a backquote, `\` and `!` mean more than themselves. */
const QUOTED = /'([^']*)'|"([^"$`\\!]*)"/y;

/**
 * The words and operators of a line of plain commands, of which each usual shell makes the same. Throws
 * on all that a shell would change before it starts something.
 */
export function scan(line: string): readonly Token[] {
  if (line.length > MOST.characters) throw new Error("the commands are longer than 8 KiB");
  if (!/^[ -~]*$/.test(line)) {
    throw new Error("the commands have a character that is not of plain text on one line");
  }
  const tokens: Token[] = [];
  for (let at = spaces(line, 0); at < line.length; ) {
    const token = operatorAt(line, at) ?? wordAt(line, at);
    tokens.push(token);
    at = spaces(line, token.to);
  }
  const parts = tokens.reduce((sum, token) => sum + token.parts, 0);
  const operators = tokens.filter(({ kind }) => kind !== "word").length;
  spend(line.length * UNITS.character + parts * UNITS.part);
  if (parts > MOST.parts || operators > MOST.operators) {
    throw new Error("the commands have too many parts");
  }
  return tokens;
}

function spaces(line: string, from: number): number {
  let at = from;
  while (line[at] === " ") at += 1;
  return at;
}

function operatorAt(line: string, from: number): Token | undefined {
  const text = OPERATORS.find((one) => line.startsWith(one, from));
  if (text === undefined) return undefined;
  return { from, to: from + text.length, kind: "operator", text, parts: 1 };
}

function wordAt(line: string, from: number): Token {
  let text = "";
  let to = from;
  let parts = 0;
  while (to < line.length && !/[ &|;<>]/.test(line[to] ?? "")) {
    const [all, value] = pieceAt(line, to);
    text += value;
    to += all.length;
    parts += 1;
  }
  if (to === from) throw unsaid(line[from]);
  if (line[from] === "=") throw unsaid("=");
  const isDescriptor = /^\d+$/.test(line.slice(from, to)) && /[<>]/.test(line[to] ?? "");
  return { from, to, kind: isDescriptor ? "descriptor" : "word", text, parts };
}

function pieceAt(line: string, at: number): readonly [all: string, value: string] {
  PLAIN.lastIndex = at;
  const [plain] = PLAIN.exec(line) ?? [];
  if (plain !== undefined) return [plain, plain];
  QUOTED.lastIndex = at;
  const [quoted, single, double] = QUOTED.exec(line) ?? [];
  if (quoted === undefined) throw unsaid(line[at]);
  return [quoted, single ?? double ?? ""];
}

function unsaid(character = "") {
  return new Error(`a shell makes more of ${character} than can be said here`);
}
