import { MAX_EXCHANGE_LENGTH, MAX_SENTENCE_LENGTH, MAX_SENTENCES } from "./limits.ts";

/** `text` is the part from `start` to `end` of the text that was split. */
export interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Sentence extends Span {
  /** A bullet or a number came before it. */
  readonly isItem: boolean;
  /** It ends in a question mark. */
  readonly isAsked: boolean;
}

const ENDS = /[.!?…]{1,8}["'”’)\]]{0,4}(?=\s|$)|[。！？]{1,8}[」』”）]{0,2}\s*|\n\s*|;\s+/g;
const MARKER = /^(?:[-*•·–—]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+/i;
const NO_END = new Set(
  "e.g i.e eg ie etc vs mr mrs ms dr prof st nr approx fig inc ltd co corp u.s u.k a.m p.m jan feb mar apr jun jul aug sep sept oct nov dec min max incl excl dept est".split(
    " ",
  ),
);
/** "No. 5" and "v. 2"; anywhere else such a full stop ends a sentence. */
const NUMBERED = new Set(["no", "v"]);
/** "30. April" and "8. bis 15." are dates. */
const MONTH =
  /^\s+(?:bis\b|jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez|styc|lut|mar|kwi|maj|czer|lip|sier|wrz|paź|lis|gru)/i;
const OFTEN_LAST = new Set(["etc", "inc", "ltd", "co", "a.m", "p.m", "u.s", "u.k"]);

/** Quoted lines and code blocks are material, not the person's own words. */
const MATERIAL = /```[\s\S]*?(?:```|(?![\s\S]))|^>[^\n]*$/gm;

/** Sentences, list items and lines with their offsets, bounded by the limits. */
export function splitSentences(whole: string): readonly Sentence[] {
  const text = withoutMaterial(whole.slice(0, MAX_EXCHANGE_LENGTH));
  const found: Sentence[] = [];
  let start = 0;
  for (const end of text.matchAll(ENDS)) {
    if (found.length >= MAX_SENTENCES) return found;
    if (!isEnd(text, start, end)) continue;
    push(found, text, [start, end.index + end[0].trimEnd().length]);
    start = end.index + end[0].length;
  }
  if (found.length < MAX_SENTENCES) push(found, text, [start, text.length]);
  return found;
}

/** Replaced by blanks, so that offsets of the rest stay the same. */
function withoutMaterial(text: string): string {
  return text.replace(MATERIAL, (block) => `${" ".repeat(block.length - 1)}\n`);
}

function isEnd(text: string, start: number, end: RegExpExecArray): boolean {
  if (!end[0].startsWith(".") || end[0].startsWith("..")) return true;
  const from = Math.max(start, end.index - 20);
  const before = text.slice(from, end.index).toLowerCase();
  const last = /[^\s("“]*$/.exec(before)?.[0].replace(/^['‘]+/, "") ?? "";
  const next = text.slice(end.index + end[0].length, end.index + end[0].length + 3).trimStart();
  if (OFTEN_LAST.has(last)) return next === "" || /^[\p{Lu}\n]/u.test(next);
  const isNumberOfItem = /^\d{1,2}$/.test(last) && text.slice(start, end.index).trim() === last;
  const isDate =
    /^\d{1,2}$/.test(last) &&
    MONTH.test(text.slice(end.index + end[0].length, end.index + end[0].length + 12));
  const isInitial = /^[a-z]$/.test(last) && last !== "i" && /^\p{Lu}/u.test(next);
  const isNumbered = NUMBERED.has(last) && /^\d/.test(next);
  return !(NO_END.has(last) || isNumbered || isNumberOfItem || isInitial || isDate);
}

function push(found: Sentence[], text: string, [from, to]: readonly [number, number]): void {
  const raw = text.slice(from, to);
  const begin = from + (raw.length - raw.trimStart().length);
  const mark = MARKER.exec(text.slice(begin, Math.min(to, begin + 8)))?.[0] ?? "";
  const isDate = /^(?:bis|to|–|-) ?\d/.test(text.slice(begin + mark.length));
  const marker = isDate ? "" : mark;
  const start = begin + marker.length;
  const said = text.slice(start, Math.min(to, start + MAX_SENTENCE_LENGTH)).trimEnd();
  if (!/[\p{L}\p{N}]/u.test(said)) return;
  found.push({
    text: said,
    start,
    end: start + said.length,
    isItem: marker !== "",
    isAsked: /\?["'”’)\]]*$/.test(said),
  });
}
