import type { Environment, ParseResult } from "@marcbachmann/cel-js";
import { RE2JS } from "re2js";
import { isAlike } from "../../domain/alike.ts";
import { InvalidExpression, type Term } from "../../domain/policy/expressions/expression.ts";
import { partsOfTerm } from "../../domain/policy/expressions/terms.ts";
import { VARIABLES } from "./environment.ts";
import { isNamable } from "./functions/shell/shell.ts";
import { DIALECT } from "./functions/sql/sql.ts";
import { nodeOf } from "./nodes.ts";
import { termOf } from "./terms.ts";

export interface ReadExpression {
  readonly parsed: ParseResult;
  readonly term: Term;
  /** By the offset of the call of `matches` that they belong to. */
  readonly patterns: ReadonlyMap<number, RE2JS>;
}

/** Reads and checks the text of an expression; throws InvalidExpression with what is wrong and where. */
export function readExpression(source: string, environment: Environment): ReadExpression {
  const parsed = parse(source, environment);
  const term = termOf(nodeOf(parsed.ast));
  const patterns = new Map<number, RE2JS>();
  checkTerm(term, patterns);
  return { parsed, term, patterns };
}

function parse(source: string, environment: Environment): ParseResult {
  try {
    const parsed = environment.parse(withoutReserved(source));
    const { error, type } = parsed.check();
    if (error !== undefined) throw error;
    if (type !== "bool") throw invalid(`It is ${type}; a condition is true or false.`);
    return parsed;
  } catch (error) {
    if (error instanceof InvalidExpression) throw error;
    const { summary, range } = error as { summary?: string; range?: { start: number } };
    const what = summary ?? (error as Error).message;
    throw invalid(`${what}.${meant(wordOf(what))}`, range?.start);
  }
}

/**
 * In CEL `in` is a word of its own, so `now.in("…")` and `time(…).in("…")` are read under another name of
 * the same length.
 */
const METHOD_IN =
  /("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*)|((?:\bnow|\))\s*\.\s*)in(?=\s*\()/g;

function withoutReserved(source: string): string {
  return source.replaceAll(METHOD_IN, (all, text: string | undefined, before: string) =>
    text === undefined ? `${before}tz` : all,
  );
}

/** The word that an error of the library is about. */
function wordOf(what: string): string {
  const found = /(?:key|variable): (\w+)$|overload for '(?:[\w.]+\.)?(\w+)\(/.exec(what);
  return found?.[1] ?? found?.[2] ?? "";
}

/** What a word that nobody knows may have meant, as a sentence after a space. */
function meant(word: string): string {
  const names = [...CALLS, ...Object.keys(VARIABLES)];
  const near = OURS.get(word) ?? names.find((name) => name !== word && isAlike(name, word));
  return near === undefined ? "" : ` Did you mean ${near}?`;
}

/** What CEL has under another name. */
const OURS: ReadonlyMap<string, string> = new Map([["timestamp", "time"]]);

const words = (text: string) => text.split(" ");
const OPERATORS = words("&& || ! ?: == != < <= > >= in + - * / %");
/**
 * The library knows more: what stands here was looked at. Its other functions on text treat characters
 * alike that are not, or count them in another way than people do.
 */
const CALLS = words(
  "has all exists exists_one filter map size startsWith endsWith contains matches glob string int double decimal any_of is_at at path within url host_within in_range is_near email time tz between shell sql reads_only",
);
const ALLOWED: ReadonlySet<string> = new Set([...OPERATORS, ...CALLS]);
/** What they compare with has to be written out: what an agent sends is never a pattern. */
const WRITTEN_OUT: ReadonlySet<string> = new Set(
  words("matches glob within host_within in_range tz is_at at any_of sql"),
);

function checkTerm(term: Term, patterns: Map<number, RE2JS>): void {
  if (term.kind === "constant" && typeof term.value === "object" && term.value !== null) {
    throw invalid("Bytes and unsigned numbers are not used here.", term.from);
  }
  if (term.kind === "call") checkCall(term, patterns);
  for (const part of partsOfTerm(term)) checkTerm(part, patterns);
}

function checkCall({ name, args, from }: Term & { kind: "call" }, patterns: Map<number, RE2JS>) {
  if (!ALLOWED.has(name)) throw invalid(`Nothing is called ${name} here.${meant(name)}`, from);
  if (name === "shell") checkNamed(args[1]);
  if (!WRITTEN_OUT.has(name)) return;
  const last = args.at(-1);
  if (last?.kind !== "constant" || typeof last.value !== "string") {
    const called = name === "tz" ? "in" : name;
    throw invalid(`What ${called} compares with has to be written out, as text in quotes.`, from);
  }
  if (name === "sql" && last.value !== DIALECT) {
    throw invalid(`SQL is read as ${DIALECT} writes it: sql(…, "${DIALECT}").`, last.from);
  }
  if (name === "matches") patterns.set(from, patternOf(last.value, last.from));
}

/** What a rule lets `shell` pass besides plain commands. */
function checkNamed(list: Term | undefined): void {
  if (list === undefined) return;
  const items = list.kind === "list" ? list.items : [];
  if (items.length === 0) throw invalid("What shell may start is a written list.", list.from);
  for (const item of items) {
    const text = item.kind === "constant" ? item.value : undefined;
    if (typeof text === "string" && isNamable(text)) continue;
    throw invalid(
      `What shell may start is a program that starts others, such as "make" or "npm run", or ">", ">>" or "<".`,
      item.from,
    );
  }
}

function patternOf(text: string, at: number): RE2JS {
  try {
    return RE2JS.compile(text);
  } catch (error) {
    throw invalid(`The pattern is not RE2 syntax: ${(error as Error).message}.`, at);
  }
}

function invalid(what: string, at = 0): InvalidExpression {
  return new InvalidExpression({ at, what });
}
