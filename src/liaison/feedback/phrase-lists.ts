/** What people say of a result in one language, as lists of words and phrases; `*` is any ending. */
export interface PhraseLists {
  readonly contrast: readonly string[];
  readonly joins: readonly string[];
  readonly negations: readonly string[];
  readonly accept: readonly string[];
  readonly reject: readonly string[];
  readonly good: readonly string[];
  readonly bad: readonly string[];
  readonly lacks: readonly string[];
  readonly request: readonly string[];
  readonly later: readonly string[];
  /** Words that open a question. */
  readonly ask: readonly string[];
  /** Words that are no verdict when nothing else is said. */
  readonly weak: readonly string[];
  readonly retract: readonly string[];
  readonly sides: Readonly<Record<string, readonly string[]>>;
}

type Judging = "good" | "bad" | "lacks";

/** The lists of one language as patterns. */
export interface PhraseBook {
  readonly code: string;
  readonly is: (list: keyof Omit<PhraseLists, "sides">, text: string) => boolean;
  /** Where the first of a list's phrases stands; only asked where there is one. */
  readonly placeOf: (list: Judging, text: string) => { readonly from: number; readonly to: number };
  readonly deniesBehind: boolean;
  readonly sidesIn: (text: string) => readonly string[];
  /** How many of its phrases occur. */
  readonly hits: (text: string) => number;
  /** Where a sentence turns: before these words. */
  readonly turns: RegExp;
  /** Words that only join a clause to the one before it. */
  readonly opening: RegExp;
}

const LISTS = [
  "contrast",
  "joins",
  "negations",
  "accept",
  "reject",
  "good",
  "bad",
  "lacks",
  "request",
  "later",
  "ask",
  "weak",
  "retract",
] as const;
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

export function openPhraseBook(code: string, lists: PhraseLists): PhraseBook {
  const patterns = new Map(LISTS.map((name) => [name, patternOf(lists[name])]));
  const alone = new RegExp(`^(?:${alternatives(lists.weak)})[\\s.!…。，,]*$`, "iu");
  const opens = new RegExp(`^(?:${alternatives(lists.ask)})(?!\\p{L})`, "iu");
  const sides = Object.entries(lists.sides).map(([side, words]) => ({
    side,
    pattern: patternOf(words),
  }));
  const joint = alternatives([...lists.contrast, ...lists.joins]);
  return {
    code,
    is: (list, text) => {
      if (list === "weak") return alone.test(text.trim());
      if (list === "ask" && !CJK.test(text)) return opens.test(text.trim());
      return patterns.get(list)?.test(text) === true;
    },
    placeOf: (list, text) => {
      const found = patterns.get(list)?.exec(text);
      const from = found?.index ?? 0;
      return { from, to: from + (found?.[0].length ?? 0) };
    },
    deniesBehind: code === "de" || code === "nl",
    sidesIn: (text) => sides.filter(({ pattern }) => pattern.test(text)).map(({ side }) => side),
    hits: (text) => [...patterns.values()].filter((pattern) => pattern.test(text)).length,
    turns: new RegExp(`\\s(?=(?:${joint})\\s)|(?<=[、，,;；:])\\s*`, "giu"),
    opening: new RegExp(`^(?:(?:${joint})(?!\\p{L})[\\s,，、]*)+`, "iu"),
  };
}

function patternOf(phrases: readonly string[]): RegExp {
  return new RegExp(alternatives(phrases), "iu");
}

function alternatives(phrases: readonly string[]): string {
  const longest = [...phrases].sort((one, other) => other.length - one.length);
  return longest
    .map((phrase) => {
      const escaped = phrase
        .replaceAll(/[.?+()[\]{}|^$\\]/g, "\\$&")
        .replaceAll(" * ", " (?:[^\\s]{1,30} ){0,3}")
        .replaceAll("*", "\\p{L}{0,30}");
      if (CJK.test(phrase)) return escaped;
      const end = phrase.endsWith("'") ? "" : "(?!\\p{L})";
      return `(?<!\\p{L})${escaped}${end}`;
    })
    .join("|");
}
