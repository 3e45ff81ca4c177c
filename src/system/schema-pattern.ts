import { RE2JS } from "re2js";
import { MAX_FORM_PATTERN_LENGTH } from "../domain/limits.ts";

/*
 * The patterns of schemas, which strangers write, in an engine whose time grows with the text alone. It
 * has no look-around. Zod and pydantic begin some patterns with look-aheads, and those are tried beside
 * what follows.
 */

type Test = (text: string) => boolean;

/** Steps of a compiled pattern; zod's longest has about two thousand. */
const MAX_PROGRAM = 5_000;
/** All counted repeats together, which are written out as steps. */
const MAX_REPEATS = 2_500;
const REPEAT = /\{(\d{1,9})(?:,(\d{0,9}))?\}/g;
const MOST_KEPT = 200;
/** What is escaped, a class of characters, and what makes groups and alternatives. */
const SIGNS = /\\[\s\S]|\[(?:[^\]\\]|\\[\s\S])*\]|[()|]/g;

const kept = new Map<string, Test>();

/** Throws for a pattern that `schemaPatternFault` has something to say about. */
export function compileSchemaPattern(pattern: string): Test {
  const known = kept.get(pattern);
  if (known !== undefined) return known;
  const { aheads, rest } = split(pattern);
  const parts = [
    ...aheads.map(({ inner, isWanted }) => ({ test: compiled(`^(?:${inner})`), isWanted })),
    { test: compiled(rest), isWanted: true },
  ];
  const test: Test = (text) => parts.every((part) => part.test(text) === part.isWanted);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(pattern, test);
  return test;
}

export function schemaPatternFault(pattern: string): string | undefined {
  if (pattern.length > MAX_FORM_PATTERN_LENGTH) {
    return `it has ${pattern.length} characters; at most ${MAX_FORM_PATTERN_LENGTH} are taken.`;
  }
  try {
    compileSchemaPattern(pattern);
    return undefined;
  } catch (error) {
    const reason = String((error as Error).message).slice(0, 300);
    return `it cannot be checked in bounded time: ${reason}. Write it in RE2 syntax, without look-around and back-references.`;
  }
}

function compiled(pattern: string): Test {
  if (repeatsIn(pattern) > MAX_REPEATS) throw new Error("its repeats are too many");
  const made = RE2JS.compile(RE2JS.translateRegExp(pattern));
  if (made.programSize() > MAX_PROGRAM) throw new Error("it has too many steps");
  return (text) => made.test(text);
}

function repeatsIn(pattern: string): number {
  let sum = 0;
  for (const [, least = "", most = ""] of pattern.matchAll(REPEAT)) {
    sum += Math.max(Number(least), Number(most));
  }
  return sum;
}

interface Ahead {
  readonly inner: string;
  readonly isWanted: boolean;
}

/** Look-aheads at the very beginning of a pattern that is one alternative, and what follows them. */
function split(pattern: string): { readonly aheads: readonly Ahead[]; readonly rest: string } {
  const whole = { aheads: [], rest: pattern };
  if (!pattern.startsWith("^")) return whole;
  const aheads: Ahead[] = [];
  let from = 1;
  while (/^\(\?[=!]/.test(pattern.slice(from, from + 3))) {
    const end = signAt(pattern, from + 1, ")");
    if (end === undefined) return whole;
    aheads.push({ inner: pattern.slice(from + 3, end), isWanted: pattern[from + 2] === "=" });
    from = end + 1;
  }
  const isOne = signAt(pattern, from, "|") === undefined;
  return aheads.length > 0 && isOne ? { aheads, rest: `^(?:${pattern.slice(from)})` } : whole;
}

/** Where a sign stands in no inner group and no class of characters. */
function signAt(pattern: string, from: number, sign: ")" | "|"): number | undefined {
  SIGNS.lastIndex = from;
  let depth = 0;
  for (let found = SIGNS.exec(pattern); found !== null; found = SIGNS.exec(pattern)) {
    const [one] = found;
    if (depth === 0 && one === sign) return found.index;
    if (one === "(") depth += 1;
    if (one === ")") depth -= 1;
  }
  return undefined;
}
