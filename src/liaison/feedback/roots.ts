import { STOP_WORDS, stemOf, wordsOf } from "../text/words.ts";

/** Words of judging and asking: they say nothing about what is judged. */
const JUDGING = new Set(
  `again bit done down even ever few go had hope hoping instead kind least less little look looked
   looks lot many maybe more most much never nice now off once own perhaps quite rather right same
   see seem seems show showing shown shows still thanks though until way well were while without
   yet better missing lacks lack add added adding hard easy difficult wish love loved prefer
   suggest enough too expected wanted hoped appear appears per use used using put feel feels
   currently nothing none actually maybe probably`.split(/\s+/),
);

/** The words that carry a text's meaning, without endings and spelling variants. */
export function rootsOf(text: string): ReadonlySet<string> {
  const carrying = wordsOf(text).filter(
    (word) =>
      word.length > 1 &&
      !STOP_WORDS.has(word) &&
      !JUDGING.has(word) &&
      !/n't$|'(?:d|ll|m|re|s|ve)$/.test(word),
  );
  return new Set(carrying.map(rootOf));
}

function rootOf(word: string): string {
  const stem = stemOf(word).replace(/our(?=$|ed|ing|ful)/, "or");
  if (stem.length < 6) return stem.replace(/e$/, "");
  return stem
    .replace(/i[sz](?:ation|ing|ed|e)$/, "iz")
    .replace(/(?:ing|ed|ly|ness|e)$/, "")
    .replace(/([^aeiouls])\1$/, "$1");
}
