import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import it from "./it.json" with { type: "json" };
import ja from "./ja.json" with { type: "json" };
import nl from "./nl.json" with { type: "json" };
import { matchesAt, type PhraseBook, phraseBook } from "./phrase-book.ts";
import { piecesOf, type Token } from "./pieces.ts";
import pl from "./pl.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };
import signs from "./signs.json" with { type: "json" };
import zh from "./zh.json" with { type: "json" };

/** What people do in a dialogue besides telling facts. */
export type Act =
  /** A bare "yes" or "ok", which may be an answer as well. */
  | "yes"
  | "agree"
  /** Begin, and ask no more. */
  | "go"
  | "refuse"
  | "leave"
  | "unknown"
  | "skip"
  | "withdraw"
  /** How a question to the liaison begins. */
  | "asks_back"
  /** "No wait", "instead": something said before is replaced. */
  | "correct"
  | "greet"
  /** They have to go, or come back later. */
  | "parts"
  | "thank"
  | "insult"
  | "praise"
  | "mood"
  /** About earlier work. */
  | "complain"
  /** What only introduces a wish: "I was wondering whether you could". */
  | "frame"
  | "please"
  /** "I need", "I would like to". */
  | "want"
  | "swear";

type Phrases = Readonly<Partial<Record<Act, readonly string[]>>>;

const PHRASES = { en, de, es, fr, it, pt, nl, pl, ja, zh } as const satisfies Record<
  string,
  Phrases
>;

/** A language whose people are understood. */
export type Spoken = keyof typeof PHRASES;

export const SPOKEN = Object.keys(PHRASES) as readonly Spoken[];

const books = new Map<Spoken, PhraseBook<Act>>();

function bookOf(language: Spoken): PhraseBook<Act> {
  const known = books.get(language);
  if (known !== undefined) return known;
  const book = phraseBook<Act>([PHRASES[language], signs]);
  books.set(language, book);
  return book;
}

/** Longer pieces say more than an act. */
const MOST_WORDS = 24;

/** What a piece does, if it does nothing else: its acts in order; undefined if it says more. */
export function actsIn(
  tokens: readonly Token[],
  languages: readonly Spoken[] = SPOKEN,
): readonly Act[] | undefined {
  if (tokens.length === 0 || tokens.length > MOST_WORDS) return undefined;
  for (const language of languages) {
    const { count, acts } = leadOf(tokens, language, () => true);
    if (count === tokens.length) return acts;
  }
  return undefined;
}

/** For each place, the fewest acts that cover all from there to the end. */
function coverage(
  tokens: readonly Token[],
  language: Spoken,
  isMeant: (act: Act, length: number) => boolean,
): readonly (readonly Act[] | undefined)[] {
  const words = tokens.map(({ word }) => word);
  const best: (readonly Act[] | undefined)[] = [...words.map(() => undefined), []];
  for (let start = words.length - 1; start >= 0; start--) {
    for (const { end, kind } of matchesAt(bookOf(language), words, start)) {
      const rest = best[end];
      const own = best[start];
      if (rest === undefined || !isMeant(kind, end - start)) continue;
      if (own === undefined || rest.length + 1 < own.length) best[start] = [kind, ...rest];
    }
  }
  return best;
}

/** How many words at the beginning only do what is meant. */
export function leadOf(
  tokens: readonly Token[],
  language: Spoken,
  isMeant: (act: Act, length: number) => boolean,
): { readonly count: number; readonly acts: readonly Act[] } {
  const words = tokens.slice(0, MOST_WORDS).map(({ word }) => word);
  const reached = new Map<number, readonly Act[]>([[0, []]]);
  let count = 0;
  for (let start = 0; start < words.length; start++) {
    const acts = reached.get(start);
    if (acts === undefined) continue;
    count = start;
    for (const { end, kind } of matchesAt(bookOf(language), words, start)) {
      if (isMeant(kind, end - start) && !reached.has(end)) reached.set(end, [...acts, kind]);
    }
  }
  if (reached.has(words.length)) count = words.length;
  return { count, acts: reached.get(count) ?? [] };
}

/** The first of the words at the end that only do what is meant; the length if there are none. */
export function tailFrom(
  tokens: readonly Token[],
  language: Spoken,
  isMeant: (act: Act, length: number) => boolean,
): number {
  const from = Math.max(0, tokens.length - MOST_WORDS);
  const covered = coverage(tokens.slice(from), language, isMeant);
  const at = covered.findIndex((acts) => acts !== undefined);
  return from + Math.max(0, at);
}

/** Whether one of the acts begins anywhere in the words. */
function has(tokens: readonly Token[], act: Act, languages: readonly Spoken[]): boolean {
  const words = tokens.slice(0, MOST_WORDS * 4).map(({ word }) => word);
  return languages.some((language) =>
    words.some((_, start) =>
      matchesAt(bookOf(language), words, start).some(({ kind }) => kind === act),
    ),
  );
}

export interface Acts {
  readonly acts: ReadonlySet<Act>;
  /** Nothing else was said. */
  readonly isAll: boolean;
}

/** In longer texts, people tell facts. */
const MOST_PIECES = 40;
const MOST_READ = 4_000;

/**
 * What a person does with a message besides telling facts. A correction is heard anywhere, a refusal at
 * the beginning, all else only where a piece between two marks does nothing else.
 */
export function actsOf(text: string, language?: Spoken): Acts {
  if (isBlankAnswer(text)) return { acts: new Set(["skip"]), isAll: true };
  const languages = language === undefined ? SPOKEN : [language];
  const pieces = piecesOf(text.slice(0, MOST_READ))
    .map(({ tokens }) => tokens)
    .filter(({ length }) => length > 0)
    .slice(0, MOST_PIECES);
  const whole = pieces.map((tokens) => actsIn(tokens, languages));
  const partial = pieces.flatMap((tokens, index) =>
    whole[index] === undefined ? actsAmong(tokens, index === 0, languages) : [],
  );
  const isAll = pieces.length > 0 && !whole.includes(undefined);
  const acts = new Set([...whole.flatMap((own) => own ?? []), ...partial]);
  // "No, Word" and "wait, five people": what comes behind takes the place of what was said.
  if (whole[0]?.includes("refuse") === true && whole[1] === undefined && !isAll)
    acts.add("correct");
  const hasAssent = acts.has("agree") || acts.has("go") || acts.has("leave");
  if (isAll && hasAssent && isBareNo(pieces[0] ?? [])) acts.delete("refuse");
  return { acts, isAll };
}

/** In words that tell something too. */
function actsAmong(
  tokens: readonly Token[],
  isFirst: boolean,
  languages: readonly Spoken[],
): readonly Act[] {
  return [
    ...(isFirst && begins(tokens, "refuse", languages) ? (["refuse"] as const) : []),
    ...(begins(tokens, "asks_back", languages) ? (["asks_back"] as const) : []),
    ...(has(tokens, "correct", languages) ? (["correct"] as const) : []),
  ];
}

/** "No, that is all": it says no to more. */
function isBareNo(tokens: readonly Token[]): boolean {
  return tokens.length <= 2 && actsIn(tokens)?.every((act) => act === "refuse") === true;
}

/** "-", "--", "/": nothing is to be said about it. */
function isBlankAnswer(text: string): boolean {
  return /^\s{0,20}[-–—/.]{1,3}\s{0,20}$/.test(text);
}

function begins(tokens: readonly Token[], act: Act, languages: readonly Spoken[]): boolean {
  const words = tokens.slice(0, MOST_WORDS).map(({ word }) => word);
  return languages.some((language) =>
    matchesAt(bookOf(language), words, 0).some(({ kind }) => kind === act),
  );
}
