/** One command of a shell, with its quotes resolved; what only its variables would say is not known. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** The files that it writes into. */
  readonly writes: readonly string[];
  /** What is written into it: the text of `<<EOF` or `<<<`. */
  readonly fed: readonly string[];
  /** What runs inside of its words, such as `$(…)`. */
  readonly inner: readonly Pipeline[];
}

/** Commands, each of which reads what the one before it writes. */
export type Pipeline = readonly ShellCommand[];

const MOST_DEPTH = 8;
const BLANK = /\s/;

interface Draft {
  words: string[];
  writes: string[];
  fed: string[];
  inner: Pipeline[];
}

/** The list of commands that is being read: of the whole text, or of one `$(…)`. */
interface Frame {
  readonly end: string;
  readonly found: Pipeline[];
  pipeline: Draft[];
  command: Draft;
  /** Undefined between words; a quote begins a word, also an empty one. */
  word: string | undefined;
  takes: "word" | "write" | "fed" | "end" | "nothing";
  parens: number;
}

interface Reading {
  readonly text: string;
  at: number;
  depth: number;
  /** Texts of `<<` that begin on the next line, with who reads them. */
  waiting: { readonly end: string; readonly into: Draft }[];
}

/** Reads a text as a shell would, once and from its beginning to its end. */
export function readShell(text: string): readonly Pipeline[] {
  return readList({ text, at: 0, depth: 0, waiting: [] }, "");
}

function readList(reading: Reading, end: string): readonly Pipeline[] {
  const frame: Frame = {
    end,
    found: [],
    pipeline: [],
    command: draft(),
    word: undefined,
    takes: "word",
    parens: 0,
  };
  reading.depth += 1;
  while (reading.at < reading.text.length && !isEnd(reading, frame)) step(reading, frame);
  reading.at += 1;
  reading.depth -= 1;
  endPipeline(frame);
  return frame.found;
}

function isEnd({ text, at }: Reading, { end, parens }: Frame): boolean {
  return end !== "" && text[at] === end && parens === 0;
}

function draft(): Draft {
  return { words: [], writes: [], fed: [], inner: [] };
}

function step(reading: Reading, frame: Frame): void {
  const { text, at } = reading;
  const char = text[at] ?? "";
  const next = text[at + 1];
  if (char === "\n") endLine(reading, frame);
  else if (BLANK.test(char)) skip(reading, () => endWord(reading, frame));
  else if (char === "#" && frame.word === undefined) skipComment(reading);
  else if (isInner(char, next)) takeInner(reading, frame);
  else if (isOperator(char)) takeOperator(reading, frame);
  else if (char === "<" || char === ">") takeRedirection(reading, frame);
  else frame.word = (frame.word ?? "") + takePiece(reading, frame);
}

function skip(reading: Reading, act: () => void): void {
  reading.at += 1;
  act();
}

function skipComment(reading: Reading): void {
  const end = reading.text.indexOf("\n", reading.at);
  reading.at = end < 0 ? reading.text.length : end;
}

function isOperator(char: string): boolean {
  return char === ";" || char === "&" || char === "|" || char === "(" || char === ")";
}

/** `$(`, a backtick, `<(` and `>(` begin a list of commands of their own. */
function isInner(char: string, next: string | undefined): boolean {
  return char === "`" || ((char === "$" || char === "<" || char === ">") && next === "(");
}

function takeInner(reading: Reading, frame: Frame): void {
  const isTick = reading.text[reading.at] === "`";
  reading.at += isTick ? 1 : 2;
  frame.word = `${frame.word ?? ""}$()`;
  if (reading.depth > MOST_DEPTH) return;
  frame.command.inner.push(...readList(reading, isTick ? "`" : ")"));
}

function takeOperator(reading: Reading, frame: Frame): void {
  const { text, at } = reading;
  const char = text[at];
  const next = text[at + 1];
  endWord(reading, frame);
  reading.at += 1;
  if (char === "(") frame.parens += 1;
  else if (char === ")") frame.parens = Math.max(frame.parens - 1, 0);
  else if (char === "|" && next !== "|") {
    if (next === "&") reading.at += 1;
    endCommand(frame);
  } else if (!(char === "&" && next === ">")) endPipeline(frame);
}

/** `>`, `>>` and their like name a file; `<<` and `<<<` bring a text. */
function takeRedirection(reading: Reading, frame: Frame): void {
  const { text } = reading;
  // The number of what is redirected.
  if (frame.word !== undefined && /^\d$/.test(frame.word)) frame.word = undefined;
  endWord(reading, frame);
  const [sign = ""] =
    /^(?:<<<|<<-?|[<>]&|>>|>\||[<>])/.exec(text.slice(reading.at, reading.at + 3)) ?? [];
  reading.at += sign.length;
  if (sign === "<<<") frame.takes = "fed";
  else if (sign.startsWith("<<")) frame.takes = "end";
  else frame.takes = sign.startsWith(">") && !sign.endsWith("&") ? "write" : "nothing";
}

/** A character of a word, or all between quotes. */
function takePiece(reading: Reading, frame: Frame): string {
  const { text, at } = reading;
  const char = text[at] ?? "";
  reading.at += 1;
  if (char === "'") return takeUntil(reading, "'");
  if (char === '"') return takeDouble(reading, frame);
  if (char !== "\\") return char;
  reading.at += 1;
  const escaped = text[at + 1] ?? "";
  return escaped === "\n" ? "" : escaped;
}

function takeUntil(reading: Reading, quote: string): string {
  const end = reading.text.indexOf(quote, reading.at);
  const piece = reading.text.slice(reading.at, end < 0 ? undefined : end);
  reading.at = end < 0 ? reading.text.length : end + 1;
  return piece;
}

/** Between double quotes a backslash and what runs inside keep their meaning. */
function takeDouble(reading: Reading, frame: Frame): string {
  const { text } = reading;
  const outer = frame.word;
  frame.word = "";
  while (reading.at < text.length && text[reading.at] !== '"') takeQuoted(reading, frame);
  reading.at += 1;
  const piece = frame.word;
  frame.word = outer;
  return piece;
}

function takeQuoted(reading: Reading, frame: Frame): void {
  const char = reading.text[reading.at] ?? "";
  const next = reading.text[reading.at + 1] ?? "";
  if (char === "`" || (char === "$" && next === "(")) {
    takeInner(reading, frame);
    return;
  }
  const isEscaped = char === "\\" && '"\\$`\n'.includes(next);
  frame.word += isEscaped ? next : char;
  reading.at += isEscaped ? 2 : 1;
}

function endWord(reading: Reading, frame: Frame): void {
  const { word, command, takes } = frame;
  if (word === undefined) return;
  frame.word = undefined;
  frame.takes = "word";
  if (takes === "word") command.words.push(word);
  else if (takes === "write") command.writes.push(word);
  else if (takes === "fed") command.fed.push(word);
  else if (takes === "end") reading.waiting.push({ end: word, into: command });
}

function endLine(reading: Reading, frame: Frame): void {
  endWord(reading, frame);
  reading.at += 1;
  for (const { end, into } of reading.waiting) into.fed.push(takeLines(reading, end));
  reading.waiting = [];
  endPipeline(frame);
}

/** The lines of a `<<` up to the one that ends it. */
function takeLines(reading: Reading, end: string): string {
  const from = reading.at;
  const { text } = reading;
  for (let at = from; at <= text.length; ) {
    const next = text.indexOf("\n", at);
    const line = text.slice(at, next < 0 ? undefined : next);
    if (line.trim() === end || next < 0) {
      reading.at = next < 0 ? text.length : next + 1;
      return text.slice(from, line.trim() === end ? at : undefined);
    }
    at = next + 1;
  }
  return "";
}

function endCommand(frame: Frame): void {
  const { command } = frame;
  const isEmpty = command.words.length + command.inner.length + command.writes.length === 0;
  if (!isEmpty) frame.pipeline.push(command);
  frame.command = draft();
}

function endPipeline(frame: Frame): void {
  if (frame.word !== undefined) endWord({ text: "", at: 0, depth: 0, waiting: [] }, frame);
  endCommand(frame);
  if (frame.pipeline.length > 0) frame.found.push(frame.pipeline);
  frame.pipeline = [];
}
