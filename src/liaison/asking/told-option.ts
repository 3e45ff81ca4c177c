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
const SIGNS = [...words.deniedSigns, ...words.unsureSigns];
/** Words that may follow an option without changing what it is. */
const BEHIND = new Set(words.behind);
const NEXT = /^[ ]([\p{L}\p{N}]{1,50})/u;
const WISHED = new Set(words.wished);
const PAST = new Set(words.past);
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
  const lines = linesOf(texts).filter(
    (line) => line.length <= MAX_LINE && isAbout(line, about) && isWish(line),
  );
  const named = lines.flatMap((words) => {
    const [option, ...others] = options.filter((one) => mentions(words, one));
    if (option === undefined) return [];
    return [{ option, words, isPlain: others.length === 0 && isPlain(words, option, about) }];
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

/** It says what is to be. What was, or happens to be, says nothing of that. */
function isWish(line: string): boolean {
  const said = line.toLowerCase().replaceAll("’", "'");
  const own = said.match(WORD) ?? [];
  const isSaid = (known: ReadonlySet<string>, signs: readonly string[]) =>
    own.some((word) => known.has(word)) || signs.some((sign) => said.includes(sign));
  return isSaid(WISHED, words.wishedSigns) && !isSaid(PAST, words.pastSigns);
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

/** It is neither denied nor left open in the line, and does not only describe something else. */
function isPlain(line: string, option: string, about: Topic): boolean {
  const said = line.toLowerCase().replaceAll("’", "'");
  const wanted = option.trim().toLowerCase();
  const at = said.indexOf(wanted);
  const behind = said.slice(at + wanted.length);
  const without = said.slice(0, at) + behind;
  if (isNegatedAt(said, at) || !standsAlone(behind, about)) return false;
  if (SIGNS.some((sign) => without.includes(sign))) return false;
  return !(without.match(WORD) ?? []).some((word) => DENIED.has(word) || UNSURE.has(word));
}

/** "American spelling" answers a question about spelling; "American customers" does not. */
function standsAlone(behind: string, { words: asked }: Topic): boolean {
  const [, next] = NEXT.exec(behind) ?? [];
  if (next === undefined || BEHIND.has(next)) return true;
  return [...contentOf(next)].every((word) => asked.has(word));
}
