import type { Language } from "../../ports/model/understanding.ts";
import { actOf } from "./acts.ts";
import { plain } from "./patterns.ts";
import { openPhraseBook, type PhraseBook, type PhraseLists } from "./phrase-lists.ts";
import { meantBy } from "./spelling.ts";
import { hasValence } from "./valence.ts";
import { requestKindOf } from "./wishes/request-words.ts";

const LOADERS: Readonly<Record<string, () => Promise<{ readonly default: PhraseLists }>>> = {
  de: () => import("./languages/de.json", { with: { type: "json" } }),
  es: () => import("./languages/es.json", { with: { type: "json" } }),
  fr: () => import("./languages/fr.json", { with: { type: "json" } }),
  it: () => import("./languages/it.json", { with: { type: "json" } }),
  ja: () => import("./languages/ja.json", { with: { type: "json" } }),
  nl: () => import("./languages/nl.json", { with: { type: "json" } }),
  pl: () => import("./languages/pl.json", { with: { type: "json" } }),
  pt: () => import("./languages/pt.json", { with: { type: "json" } }),
  zh: () => import("./languages/zh.json", { with: { type: "json" } }),
};
const OPEN = new Map<string, Promise<PhraseBook>>();
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
const ENGLISH =
  /\b(?:the|it|this|and|but|you|please|with|not|i'm|it's|looks|what|my|yes|them|they|accept)\b/i;
const HAN = /\p{sc=Han}/u;
/** A text of a few words tells its language by its phrases. */
const MAX_READ = 2_000;

/** Whether it takes back what was said before, in any language but English: a mistaken one costs little. */
export async function takesBackElsewhere(said: string): Promise<boolean> {
  const text = said.slice(0, MAX_READ);
  const books = await Promise.all(Object.keys(LOADERS).map((code) => openBook(code)));
  return books.some((book) => book?.is("retract", text) === true);
}

/** The phrases of a language; undefined for English and for unknown ones. */
export function openBook(code: string): Promise<PhraseBook> | undefined {
  const load = LOADERS[code];
  if (load === undefined) return undefined;
  const known = OPEN.get(code) ?? load().then(({ default: lists }) => openPhraseBook(code, lists));
  OPEN.set(code, known);
  return known;
}

/** Those of the language that the task was told in, for words that tell none. */
export async function findBookOfTask(
  said: string,
  { code }: Language,
): Promise<PhraseBook | undefined> {
  return ENGLISH.test(said.slice(0, MAX_READ)) ? undefined : openBook(code);
}

/** The phrases of the language that it is said in; undefined for English and for unknown ones. */
export async function findPhraseBook(
  said: string,
  { code, isSure }: Language,
): Promise<PhraseBook | undefined> {
  const text = said.slice(0, MAX_READ);
  if (KANA.test(text)) return openBook("ja");
  if (HAN.test(text)) return openBook("zh");
  if (code === "en" && ENGLISH.test(text)) return undefined;
  const books = await Promise.all(
    Object.keys(LOADERS).flatMap((name) => {
      const book = name === "ja" || name === "zh" ? undefined : openBook(name);
      return book === undefined ? [] : [book];
    }),
  );
  const [best] = books
    .map((book) => ({ book, hits: book.hits(text) }))
    .filter(({ hits }) => hits > 0)
    .map(({ book, hits }) => ({ book, hits: hits + (book.code === code && isSure ? 2 : 0) }))
    .sort((one, other) => other.hits - one.hits);
  return best !== undefined && best.hits >= leastHits(text, { code, isSure })
    ? best.book
    : undefined;
}

/** How many phrases tell more than the language that was found by statistics. */
function leastHits(text: string, { code, isSure }: Pick<Language, "code" | "isSure">): number {
  if (code !== "en" || /[À-ž]/.test(text)) return 1;
  const said = meantBy(plain(text));
  const isSaidInEnglish =
    hasValence(text) || requestKindOf(said) !== undefined || actOf(said) !== undefined;
  if (isSure) return 3;
  return isSaidInEnglish ? 2 : 1;
}
