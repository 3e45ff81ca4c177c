import { contentOf, shareIn } from "../text/words.ts";
import { type TypedValue, typedValues } from "../values/typed-values.ts";
import type { KnownLanguage } from "../values/value-words.ts";
import { isMeant, type Mention } from "./find-mention.ts";
import { valuesOf } from "./pieces.ts";
import { type Told, withoutLead } from "./read-lead.ts";
import { type Reading, type Revising, replace, rewrite } from "./reading.ts";
import { mayReplace } from "./replace-mention.ts";

/** "No wait, 5 people": a value of the same kind replaces the last one. */
export function byValues(reading: Reading): boolean {
  const { piece, revising, told, body } = reading;
  const values = typedValues(body, revising.language).filter(({ start }) => start >= told.at);
  const spent: TypedValue[] = [];
  const gone: TypedValue[] = [];
  for (const value of values.slice(0, 6)) {
    if (gone.some((one) => isMeant(value, one)) || isVariant(value, reading)) continue;
    const old = told.isStrong ? targetOf(value, reading, spent) : unmarkedTarget(value, reading);
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

function unmarkedTarget(value: TypedValue, reading: Reading): Mention | undefined {
  return supersededBy(value, reading) ?? ofSubject(value, reading) ?? onlyOne(value, reading);
}

/** "US English", after British English: the same language of another kind. */
function isVariant(value: TypedValue, { body, revising }: Reading): boolean {
  if (!/\p{Lu}\p{L}+ $/u.test(body.slice(0, value.start)) || value.type !== "language")
    return false;
  return allValues(revising).some((one) => one.value?.same === value.same);
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
  if (values.length === 0 || values.some((one) => isVariant(one, reading))) return false;
  if (!(told.isStrong || told.isWeak)) return false;
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
function targetOf(
  next: TypedValue,
  reading: Reading,
  spent: readonly TypedValue[],
): Mention | undefined {
  const { revising, body } = reading;
  if (!isAlone(next, reading)) return undefined;
  const others = typedValues(body, revising.language).filter(({ start }) => start !== next.start);
  const kept = others.filter((one) => isRange(body, one, next));
  const named = others.filter((one) => !kept.includes(one));
  const stays = [...kept, ...spent];
  const fitting = allValues(revising).filter(
    ({ value }) =>
      value !== undefined &&
      mayReplace(next, value) &&
      isSameSort(next, value) &&
      !stays.some((one) => one.same !== next.same && isMeant(one, value)),
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
  if (best?.value?.same !== next.same) return best;
  // "Back to 30" takes back what was said after the first 30.
  const later = fitting.slice(0, fitting.indexOf(best));
  return later.find(({ value }) => value?.same !== next.same && value?.unit === undefined);
}

const MAX_BESIDE = 3;

/** Whether the words beside a value are few: further on in a sentence, it must stand alone. */
function isAlone(next: TypedValue, { body, told, forms }: Reading): boolean {
  const start = next.start - told.at;
  const value = { ...next, start, end: start + next.text.length };
  const rest = body.slice(told.at);
  const chunk = chunkAt(rest, value);
  const isFirst = !rest.slice(0, start).includes(", ");
  const beside = contentOf(chunk.replace(value.text, " ").replace(forms.settled, " ")).size;
  return isFirst ? beside <= MAX_BESIDE + 2 : beside === 0;
}

const UNTIL =
  /^\s*(?:to|until|till|through|bis(?: zum)?|a|al|hasta(?: el)?|à|au|jusqu['’](?:à|au)|fino a|até|tot(?: en met)?|do|[-–~]|から|到|至)\s*$/iu;

/** "From March to September": the first is no old value for the second, but said with it. */
function isRange(body: string, one: TypedValue, next: TypedValue): boolean {
  const [first, last] = one.start < next.start ? [one, next] : [next, one];
  return one.type === next.type && UNTIL.test(body.slice(first.end, last.start));
}

/** A month does not replace a weekday, nor a weekday a month. */
function isSameSort(next: TypedValue, old: TypedValue): boolean {
  if (next.type !== "date" || old.type !== "date") return true;
  return !(isMonth(next) && old.month === undefined) && !(isMonth(old) && next.month === undefined);
}

function isMonth({ month, day }: TypedValue): boolean {
  return month !== undefined && day === undefined;
}

interface Around {
  /** Words beside the new value. */
  readonly around: ReadonlySet<string>;
  readonly before: string;
}

/** How likely it is that the new value is meant for the one that is mentioned. */
function likeness(mention: Mention, next: TypedValue, { around, before }: Around): number {
  const { piece, start, value } = mention;
  if (value === undefined) return -1;
  const marks: readonly (readonly [boolean, number])[] = [
    [next.month !== undefined && next.month.value === value.month?.value, 1],
    [before !== "" && lastWord(piece.text.slice(0, start)) === before, 1],
    [isOfLikeSize(next, value), 0.6],
    [next.type === value.type, 0.5],
    [shapeOf(next) === shapeOf(value), 0.4],
  ];
  const told = marks.reduce((sum, [holds, weight]) => (holds ? sum + weight : sum), 0);
  return told + 2 * shareIn(around, nearOf(mention));
}

/** The words of the same part of the sentence. */
function nearOf({ piece, start, end, value }: Mention): ReadonlySet<string> {
  const [before = ""] = /[^,;:()]*$/.exec(piece.text.slice(Math.max(0, start - 40), start)) ?? [];
  const [after = ""] = /^[^,;:()]*/.exec(piece.text.slice(end, end + 40)) ?? [];
  return contentOf(`${before} ${after} ${value?.unit ?? ""}`);
}

function isOfLikeSize(next: TypedValue, value: TypedValue): boolean {
  const [one, other] = [next.number?.value ?? 0, value.number?.value ?? 0];
  return one > 0 && other > 0 && Math.max(one, other) / Math.min(one, other) <= 4;
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
  /(?:\b(?:total|all in|altogether|budget|max(?:imum)?|at most|up to|tops|insgesamt|höchstens|máximo|maximum|massimo|no total|maks)\b)/i;

/** "It was 36 years", after 38 were told. */
const STATES =
  /(?:^|[\s,:;])(?:(?:it|that|there|they)(?:['’](?:s|re|ll be)| is| was| are| were| will be)|es (?:sind|ist|waren|war|werden)|(?:son|eran|fueron)|c['’](?:est|était)|ce (?:sont|étaient)|(?:sono|erano)|(?:são|eram|foram)|het (?:is|zijn|was|waren)|(?:jest|było|były)) (?:only |just |nur |actually |really )?$/iu;

/** Without a mark, an amount supersedes the only other one of its unit that an earlier message gave. */
function supersededBy(next: TypedValue, reading: Reading): Mention | undefined {
  const type = supersededType(next, reading);
  if (type === undefined) return undefined;
  const isBare = next.type === "number" && type !== "number";
  const { piece, revising } = reading;
  const own = allValues(revising).filter(
    ({ value, piece: { message, text } }) =>
      message < piece.message &&
      (value?.type === type
        ? type === "money" || (isBare ? isCount(value, false) : value.unit === next.unit)
        : type === "money" && isNamedTotal(value, text)),
  );
  const several = own.filter(({ value }) => value?.number?.value !== 1);
  const kinds = new Set((several.length > 0 ? several : own).map(({ value }) => value?.same));
  return kinds.size === 1 && !kinds.has(next.same)
    ? own.find(({ value }) => kinds.has(value?.same))
    : undefined;
}

const SUBJECT =
  /^(?:[\p{L}']{1,5},? ){0,3}?(?:the |our |my |der |die |das |el |la |los |las |le |les |il |lo |o |a |de |het )?(?<subject>[\p{L}-]{3,}(?: [\p{L}-]{3,}){0,2}) (?:is|are|will be|ist|sind|es|son|está|est|sont|è|sono|é|são|zijn|jest|są) (?:now |only |on |at |jetzt |ahora |maintenant |adesso |agora |nu |teraz |am |um |el |a |le |il )*$/iu;
const NOW = /^\s*(?:\p{L}+ )?(?:now|jetzt|ahora|maintenant|adesso|ora|agora|nu|teraz)(?!\p{L})/iu;

/** "The yoga is on Wednesdays", "the range is 90 now": what an earlier message gave the same thing. */
function ofSubject(next: TypedValue, { revising, piece, told, body, isHeard }: Reading) {
  const subject = SUBJECT.exec(body.slice(0, next.start))?.groups?.["subject"];
  const isNew = told.isWeak || told.isRefusal || isHeard || NOW.test(body.slice(next.end));
  if (subject === undefined || !isNew) return undefined;
  const words = contentOf(subject);
  const own = allValues(revising).filter(
    (mention) =>
      mention.value !== undefined &&
      mention.piece.message < piece.message &&
      mayReplace(next, mention.value) &&
      isSameSort(next, mention.value) &&
      shareIn(words, nearOf(mention)) > 0,
  );
  const kinds = new Set(own.map(({ value }) => value?.same));
  return kinds.size === 1 && !kinds.has(next.same) ? own[0] : undefined;
}

/** Where a clause only sounds like a correction, the one value that it can be meant for. */
function onlyOne(next: TypedValue, { revising, piece, isHeard }: Reading): Mention | undefined {
  if (!isHeard) return undefined;
  const own = allValues(revising).filter(
    ({ value, piece: { message } }) =>
      message < piece.message &&
      value?.type === next.type &&
      // Two numbers alone may count whatever there is.
      next.type !== "number" &&
      mayReplace(next, value) &&
      isSameSort(next, value),
  );
  const kinds = new Set(own.map(({ value }) => value?.same));
  return kinds.size === 1 && !kinds.has(next.same) ? own[0] : undefined;
}

/** The type of what a value supersedes; undefined where it may be said beside it. */
function supersededType(
  next: TypedValue,
  { forms, told, body }: Reading,
): TypedValue["type"] | undefined {
  const chunk = chunkAt(body, next);
  const isStated = STATES.test(body.slice(0, next.start));
  const isSettled = told.isEnded || isStated || forms.settled.test(chunk);
  if (!isSettled && forms.more.test(chunk)) return undefined;
  if (next.type === "percent") return "percent";

  if (next.type === "amount") return isCount(next, isSettled) ? "amount" : undefined;
  if (isTotal(next, { chunk, told })) return "money";
  return isStated ? STATED[next.type] : undefined;
}

const STATED: Readonly<Partial<Record<TypedValue["type"], TypedValue["type"]>>> = {
  number: "amount",
  date: "date",
};

function isTotal(
  next: TypedValue,
  { chunk, told }: { readonly chunk: string; readonly told: Told },
): boolean {
  return isSum(next) && (TOTAL.test(chunk) || (next.type === "number" && told.isWeak));
}

/** "Up to 150" is a sum without its money. */
function isNamedTotal(value: TypedValue | undefined, text: string): boolean {
  return value?.type === "number" && isSum(value) && TOTAL.test(chunkAt(text, value));
}

function isSum({ type, number }: TypedValue): boolean {
  return type === "money" || (number?.value ?? 0) >= 100;
}

/** A time is often one of several, unless it is settled. */
function isCount({ number, unit = "" }: TypedValue, isSettled: boolean): boolean {
  return (number?.value ?? 0) > 1 && (isSettled || !TIMES.has(unit));
}

/** The words around a value, between commas. */
function chunkAt(text: string, { start, end }: TypedValue): string {
  const from = text.lastIndexOf(", ", start) + 1;
  const to = text.indexOf(", ", end);
  return text.slice(from, to === -1 ? text.length : to);
}
