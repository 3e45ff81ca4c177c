import { isNegatedAt } from "../text/negation.ts";
import { contentOf, shareIn } from "../text/words.ts";

const FEW_WORDS = 3;

/** The options that a text names, whole or by all their words. Denied options do not count. */
export function namedOptions(text: string, options: readonly string[]): readonly string[] {
  const lower = text.toLowerCase();
  const words = contentOf(text);
  return options.filter((option) => {
    const at = lower.indexOf(option.toLowerCase());
    if (at !== -1) return isWholeAt(lower, at, option.length) && !isNegatedAt(text, at);
    const own = contentOf(option);
    // "Keep a backup" names "yes, a backup". In a longer text such a word may stand for anything.
    const isTelling = own.size >= 2 || (option.includes(" ") && words.size <= FEW_WORDS);
    return isTelling && shareIn(own, words) === 1 && !/\b(?:not|no|n['’]t)\b/i.test(text);
  });
}

function isWholeAt(text: string, at: number, length: number): boolean {
  const around = text.slice(Math.max(0, at - 1), at) + text.slice(at + length, at + length + 1);
  return !/[\p{L}\p{N}]/u.test(around);
}

/** "2", "option 2", "b", "the second one": an option named by its place. */
export function optionByPlace(text: string, options: readonly string[]): string | undefined {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/[.!)\s]{1,6}$/, "");
  const digit = /^(?:option |number |no\.? |#|\()?(\d)$/.exec(bare)?.[1];
  if (digit !== undefined) return options[Number(digit) - 1];
  const letter = /^(?:option )?\(?([a-d])$/.exec(bare)?.[1];
  if (letter !== undefined) return options["abcd".indexOf(letter)];
  const word = /^(?:the )?(first|second|third|fourth|last)(?: (?:one|option))?$/.exec(bare)?.[1];
  if (word === undefined) return undefined;
  return word === "last"
    ? options.at(-1)
    : options[["first", "second", "third", "fourth"].indexOf(word)];
}
