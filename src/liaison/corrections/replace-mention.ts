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
export function typedSplices(old: TypedValue, next: TypedValue): readonly Splice[] {
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

function dateSplices(old: TypedValue, next: TypedValue): readonly Splice[] {
  const isPart = (part: "weekday" | "day" | "month") =>
    next[part] !== undefined && old[part] !== undefined;
  const isWhole =
    (next.day !== undefined && next.month !== undefined) ||
    (!next.weekday && !next.day && !next.month);
  if (isWhole) return [[old.start, old.end, next.text]];
  if (next.weekday !== undefined && next.day === undefined) {
    return old.day === undefined && isPart("weekday")
      ? splicesOf(old, next, ["weekday"])
      : [[old.start, old.end, next.text]];
  }
  if (next.day !== undefined && old.month !== undefined) {
    const days = splicesOf(old, next, ["weekday", "day"]);
    const isStale = next.weekday === undefined && old.weekday !== undefined;
    return isStale ? [...days, [old.weekday?.start ?? 0, (old.weekday?.end ?? 0) + 1, ""]] : days;
  }
  if (next.month !== undefined && isPart("month")) return splicesOf(old, next, ["month"]);
  return [[old.start, old.end, next.text]];
}

function splicesOf(
  old: TypedValue,
  next: TypedValue,
  parts: readonly ("weekday" | "day" | "month")[],
): readonly Splice[] {
  return parts.flatMap((name) => {
    const [before, after] = [old[name], next[name]];
    if (before === undefined || after === undefined) return [];
    return [[before.start, before.end, partOf(next, after)] as const];
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
  if (isMostOf(piece, named)) {
    setText(piece, "");
    return;
  }
  const words = contentOf(named);
  const listed = /^([^:]{1,80}: )(.+)$/.exec(piece.text);
  const items = listItems(listed?.[2] ?? "");
  const kept = items.filter((item) => shareIn(words, contentOf(item)) < 1);
  if (items.length >= 2 && kept.length > 0 && kept.length < items.length) {
    setText(piece, `${listed?.[1] ?? ""}${joined(kept)}`);
    return;
  }
  const before = piece.text.slice(0, start);
  const joint = JOINT.exec(before);
  const head = before.slice(0, joint?.index ?? start);
  const rest = piece.text.slice(end);
  const isInner = /^\s*(?:,|and\b|or\b|und\b|y\b|e\b|et\b)/i.test(rest);
  if (head.trim() === "" || isOnlyVerb(head)) {
    const next = /^\s*(?:,|and\b|or\b|und\b|y\b|e\b|et\b)\s*(.+)$/i.exec(rest)?.[1];
    setText(piece, next === undefined ? "" : `${before}${next}`);
    return;
  }
  setText(
    piece,
    isInner &&
      !/,\s*$|,/.test(joint?.[0] ?? "") &&
      /\b(?:with|mit|con|avec|com|met|z|including)\b/i.test(joint?.[0] ?? "")
      ? `${before}${rest.replace(/^\s*(?:,|and|or|und|y|e|et)\s*/i, "")}`
      : withLastAnd(head, rest, joint?.[0] ?? ""),
  );
}

function isOnlyVerb(head: string): boolean {
  return (
    head.trim().split(/\s+/).length <= 2 ||
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
