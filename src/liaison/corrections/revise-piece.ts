import { findSlots } from "../specification/find-slots.ts";
import { contentOf, STOP_WORDS, shareIn } from "../text/words.ts";
import { type TypedValue, typedValues } from "../values/typed-values.ts";
import type { KnownLanguage } from "../values/value-words.ts";
import { type CorrectionForms, correctionForms } from "./correction-words.ts";
import { findMentions, isMeant, type Mention } from "./find-mention.ts";
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
  const body = withoutRest(piece.text.replace(END, ""), forms);
  const read = withoutLead(body, forms);
  const told = { ...read, isStrong: (read.isStrong || isMarked) && !ASIDE.test(body) };
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

const ASIDE =
  /^(?:\S+\s+)?(?:sorry|apologies|entschuldigung|perdón|pardon|désolée?|scusa|desculpa|przepraszam) (?:for|about|to|für|por|pour|per|za) /iu;

/** Without "everything else the same" and "my mistake". */
function withoutRest(body: string, forms: CorrectionForms): string {
  if (ASIDE.test(body)) return body;
  const parts = body.split(/,\s+/);
  const kept = parts.filter((part) => !forms.same.test(part));
  return kept.length === parts.length || kept.length === 0 ? body : kept.join(", ");
}

/** "Sorry" alone is no wish. */
function dropApology({ piece, told }: Reading): void {
  if (told.isStrong && !told.isRefusal) setText(piece, "");
}

/** "X instead of Y", "not Y but X", "replace Y with X". */
function byPair(reading: Reading): boolean {
  const { piece, revising, forms, told, body } = reading;
  for (const form of forms.pairs) {
    const match = form.exec(told.rest) ?? form.exec(body);
    const { old = "", value = "" } = match?.groups ?? {};
    if (match === null || old === "" || value === "") continue;
    const mentions = mentionsOf(cleanOld(old, forms), reading);
    const next = cleanValue(value, forms);
    if (mentions.length === 0 || next === "" || isLoose(match, mentions, reading)) continue;
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

/** Within one message only what is marked as a correction is one. */
function mentionsOf(old: string, { piece, revising, told }: Reading): readonly Mention[] {
  return findMentions(old, revising.history, revising.language).filter(
    (mention) => told.isStrong || mention.piece.message < piece.message,
  );
}

/** "No lentils, dinners" names two things and puts none in the other's place. */
function isLoose(
  { groups, 0: whole, input }: RegExpExecArray,
  mentions: readonly Mention[],
  { told, forms, revising, body }: Reading,
): boolean {
  const { denial, value = "" } = groups ?? {};
  if (denial === undefined || told.isStrong || told.isEnded) return false;
  if (forms.contrast.test(denial) && whole.length === input.length) return false;
  if (forms.tail.test(body)) return false;
  const typed = typedValues(value, revising.language);
  return !mentions.some(
    ({ value: old }) => old !== undefined && typed.some((one) => mayReplace(one, old)),
  );
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
function byDropping(reading: Reading): boolean {
  const { piece, revising, forms, told, body } = reading;
  const match = forms.drop.exec(told.rest) ?? forms.drop.exec(body);
  const old = match?.groups?.["old"]?.split(/[,，、]/, 1)[0]?.replace(forms.dropTail, "") ?? "";
  if (match === null || old === "") return false;
  const mentions = mentionsOf(cleanOld(old, forms), reading);
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
  const gone: TypedValue[] = [];
  for (const value of values.slice(0, 6)) {
    if (gone.some((one) => isMeant(value, one))) continue;
    const old = told.isStrong ? targetOf(value, reading) : supersededBy(value, reading);
    if (old?.value === undefined) continue;
    spent.push(value);
    gone.push(old.value);
    for (const mention of sameMentions(old, revising)) {
      replace(mention, value.text, { piece, revising, value });
    }
  }
  if (spent.length === 0) return isRepeated(reading, values);
  const kept = withoutOld(told.kept, gone, revising.language);
  rewrite(piece, isSpent(reading, spent, kept) ? "" : kept);
  return true;
}

/** "60 a minute, 100 is too much" has nothing more to say of 100. */
function withoutOld(text: string, gone: readonly TypedValue[], language: KnownLanguage): string {
  const [first = "", ...others] = text.split(/,\s+/);
  const kept = others.filter(
    (part) => !typedValues(part, language).some((value) => gone.some((one) => isMeant(value, one))),
  );
  return [first, ...kept].join(", ");
}

/** "Say two", after two was said, says nothing more. */
function isRepeated(reading: Reading, values: readonly TypedValue[]): boolean {
  const { piece, told } = reading;
  if (values.length === 0 || !(told.isStrong || told.isWeak)) return false;
  const known = allValues(reading.revising).map(({ value }) => value);
  const isKnown = (value: TypedValue) =>
    known.some((one) => one !== undefined && isMeant(value, one));
  if (!values.every(isKnown) || !isSpent(reading, values, told.kept)) return false;
  rewrite(piece, "");
  return true;
}

/** Whether nothing is left to say beside the values that went to their places. */
function isSpent(
  { told, revising, forms }: Reading,
  spent: readonly TypedValue[],
  kept: string,
): boolean {
  let { rest } = withoutLead(kept, forms);
  for (const { text } of spent) rest = rest.replace(text, () => " ");
  const left = contentOf(rest);
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
  return [...history].reverse().flatMap((piece) =>
    valuesOf(piece, language).map((value) => ({
      piece,
      start: value.start,
      end: value.end,
      value,
    })),
  );
}

/** What a marked correction means: the same kind, by preference in like words, the newest first. */
function targetOf(next: TypedValue, reading: Reading): Mention | undefined {
  const { revising, body } = reading;
  if (!isAlone(next, reading)) return undefined;
  const named = typedValues(body, revising.language).filter((one) => one !== next);
  const fitting = allValues(revising).filter(
    ({ value }) => value !== undefined && mayReplace(next, value) && isSameSort(next, value),
  );
  let best: Mention | undefined;
  let most = -1;
  const around = contentOf(
    `${body.slice(Math.max(0, next.start - 20), next.start)} ${body.slice(next.end, next.end + 30)}`,
  );
  const before = lastWord(body.slice(0, next.start));
  for (const mention of fitting) {
    const isNamed = named.some(
      (one) => one.type === next.type && mention.value !== undefined && isMeant(one, mention.value),
    );
    const score = likeness(mention, next, { around, before }) + (isNamed ? 3 : 0);
    if (score > most) [best, most] = [mention, score];
  }
  return best?.value?.same === next.same ? undefined : best;
}

const MAX_BESIDE = 3;

/** Whether the words beside a value are few: further on in a sentence, it must stand alone. */
function isAlone(next: TypedValue, { body, told }: Reading): boolean {
  const start = next.start - told.at;
  const value = { ...next, start, end: start + next.text.length };
  const rest = body.slice(told.at);
  const chunk = chunkAt(rest, value);
  const isFirst = !rest.slice(0, start).includes(", ");
  const beside = contentOf(chunk.replace(value.text, " ")).size;
  return isFirst ? beside <= MAX_BESIDE + 2 : beside === 0;
}

/** A month does not replace a weekday. */
function isSameSort(next: TypedValue, old: TypedValue): boolean {
  if (next.type !== "date" || old.type !== "date") return true;
  const isMonth = next.month !== undefined && next.day === undefined;
  return !isMonth || old.month !== undefined;
}

function likeness(
  { piece, start, end, value }: Mention,
  next: TypedValue,
  { around, before }: { readonly around: ReadonlySet<string>; readonly before: string },
): number {
  if (value === undefined) return -1;
  const near = contentOf(
    (/[^,;:()]*$/.exec(piece.text.slice(Math.max(0, start - 40), start))?.[0] ?? "") +
      (/^[^,;:()]*/.exec(piece.text.slice(end, end + 40))?.[0] ?? "") +
      (value.unit ?? ""),
  );
  const isSameMonth = next.month !== undefined && next.month.value === value.month?.value;
  const isAfterSame = before !== "" && lastWord(piece.text.slice(0, start)) === before;
  const [one, other] = [next.number?.value ?? 0, value.number?.value ?? 0];
  const isNear = one > 0 && other > 0 && Math.max(one, other) / Math.min(one, other) <= 4;
  return (
    shareIn(around, near) * 2 +
    (isSameMonth ? 1 : 0) +
    (isAfterSame ? 1 : 0) +
    (isNear ? 0.6 : 0) +
    (next.type === value.type ? 0.5 : 0) +
    (shapeOf(next) === shapeOf(value) ? 0.4 : 0)
  );
}

function lastWord(text: string): string {
  return /(\p{L}+)\s*$/u.exec(text)?.[1]?.toLowerCase() ?? "";
}

/** Which parts of a date are told. */
function shapeOf({ weekday, day, month }: TypedValue): string {
  return [weekday, day, month].map((part) => (part === undefined ? "-" : "x")).join("");
}

const TIMES = new Set(["minute", "hour", "day", "week", "month", "year", "mal", "times", "time"]);
const TOTAL =
  /(?:\b(?:total|budget|max(?:imum)?|at most|up to|tops|insgesamt|höchstens|máximo|maximum|massimo|no total|maks)\b)/i;

/** Without a mark, an amount supersedes the only other one of its unit that an earlier message gave. */
function supersededBy(
  next: TypedValue,
  { piece, revising, forms, told, body }: Reading,
): Mention | undefined {
  const chunk = chunkAt(body, next);
  const isTotal = TOTAL.test(chunk);
  const isCounted = next.type === "amount" || next.type === "percent";
  const isAmount = isCounted && next.number !== undefined && next.number.value > 1;
  const isMoney = next.type === "money" && isTotal;
  const isBig = next.type === "number" && (next.number?.value ?? 0) >= 100;
  const isSaid = isBig && (told.isWeak || isTotal);
  if (!(isAmount || isMoney || isSaid)) return undefined;
  const isSettled = told.isEnded || forms.settled.test(chunk);
  if (!isSettled && forms.more.test(chunk)) return undefined;
  if (isAmount && TIMES.has(next.unit ?? "") && !isSettled) return undefined;
  const type = isSaid ? "money" : next.type;
  const own = allValues(revising).filter(
    ({ value, piece: { message } }) =>
      value?.type === type && value.unit === next.unit && message < piece.message,
  );
  const several = own.filter(({ value }) => value?.number?.value !== 1);
  const kinds = new Set((several.length > 0 ? several : own).map(({ value }) => value?.same));
  return kinds.size === 1 && !kinds.has(next.same)
    ? own.find(({ value }) => kinds.has(value?.same))
    : undefined;
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
