import words from "./words.json" with { type: "json" };

/** Longer texts are read as weighty: nobody goes on by an assumption about so much. */
const MAX_READ = 4_000;
const WORD = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

const WHOLE = new Set(words.deeds.filter((deed) => !deed.endsWith("*") && !isPhrase(deed)));
const BEGINNINGS = words.deeds
  .filter((deed) => deed.endsWith("*"))
  .map((deed) => deed.slice(0, -1));
const PHRASES = [...words.leave, ...words.deeds.filter(isPhrase)];

/** It seeks leave for something, or names a deed that is hard to take back, in ten languages. */
export function isWeighty(text: string): boolean {
  if (text.length > MAX_READ) return true;
  const read = text.normalize("NFKC").toLowerCase().replaceAll("’", "'");
  const found = read.match(WORD) ?? [];
  const spaced = ` ${found.join(" ")} `;
  const isSaid = (phrase: string) =>
    UNSPACED.test(phrase) ? read.includes(phrase) : spaced.includes(` ${phrase} `);
  return (
    PHRASES.some(isSaid) ||
    found.some(
      (word) => WHOLE.has(word) || BEGINNINGS.some((beginning) => word.startsWith(beginning)),
    )
  );
}

function isPhrase(deed: string): boolean {
  return deed.includes(" ") || UNSPACED.test(deed);
}
