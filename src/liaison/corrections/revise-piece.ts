import { findSlots } from "../specification/find-slots.ts";
import { contentOf, STOP_WORDS, shareIn } from "../text/words.ts";
import { type TypedValue, typedValues } from "../values/typed-values.ts";
import type { KnownLanguage } from "../values/value-words.ts";
import { type CorrectionForms, correctionForms } from "./correction-words.ts";
import { findMentions, type Mention } from "./find-mention.ts";
import { type Piece, setText, valuesOf } from "./pieces.ts";
import { type Told, withoutLead } from "./read-lead.ts";
import { mayReplace, removeMention, replaceMention } from "./replace-mention.ts";

export interface TextChange {
  readonly before: string;
  readonly after: string;
}

export interface Revising {
  readonly language: KnownLanguage;
  /** What was said before, oldest first. */
  readonly history: Piece[];
  readonly changes: TextChange[];
}

const MAX_LENGTH = 400;
const END = /[\s.!?…。！]{1,10}$/u;

/** Changes what was said before where a piece corrects it; what only corrects is taken out of it. */
export function revisePiece(piece: Piece, revising: Revising, isMarked = false): void {
  if (piece.text.length > MAX_LENGTH || /\?["'”’)\]]*$/.test(piece.text)) return;
  const forms = correctionForms(revising.language);
  const body = piece.text.replace(END, "");
  const read = withoutLead(body, forms);
  const told = { ...read, isStrong: read.isStrong || isMarked };
  const reading = { piece, revising, forms, told, body };
  if (told.rest !== "" && forms.same.test(told.rest)) setText(piece, "");
  else if (told.rest === "") dropApology(reading);
  else if (!byPair(reading) && !byDropping(reading) && !byValues(reading) && told.isStrong) {
    byKind(reading);
  }
}

interface Reading {
  readonly piece: Piece;
  readonly revising: Revising;
  readonly forms: CorrectionForms;
  readonly told: Told;
  /** The piece without its full stop. */
  readonly body: string;
}

/** "Sorry" alone is no wish. */
function dropApology({ piece, told }: Reading): void {
  if (told.isStrong && !told.isRefusal) setText(piece, "");
}

/** "X instead of Y", "not Y but X", "replace Y with X". */
function byPair({ piece, revising, forms, told, body }: Reading): boolean {
  for (const form of forms.pairs) {
    const match = form.exec(told.rest) ?? form.exec(body);
    const { old = "", value = "" } = match?.groups ?? {};
    if (match === null || old === "" || value === "") continue;
    const bare = cleanOld(old, forms);
    const mentions = findMentions(bare, revising.history, revising.language);
    const next = cleanValue(value, forms);
    if (mentions.length === 0 || next === "") continue;
    for (const mention of mentions) replace(mention, next, { piece, revising });
    const around = [
      match.input.slice(0, match.index),
      match.input.slice(match.index + match[0].length),
    ];
    rewrite(piece, remainder(around.join(" "), forms));
    if (piece.text !== "") revisePiece(piece, revising, true);
    return true;
  }
  return false;
}

function cleanOld(old: string, forms: CorrectionForms): string {
  return old
    .trim()
    .replace(forms.tail, "")
    .replace(/^(?:for|to|as|about|with|für|para|pour|per|voor|dla) /i, "");
}

/** What only introduces a value: "I've read the box: it is twice a day". */
const BEFORE =
  /^.*:\s+(?=\S)|^(?:[\p{L}'’]+\s+){0,4}(?:is|are|ist|sind|es|son|est|sont|è|sono|são|zijn)\s+(?=\S)/iu;
const RELATIVE = /\s(?:that |which )?(?:i|we|you|he|she|they)(?:['’]\p{L}+)?\s.*$/iu;

function cleanValue(value: string, forms: CorrectionForms): string {
  const { rest } = withoutLead(value.trim(), forms);
  const short = rest.replace(RELATIVE, "").replace(BEFORE, "").replace(BEFORE, "");
  return short.replace(/^[\s,:–-]+|[\s,:–-]+$/g, "");
}

function remainder(text: string, forms: CorrectionForms): string {
  const { rest } = withoutLead(text.replace(/^[\s,;:.–-]+/, "").replace(/[\s,;:–-]+$/, ""), forms);
  return forms.same.test(rest) ? "" : rest;
}

/** "Drop the charts", "without the glossary", "forget about Czech". */
function byDropping({ piece, revising, forms, told, body }: Reading): boolean {
  const match = forms.drop.exec(told.rest) ?? forms.drop.exec(body);
  const old = match?.groups?.["old"]?.split(/[,，、]/, 1)[0]?.replace(forms.dropTail, "") ?? "";
  if (match === null || old === "") return false;
  const mentions = findMentions(cleanOld(old, forms), revising.history, revising.language);
  if (mentions.length === 0) return false;
  const named = cleanOld(old, forms);
  for (const mention of mentions) {
    if (!mention.piece.text.slice(mention.start, mention.end)) continue;
    change(mention.piece, revising, () => removeMention(mention, named));
  }
  rewrite(piece, "");
  return true;
}

/** "No wait, 5 people": a value of the same kind replaces the last one. */
function byValues(reading: Reading): boolean {
  const { piece, revising, told, body } = reading;
  const values = typedValues(body, revising.language).filter(({ start }) => start >= told.at);
  const spent: TypedValue[] = [];
  const gone = new Set<number>();
  for (const value of values.slice(0, 6)) {
    const isOld = value.number !== undefined && gone.has(value.number.value);
    const old = isOld
      ? undefined
      : told.isStrong
        ? targetOf(value, reading)
        : supersededBy(value, reading);
    if (old === undefined) continue;
    spent.push(value);
    if (old.value?.number !== undefined) gone.add(old.value.number.value);
    for (const mention of sameMentions(old, revising)) {
      replace(mention, value.text, { piece, revising, value });
    }
  }
  if (spent.length === 0) return false;
  rewrite(piece, isSpent(reading, spent) ? "" : told.kept);
  return true;
}

/** Whether nothing is left to say beside the values that went to their places. */
function isSpent({ told, body, revising }: Reading, spent: readonly TypedValue[]): boolean {
  const end = told.at + told.rest.length;
  let rest = body.slice(0, end);
  for (const one of [...spent].reverse())
    rest = `${rest.slice(0, one.start)} ${rest.slice(one.end)}`;
  const left = contentOf(rest.slice(told.at));
  if (left.size === 0 || (left.size === 1 && told.isStrong)) return true;
  const said = new Set(revising.history.flatMap(({ text }) => [...contentOf(text)]));
  return left.size <= 2 && shareIn(left, said) === 1;
}

/** All that say the same as the one that is corrected. */
function sameMentions(old: Mention, { history, language }: Revising): readonly Mention[] {
  const same = old.value?.same;
  if (same === undefined || old.value?.type === "number") return [old];
  return history.flatMap((piece) =>
    [...valuesOf(piece, language)]
      .filter((value) => value.same === same)
      .reverse()
      .map((value) => ({ piece, start: value.start, end: value.end, value })),
  );
}

function allValues({ history, language }: Revising): readonly Mention[] {
  return [...history]
    .reverse()
    .flatMap((piece) =>
      valuesOf(piece, language).map((value) => ({
        piece,
        start: value.start,
        end: value.end,
        value,
      })),
    );
}

/** What a marked correction means: the same kind, by preference in like words, the newest first. */
function targetOf(next: TypedValue, { revising, body }: Reading): Mention | undefined {
  const fitting = allValues(revising).filter(
    ({ value }) => value !== undefined && mayReplace(next, value),
  );
  let best: Mention | undefined;
  let most = -1;
  const around = contentOf(
    `${body.slice(Math.max(0, next.start - 20), next.start)} ${body.slice(next.end, next.end + 30)}`,
  );
  for (const mention of fitting) {
    const score = likeness(mention, next, around);
    if (score > most) [best, most] = [mention, score];
  }
  return best?.value?.same === next.same ? undefined : best;
}

function likeness(
  { piece, start, end, value }: Mention,
  next: TypedValue,
  around: ReadonlySet<string>,
): number {
  const near = contentOf(piece.text.slice(Math.max(0, start - 40), end + 40));
  const isSameMonth = next.month !== undefined && next.month.value === value?.month?.value;
  const isSameType = next.type === value?.type;
  return shareIn(around, near) * 2 + (isSameMonth ? 1 : 0) + (isSameType ? 0.5 : 0);
}

const TIMES = new Set(["minute", "hour", "day", "week", "month", "year", "mal", "times", "time"]);
const TOTAL =
  /(?:\b(?:total|budget|max(?:imum)?|at most|up to|tops|insgesamt|höchstens|máximo|maximum|massimo|no total|maks)\b)/i;

/** Without a mark, an amount supersedes the only other one of its unit that an earlier message gave. */
function supersededBy(
  next: TypedValue,
  { piece, revising, forms, told, body }: Reading,
): Mention | undefined {
  const isAmount = next.type === "amount" && next.number !== undefined && next.number.value > 1;
  const isMoney = next.type === "money" && TOTAL.test(piece.text);
  const isSaid = next.type === "number" && told.isWeak && (next.number?.value ?? 0) >= 100;
  if (!(isAmount || isMoney || isSaid)) return undefined;
  if (forms.more.test(chunkAt(body, next))) return undefined;
  if (isAmount && TIMES.has(next.unit ?? "") && !told.isEnded) return undefined;
  const type = isSaid ? "money" : next.type;
  const own = allValues(revising).filter(
    ({ value, piece: { message } }) =>
      value?.type === type && value.unit === next.unit && message < piece.message,
  );
  const kinds = new Set(own.map(({ value }) => value?.same));
  return kinds.size === 1 && !kinds.has(next.same) ? own[0] : undefined;
}

/** The words around a value, between commas. */
function chunkAt(text: string, { start, end }: TypedValue): string {
  const from = text.lastIndexOf(", ", start) + 1;
  const to = text.indexOf(", ", end);
  return text.slice(from, to === -1 ? text.length : to);
}

/** Kinds of which a task has one, so that a new one replaces the old. */
const REPLACED = new Set([
  "audience",
  "style",
  "level",
  "place",
  "presentation",
  "period",
  "format",
  "duration",
  "people",
]);

/** A correction in words without a type: by the kind of detail, the thing, or the preposition. */
function byKind(reading: Reading): void {
  const { piece, revising, told } = reading;
  const mention = ofKind(reading) ?? ofThing(reading) ?? ofPreposition(reading);
  if (mention !== undefined) {
    replace(mention.mention, mention.value, { piece, revising });
    rewrite(piece, "");
    return;
  }
  if (!told.isRefusal) rewrite(piece, told.kept);
}

interface Meant {
  readonly mention: Mention;
  readonly value: string;
}

function ofKind({ revising, told }: Reading): Meant | undefined {
  const kinds = findSlots(told.rest).filter(({ kind }) => REPLACED.has(kind));
  for (const { kind, value } of kinds) {
    if (value.length * 2 < told.rest.length) continue;
    for (const piece of [...revising.history].reverse()) {
      const old = findSlots(piece.text).find((slot) => slot.kind === kind);
      const at = old === undefined ? -1 : piece.text.toLowerCase().indexOf(old.value.toLowerCase());
      if (old === undefined || at === -1 || old.value.toLowerCase() === value.toLowerCase())
        continue;
      return { mention: { piece, start: at, end: at + old.value.length }, value };
    }
  }
  return undefined;
}

const THINGS = [1, 2].map(
  (count) =>
    new RegExp(
      `^(?:(?:the|a|an|my|our)\\s+)?(?:\\p{L}+[\\s-]){${count}}(?<noun>\\p{L}{3,})(?=$|[\\s,.])`,
      "iu",
    ),
);

/** "The last reminder" replaces "the second reminder". */
function ofThing({ revising, told }: Reading): Meant | undefined {
  for (const thing of THINGS) {
    const noun = thing.exec(told.rest)?.groups?.["noun"];
    if (noun === undefined || STOP_WORDS.has(noun)) continue;
    const form = new RegExp(`(?:(?:the|a|an|my|our)\\s+)?\\p{L}+\\s+${noun}(?!\\p{L})`, "iu");
    const found = lastMatch(revising, form);
    if (found !== undefined) return { mention: found, value: told.rest };
  }
  return undefined;
}

function lastMatch({ history }: Revising, form: RegExp): Mention | undefined {
  for (const piece of [...history].reverse()) {
    const match = form.exec(piece.text);
    if (match !== null) return { piece, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}

const OPENING =
  /^(about|for|from|to|with|in|on|at|by|über|für|von|nach|mit|sobre|para|desde|con|sur|pour|depuis|avec|per|da|em|com|over|voor|naar|met|o|dla|z) /iu;

/** "About dogs" replaces "about cats". */
function ofPreposition({ revising, told }: Reading): Meant | undefined {
  const own = OPENING.exec(told.rest)?.[1];
  if (own === undefined || told.rest.split(/\s+/).length > 10) return undefined;
  const form = new RegExp(
    `(?<!\\p{L})${own} [^,;.!?]{2,80}?(?=$|[,;.!?]| (?:${own}|by|for|with|and|as|in|on|to|from|bis|mit|para|con|pour|avec) )`,
    "iu",
  );
  const found = lastMatch(revising, form);
  return found && { mention: found, value: told.rest };
}

interface Replacing {
  readonly piece: Piece;
  readonly revising: Revising;
  readonly value?: TypedValue;
}

function replace(
  mention: Mention,
  value: string,
  { piece, revising, value: typed }: Replacing,
): void {
  change(mention.piece, revising, () =>
    replaceMention(mention, value, { language: revising.language, by: piece.message, typed }),
  );
}

function change(piece: Piece, { changes }: Revising, apply: () => void): void {
  const before = piece.text;
  apply();
  if (piece.text !== before) changes.push({ before, after: piece.text });
}

function rewrite(piece: Piece, text: string): void {
  const end = text === "" ? "" : (/[.!?…。！]{1,10}$/u.exec(piece.text)?.[0] ?? "");
  setText(piece, text === "" ? "" : `${text}${end}`);
}
