import { listItems } from "../text/list-items.ts";
import { contentOf, shareIn } from "../text/words.ts";
import { type Part, type TypedValue, typedValues } from "../values/typed-values.ts";
import type { KnownLanguage } from "../values/value-words.ts";
import { correctionForms } from "./correction-words.ts";
import { isMostOf, type Mention } from "./find-mention.ts";
import { type Piece, setText } from "./pieces.ts";

export interface Change {
  readonly language: KnownLanguage;
  /** The number of the message that corrects. */
  readonly by: number;
  /** The new value, where its type is known. */
  readonly typed?: TypedValue | undefined;
}

/** Puts a new value where an earlier one was said. */
export function replaceMention(mention: Mention, value: string, change: Change): void {
  const { piece } = mention;
  const typed = change.typed === undefined ? typedValues(value, change.language) : [change.typed];
  const old = mention.value;
  const next = old === undefined ? undefined : typed.find((one) => mayReplace(one, old));
  if (old !== undefined && next !== undefined) {
    spliceAll(piece, typedSplices(old, next), change);
    return;
  }
  const [start, end, text] = wordSplice(mention, value, change.language);
  spliceAll(piece, [[start, end, text]], change);
}

export function mayReplace(next: TypedValue, old: TypedValue): boolean {
  if (next.type === old.type) return next.type !== "amount" || next.unit === old.unit;
  return next.type === "number" && old.number !== undefined && old.type !== "date";
}

type Splice = readonly [start: number, end: number, text: string];

/** Only the part that is new: the number of an amount, the day of a date. */
function typedSplices(old: TypedValue, next: TypedValue): readonly Splice[] {
  if (old.type === "date") return dateSplices(old, next);
  const isNumber = next.type === "number" || next.type === "amount" || next.type === "percent";
  if (isNumber && old.number !== undefined && next.number !== undefined) {
    return [[old.number.start, old.number.end, numberText(old, next)]];
  }
  return [[old.start, old.end, next.text]];
}

/** In digits where the old one is in digits: "fünft" is no number of its own. */
function numberText(old: TypedValue, next: TypedValue): string {
  if (old.number === undefined || next.number === undefined) return next.text;
  const own = partOf(next, next.number);
  const before = partOf(old, old.number);
  if (/^\d/.test(own)) return own;
  if (/^\d/.test(before)) return String(next.number.value);
  return /^\p{Ll}/u.test(before) ? own.toLowerCase() : own;
}

function partOf(value: TypedValue, { start, end }: Part): string {
  return value.text.slice(start - value.start, end - value.start);
}

/** A day keeps the month that was said, and a weekday what stood before it. */
function dateSplices(old: TypedValue, next: TypedValue): readonly Splice[] {
  const parts = PARTS.filter((part) => next[part] !== undefined);
  const told = parts.join(" ");
  const isKept = told === "month" || (told === "weekday" && old.day === undefined);
  const isDay = next.day !== undefined && next.month === undefined && old.month !== undefined;
  if (!(isKept || isDay) || parts.some((part) => part !== "weekday" && old[part] === undefined)) {
    return [[old.start, old.end, next.text]];
  }
  const stale = isDay && next.weekday === undefined ? old.weekday : undefined;
  const splices = splicesOf(old, next, parts);
  if (splices.length === 0) return [[old.start, old.end, next.text]];
  return stale === undefined ? splices : [...splices, [stale.start, stale.end + 1, ""]];
}

const PARTS = ["weekday", "day", "month"] as const;

function splicesOf(
  old: TypedValue,
  next: TypedValue,
  parts: readonly ("weekday" | "day" | "month")[],
): readonly Splice[] {
  return parts.flatMap((name) => {
    const [before, after] = [old[name], next[name]];
    if (before === undefined || after === undefined) return [];
    // "12.1." takes "the 13th" in figures.
    const isFigure = /^[./]\d/.test(old.text.slice(before.end - old.start));
    const text = partOf(next, after);
    return [[before.start, before.end, isFigure ? text.replace(/\D+$/, "") : text] as const];
  });
}

const PREPOSITION =
  /^(?:for|to|from|by|in|on|at|with|about|as|für|mit|von|para|pour|per|voor|dla)\s+/i;

/** Without doubled articles and prepositions, and in the number of what stood there. */
function wordSplice(
  { piece, start, end }: Mention,
  value: string,
  language: KnownLanguage,
): Splice {
  const { articles } = correctionForms(language);
  const before = piece.text.slice(0, start);
  const after = piece.text.slice(end);
  const own = PREPOSITION.exec(value)?.[0].trim().toLowerCase();
  const isDoubled =
    own !== undefined && new RegExp(`(?:^|\\s)${own}\\s+(?:\\p{L}{1,5}\\s+)?$`, "iu").test(before);
  let text = isDoubled ? value.replace(PREPOSITION, "") : value;
  let from = start;
  const article = /(?<!\p{L})(\p{L}{1,6}['’]?)\s*$/u.exec(before);
  if (article !== null && articles.test(`${article[1]} `)) {
    if (articles.test(text)) from = article.index;
    else text = text.replace(articles, "");
  }
  const until = end + repeatedLength(text, after);
  const isSingular = !/s$/i.test(piece.text.slice(start, end)) && /^\s+\p{L}/u.test(after);
  if (isSingular && language === "en" && /^\p{Ll}+[^s]s$/u.test(text)) text = text.slice(0, -1);
  return [from, until, text];
}

/** Words behind the old value that the new one ends with as well. */
function repeatedLength(value: string, after: string): number {
  const words = value.split(/\s+/);
  for (let count = Math.min(3, words.length - 1); count > 0; count--) {
    const end = ` ${words.slice(-count).join(" ")}`;
    const next = after.slice(0, end.length);
    const isWhole = !/^[\p{L}\p{N}]/u.test(after.slice(end.length));
    if (isWhole && next.toLowerCase() === end.toLowerCase()) return end.length;
  }
  return 0;
}

function spliceAll(piece: Piece, splices: readonly Splice[], { by }: Change): void {
  let text = piece.text;
  for (const [start, end, value] of [...splices].sort((one, other) => other[0] - one[0])) {
    text = text.slice(0, start) + value + text.slice(end);
    if (value !== "") piece.corrected.push({ value, by });
  }
  const isCapital = /^\p{Lu}/u.test(piece.text);
  setText(piece, isCapital ? text.slice(0, 1).toUpperCase() + text.slice(1) : text);
}

const JOINT =
  /(?:\s*,)?\s*(?:(?:and|or|with|plus|including|as well as|und|oder|mit|y|e|et|avec|con|com|en|met|oraz|i|z)\s+)?(?:(?:the|a|an|some|any|our|my|der|die|das|den|ein|eine|einen|el|la|los|las|un|una|le|les|il|o|os|as|de|het|een)\s+)?$/iu;

/** Takes a mention out: a member of a list, a phrase, or the whole piece. */
export function removeMention({ piece, start, end }: Mention, named: string): void {
  const text = isMostOf(piece, named)
    ? ""
    : (withoutMember(piece.text, named) ?? withoutPhrase(piece.text, start, end));
  setText(piece, text);
}

/** "Metrics: revenue and margin" without units. */
function withoutMember(text: string, named: string): string | undefined {
  const [, name = "", list = ""] = /^([^:]{1,80}: )(.+)$/.exec(text) ?? [];
  const words = contentOf(named);
  const items = listItems(list);
  const kept = items.filter((item) => shareIn(words, contentOf(item)) < 1);
  const isCut = items.length >= 2 && kept.length > 0 && kept.length < items.length;
  return isCut ? `${name}${joined(kept)}` : undefined;
}

const ARTICLES =
  /(?:the|a|an|some|any|our|my|der|die|das|den|ein|eine|einen|el|la|los|las|un|una|le|les|il|o|os|as|de|het|een)\s+$/iu;
const FURTHER = /^\s*(?:,|(?:and|or|und|y|e|et|en|i)(?!\p{L}))\s*(?:(?:and|or)\s+)?(?=\S)/iu;
const BRINGS = /(?<!\p{L})(?:with|including|plus|mit|con|avec|com|met|z)(?!\p{L})/iu;

function withoutPhrase(text: string, start: number, end: number): string {
  const before = text.slice(0, start);
  const joint = JOINT.exec(before)?.[0] ?? "";
  const head = before.slice(0, start - joint.length);
  const rest = text.slice(end);
  const further = FURTHER.exec(rest)?.[0];
  const isMember = /[,\p{L}]/u.test(joint.replace(ARTICLES, ""));
  const isAlone = head.trim() === "" || (!isMember && isOnlyVerb(head));
  if (further !== undefined && (isAlone || (BRINGS.test(joint) && !joint.includes(",")))) {
    return `${before}${rest.slice(further.length)}`;
  }
  return isAlone ? "" : withLastAnd(head.replace(LEADS_ON, ""), rest, joint);
}

const LEADS_ON = /\s(?:about|for|on|of|über|zu|sobre|de|sur|su|over|o)$/iu;

function isOnlyVerb(head: string): boolean {
  if (LEADS_ON.test(head)) return false;
  const isShort = head.trim().split(/\s+/).length <= 2;
  return (
    isShort ||
    /^(?:first |second |then )?(?:i|we) (?:need|want)(?: to \p{L}+)?$/iu.test(head.trim())
  );
}

/** "Revenue, units" that lost its last member becomes "revenue and units". */
function withLastAnd(head: string, rest: string, joint: string): string {
  const isEnd = /^[\s.!?]*$/.test(rest);
  const wasLast = /\b(?:and|und|y|et|e|en|i)\b/i.test(joint);
  const last = /,\s*([^,]*)$/.exec(head)?.[1] ?? "";
  const isItem = last.split(/\s+/).length <= 4 && !PREPOSITION.test(last);
  const isList = isEnd && wasLast && isItem && !/,[^,]*\b(?:and|und|y|et|e)\b[^,]*$/i.test(head);
  const whole = isList ? head.replace(/,\s*(?=[^,]*$)/, " and ") : head;
  return `${whole}${rest}`;
}

function joined(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}
