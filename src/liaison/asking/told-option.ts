import { isNegatedAt } from "../text/negation.ts";
import { splitSentences } from "../text/sentences.ts";
import { contentOf } from "../text/words.ts";
import words from "./words.json" with { type: "json" };

/** So many lines of a task are read, and so much of each. */
const MAX_LINES = 200;
const MAX_LINE = 500;
const WORD = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Katakana}]{2,}/gu;
const IS_UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

const DENIED = new Set(words.denied);
const UNSURE = new Set(words.unsure);
const YES_NO = new Set(words.yesNo);

/**
 * The one option that a person's texts name for what the question asks, with the sentence. Undefined
 * where they name none or several, deny one, leave it open, or speak of something else.
 */
export function toldOption(
  question: string,
  options: readonly string[],
  texts: readonly string[],
): { readonly option: string; readonly words: string } | undefined {
  if (options.some((option) => YES_NO.has(option.trim().toLowerCase()))) return undefined;
  const about = topicOf(question, options);
  const lines = linesOf(texts).filter((line) => line.length <= MAX_LINE && isAbout(line, about));
  const named = lines.flatMap((words) => {
    const [option, ...others] = options.filter((one) => mentions(words, one));
    if (option === undefined) return [];
    return [{ option, words, isPlain: others.length === 0 && isPlain(words, option) }];
  });
  const [first] = named;
  const agrees = named.every(({ option, isPlain }) => isPlain && option === first?.option);
  return first !== undefined && agrees ? { option: first.option, words: first.words } : undefined;
}

function linesOf(texts: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const text of texts) {
    for (const sentence of splitSentences(text)) {
      if (lines.length === MAX_LINES) return lines;
      lines.push(sentence.text);
    }
  }
  return lines;
}

interface Topic {
  readonly words: ReadonlySet<string>;
  readonly signs: ReadonlySet<string>;
}

function topicOf(question: string, options: readonly string[]): Topic {
  const own = contentOf(options.join(" "));
  return {
    words: new Set([...contentOf(question)].filter((word) => !own.has(word))),
    signs: pairsOf(question),
  };
}

function isAbout(line: string, { words: asked, signs }: Topic): boolean {
  if ([...contentOf(line)].some((word) => asked.has(word))) return true;
  return [...pairsOf(line)].some((pair) => signs.has(pair));
}

/** Two letters beside each other, of scripts without spaces. */
function pairsOf(text: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const [run] of text.slice(0, MAX_LINE).matchAll(UNSPACED)) {
    for (let at = 0; at + 2 <= run.length; at++) pairs.add(run.slice(at, at + 2));
  }
  return pairs;
}

function mentions(line: string, option: string): boolean {
  const [said, wanted] = [line.toLowerCase(), option.trim().toLowerCase()];
  if (wanted === "") return false;
  for (let at = said.indexOf(wanted); at !== -1; at = said.indexOf(wanted, at + 1)) {
    const around = said.slice(Math.max(0, at - 1), at) + said.slice(at + wanted.length)[0];
    if (IS_UNSPACED.test(wanted) || !/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

/** It is neither denied nor left open anywhere in the line. */
function isPlain(line: string, option: string): boolean {
  const said = line.toLowerCase().replaceAll("’", "'");
  if (isNegatedAt(said, said.indexOf(option.trim().toLowerCase()))) return false;
  if ([...words.deniedSigns, ...words.unsureSigns].some((sign) => said.includes(sign)))
    return false;
  return !(said.match(WORD) ?? []).some((word) => DENIED.has(word) || UNSURE.has(word));
}
