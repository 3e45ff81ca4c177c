import { actsIn, SPOKEN, type Spoken } from "./acts.ts";
import words from "./common-words.json" with { type: "json" };
import { piecesOf } from "./pieces.ts";

const LANGUAGES_OF: ReadonlyMap<string, readonly Spoken[]> = byWord();
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
const HAN = /\p{sc=Han}/u;
const LETTER = /\p{L}/gu;
const MAX_READ = 4_000;
/** A phrase that only one language has counts as much as a few of its words. */
const PHRASE = 2;

/** Japanese or Chinese, by their characters. */
export function scriptOf(text: string): Spoken | undefined {
  const letters = text.match(LETTER) ?? [];
  const others = letters.filter((letter) => HAN.test(letter) || KANA.test(letter)).length;
  if (others <= letters.length / 3) return undefined;
  return KANA.test(text) ? "ja" : "zh";
}

/** The understood language of a text by its most common words and phrases; undefined in a tie. */
export function spokenIn(text: string): Spoken | undefined {
  const bare = text.slice(0, MAX_READ);
  const script = scriptOf(bare);
  if (script !== undefined) return script;
  const [first, second] = [...countIn(bare)].sort((one, other) => other[1] - one[1]);
  return first === undefined || first[1] === second?.[1] ? undefined : first[0];
}

/** How much of a text speaks for each language. */
export function countIn(text: string): ReadonlyMap<Spoken, number> {
  const counts = new Map<Spoken, number>();
  const add = (language: Spoken, value: number) =>
    counts.set(language, (counts.get(language) ?? 0) + value);
  for (const { tokens } of piecesOf(text)) {
    const said = SPOKEN.filter((one) => actsIn(tokens, [one]) !== undefined);
    for (const language of said) add(language, PHRASE / said.length);
    for (const { word } of tokens) {
      const own = LANGUAGES_OF.get(word) ?? [];
      for (const language of own) add(language, 1 / own.length);
    }
  }
  return counts;
}

function byWord(): ReadonlyMap<string, readonly Spoken[]> {
  const found = new Map<string, Spoken[]>();
  for (const language of SPOKEN) {
    const list: string = words[language];
    for (const { tokens } of piecesOf(list)) {
      for (const { word } of tokens) {
        const known = found.get(word) ?? [];
        if (!known.includes(language)) found.set(word, [...known, language]);
      }
    }
  }
  return found;
}
