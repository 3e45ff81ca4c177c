import { RE2JS } from "re2js";
import { EarshotError } from "../domain/errors.ts";
import { MATCH_EXCERPT_LENGTH, MAX_PATTERN_LENGTH, MAX_PATTERN_MATCHES } from "../domain/limits.ts";
import type { PatternSyntax } from "../domain/memory/memory-pattern.ts";
import type { MemoryMatch } from "../ports/earshot/memory.ts";

/** How much of a long line is shown before the match. */
const LEAD_LENGTH = 60;
/** Steps of a compiled pattern; what people write has less than a hundred. */
const MAX_PROGRAM = 5_000;
/** Reading the clock for every line would cost as much as searching most lines. */
const LINES_A_LOOK = 64;

export interface Matcher {
  /** False only if no line of the text can match; much faster than line by line. */
  mayMatch(text: string): boolean;
  test(line: string): boolean;
  /** Where the match begins in a matching line. */
  start(line: string): number;
}

/** Makes a matcher from a checked pattern. Throws INVALID_INPUT for text that is not RE2 syntax. */
export function compilePattern(pattern: string, syntax: PatternSyntax): Matcher {
  if (syntax === "regex") return regexMatcher(pattern);
  return {
    mayMatch: (text) => text.includes(pattern),
    test: (line) => line.includes(pattern),
    start: (line) => line.indexOf(pattern),
  };
}

/** Tokens for the edge of the whole text, which must mean the edge of a single line too. */
const NEEDS_LINES = /\\[Az]|\(\?[A-Za-z]*-/;

function regexMatcher(pattern: string): Matcher {
  const compiled = compileRegex(pattern);
  const test = (text: string) => compiled.test(text);
  return {
    test,
    mayMatch: NEEDS_LINES.test(pattern) ? () => true : test,
    start(line) {
      const matcher = compiled.matcher(line);
      return matcher.find() ? matcher.start() : 0;
    },
  };
}

function compileRegex(pattern: string): RE2JS {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern, RE2JS.MULTILINE);
  } catch (cause) {
    const reason = String((cause as Error).message).slice(0, MAX_PATTERN_LENGTH * 2);
    throw invalid(`The pattern is not RE2 syntax: ${reason}. Mend it, or search for it literally.`);
  }
  if (compiled.programSize() <= MAX_PROGRAM) return compiled;
  throw invalid("The pattern is too costly to search with. Use fewer or smaller repeats.");
}

function invalid(message: string): EarshotError {
  return new EarshotError("INVALID_INPUT", message, { details: { what: "pattern" } });
}

/** A search under way. */
export interface Scan {
  /** Looks at one entry, its key on a line before its value; false when the search is over. */
  look(text: string): boolean;
  /** Matches since the last call. */
  take(): readonly MemoryMatch[];
  isPartial(): boolean;
}

/** Finds the first match of each entry until there are enough, or the time is over. */
export function createScan(matcher: Matcher, budgetMs: number): Scan {
  const deadline = performance.now() + budgetMs;
  let taken = 0;
  let matches: MemoryMatch[] = [];
  let isPartial = false;

  const isOver = () => performance.now() > deadline;

  return {
    look(text) {
      const match = findMatch(text, matcher, isOver);
      const isFull = taken + matches.length === MAX_PATTERN_MATCHES;
      if (match !== undefined && !isFull) matches.push(match);
      // One match beyond those shown only says that there are more.
      isPartial = (match !== undefined && isFull) || isOver();
      return !isPartial;
    },
    take() {
      const found = matches;
      taken += found.length;
      matches = [];
      return found;
    },
    isPartial: () => isPartial,
  };
}

/** The first line of the value that matches, or else the key. */
function findMatch(text: string, matcher: Matcher, isOver: () => boolean): MemoryMatch | undefined {
  if (!matcher.mayMatch(text)) return undefined;
  const keyEnd = text.indexOf("\n");
  const key = text.slice(0, keyEnd);
  for (let from = keyEnd + 1, line = 1; from <= text.length; line++) {
    const end = endOfLine(text, from);
    const said = text.slice(from, end);
    if (matcher.test(said)) return { key, excerpt: excerptOf(said, matcher), line };
    if (line % LINES_A_LOOK === 0 && isOver()) return undefined;
    from = end + 1;
  }
  return matcher.test(key) ? { key, excerpt: excerptOf(key, matcher), line: 0 } : undefined;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function excerptOf(line: string, matcher: Matcher): string {
  if (line.length <= MATCH_EXCERPT_LENGTH) return line;
  const wanted = matcher.start(line) - LEAD_LENGTH;
  let from = Math.max(0, Math.min(wanted, line.length - MATCH_EXCERPT_LENGTH));
  let end = from + MATCH_EXCERPT_LENGTH;
  if (isSecondHalf(line, from)) from += 1;
  if (isSecondHalf(line, end)) end -= 1;
  return line.slice(from, end);
}

/** Whether a cut here would split a surrogate pair. */
function isSecondHalf(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit < 0xe000;
}
