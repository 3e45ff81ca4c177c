import type { Statement } from "../specification/statement.ts";
import { tellingWords } from "../text/telling-words.ts";
import { contentOf, shareIn } from "../text/words.ts";

const QUOTED =
  /(?<![\p{L}\p{N}])["'“„«‚‘「『]([^"“”„«»‚‘」』]{1,200}?)["'”“»’」』](?![\p{L}\p{N}])/gu;
/** A quote names a line by this share of its words, words beside it by this share of theirs. */
const NAMED = 0.6;
const MOST_READ = 400;
/** "That" and "those" mean what the last words have added, if it is not much. */
const MOST_MEANT = 3;

interface Shown<T> {
  /** What the last words have added. */
  readonly newest: readonly T[];
  /** The lines in the order in which they are shown. */
  readonly listed: readonly T[];
}

/**
 * The lines that words want to go: by a quote, by their place in the list, by the words they share,
 * or else the newest.
 */
export function linesMeant<T extends Pick<Statement, "text">>(
  clause: string,
  lines: readonly T[],
  { newest, listed }: Shown<T>,
): readonly T[] {
  const quoted = [...clause.slice(0, MOST_READ).matchAll(QUOTED)].map(([, text = ""]) => text);
  if (quoted.length > 0) {
    return lines.filter(
      ({ text }) => !DENIES.test(text) && quoted.some((one) => isQuote(one, text)),
    );
  }
  const place = placeIn(clause);
  const placed = place === undefined ? undefined : listed.at(place);
  if (placed !== undefined) return [placed];
  const named = namedBy(clause, lines);
  if (named.length > 0) return named;
  return newest.length <= MOST_MEANT ? newest : [];
}

/** A line that denies what is quoted is not the one that is meant. */
const DENIES =
  /^(?:no|not|never|without|kein(?:e|en|er)?|nicht|ohne|sin|pas|sans|non|senza|não|sem|niet|geen|zonder|nie|bez)(?!\p{L})/iu;

const ORDINALS = [
  "first|1st|erste[nrs]?|primer[ao]?|premi(?:er|ère)|prim[ao]|primeir[ao]|eerste|pierwsz\\p{L}+",
  "second|2nd|zweite[nrs]?|segund[ao]|deuxième|second[ao]|tweede|drug\\p{L}+",
  "third|3rd|dritte[nrs]?|tercer[ao]?|troisième|terz[ao]|terceir[ao]|derde|trzeci\\p{L}*",
  "fourth|4th|vierte[nrs]?|cuart[ao]|quatrième|quart[ao]|vierde|czwart\\p{L}+",
  "fifth|5th|fünfte[nrs]?|quint[ao]|cinquième|vijfde|piąt\\p{L}+",
];
const LINE =
  "line|point|item|bullet|requirement|entry|zeile|punkt|anforderung|eintrag|línea|punto|requisito|ligne|exigence|riga|voce|linha|ponto|regel|punt|eis|linijk\\p{L}+|lini\\p{L}+|punkt\\p{L}*|wymagani\\p{L}+";
const PLACES = ORDINALS.map(
  (words) => new RegExp(`(?<!\\p{L})(?:${words}) (?:${LINE})(?!\\p{L})`, "iu"),
);
const LAST = new RegExp(
  `(?<!\\p{L})(?:last|letzte[nrs]?|últim[ao]|dernière?|ultim[ao]|laatste|ostatni\\p{L}*) (?:${LINE})(?!\\p{L})|最後の(?:行|項目)|最后一(?:行|条|点|项)`,
  "iu",
);
const UNSPACED_PLACE =
  /([1-5１-５一二三四五])(?:行目|番目|つ目)|第([1-5一二三四五])(?:行|条|点|项)/u;
const DIGITS = ["1１一", "2２二", "3３三", "4４四", "5５五"];

/** Of "the second line", where it stands; -1 for the last. */
function placeIn(clause: string): number | undefined {
  const said = clause.slice(0, MOST_READ);
  if (LAST.test(said)) return -1;
  const spaced = PLACES.findIndex((form) => form.test(said));
  if (spaced !== -1) return spaced;
  const [, ja, zh] = UNSPACED_PLACE.exec(said) ?? [];
  const digit = ja ?? zh;
  return digit === undefined ? undefined : DIGITS.findIndex((signs) => signs.includes(digit));
}

function isQuote(quote: string, text: string): boolean {
  if (text.toLowerCase().includes(quote.toLowerCase().trim())) return true;
  return shareIn(contentOf(quote), contentOf(text)) >= NAMED;
}

/** Those that share the rarest words: "the Berlin one" means the only line with Berlin. */
function namedBy<T extends Pick<Statement, "text">>(
  clause: string,
  lines: readonly T[],
): readonly T[] {
  const words = tellingWords(clause.slice(0, MOST_READ));
  const scored = lines.map((line) => {
    const own = tellingWords(line.text);
    const shared = [...own].filter((word) => words.has(word)).length;
    return { line, shared, share: shared / Math.max(1, own.size) };
  });
  const most = Math.max(0, ...scored.map(({ shared }) => shared));
  if (most === 0) return [];
  const best = scored.filter(({ shared }) => shared === most);
  const closest = Math.max(...best.map(({ share }) => share));
  return best.filter(({ share }) => share === closest).map(({ line }) => line);
}
