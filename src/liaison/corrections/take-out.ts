import type { Statement } from "../specification/statement.ts";
import { contentOf, shareIn } from "../text/words.ts";

const QUOTED =
  /(?<![\p{L}\p{N}])["'“„«‚‘「『]([^"“”„«»‚‘」』]{1,200}?)["'”“»’」』](?![\p{L}\p{N}])/gu;
/** A quote names a line by this share of its words, words beside it by this share of theirs. */
const NAMED = 0.6;
const MOST_READ = 400;
/** "That" and "those" mean what the last words have added, if it is not much. */
const MOST_MEANT = 3;

/** The lines that words want to go: by a quote, by the words they share, or else the newest. */
export function linesMeant<T extends Pick<Statement, "text">>(
  clause: string,
  lines: readonly T[],
  newest: readonly T[],
): readonly T[] {
  const quoted = [...clause.slice(0, MOST_READ).matchAll(QUOTED)].map(([, text = ""]) => text);
  if (quoted.length > 0)
    return lines.filter(({ text }) => quoted.some((one) => isQuote(one, text)));
  const named = namedBy(clause, lines);
  if (named.length > 0) return named;
  return newest.length <= MOST_MEANT ? newest : [];
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
  const words = contentOf(clause.slice(0, MOST_READ));
  const scored = lines.map((line) => {
    const own = contentOf(line.text);
    const shared = [...own].filter((word) => words.has(word)).length;
    return { line, shared, share: shared / Math.max(1, own.size) };
  });
  const most = Math.max(0, ...scored.map(({ shared }) => shared));
  if (most === 0) return [];
  const best = scored.filter(({ shared }) => shared === most);
  const closest = Math.max(...best.map(({ share }) => share));
  return best.filter(({ share }) => share === closest).map(({ line }) => line);
}
