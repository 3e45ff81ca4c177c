import { present } from "../../domain/present.ts";
import { stemOf } from "../text/words.ts";
import { type ValueForms, valueForms } from "./value-forms.ts";
import type { ClosedType, KnownLanguage } from "./value-words.ts";

export type ValueType =
  | ClosedType
  | "version"
  | "time"
  | "date"
  | "money"
  | "percent"
  | "amount"
  | "number";

export interface Part {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

/** A value with its place in the person's words. */
export interface TypedValue {
  readonly type: ValueType;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Equal for two spellings of one value. */
  readonly same: string;
  /** What an amount counts. */
  readonly unit?: string;
  /** The number in it. */
  readonly number?: Part;
  readonly weekday?: Part;
  readonly day?: Part;
  readonly month?: Part;
}

const MAX_LENGTH = 2_000;
const MAX_VALUES = 60;
/** Abbreviations and months that are common words as well, unless they are written as names. */
const NAMES_ONLY =
  /^(?:suns?|mons?|weds?|sats?|may|mar|march|jan|feb|mrt|apr|jun|jul|aug|sept?|okt|nov|dec|dez|mai|set)$/;

interface Found {
  readonly values: TypedValue[];
  readonly taken: boolean[];
  readonly text: string;
  readonly forms: ValueForms;
}

/** All values of a text, in order. Where two forms overlap, the more telling one counts. */
export function typedValues(whole: string, language: KnownLanguage): readonly TypedValue[] {
  const text = whole.slice(0, MAX_LENGTH);
  const forms = valueForms(language);
  const found: Found = { values: [], taken: [], text, forms };
  const [often, others] = [
    forms.closed.filter(isOften),
    forms.closed.filter((one) => !isOften(one)),
  ];
  for (const [type, index, form] of often)
    scan(found, [form], () => ({ type, same: `${type} ${index}` }));
  scan(found, [forms.version], (match) => ({ type: "version", same: match[0].replace(/^v/i, "") }));
  scan(found, forms.dates, (match) => dateOf(match, forms));
  scan(found, forms.times, (match) => timeOf(match, forms));
  scan(found, [forms.money], (match) => numbered(match, forms, { type: "money" }));
  scan(found, [forms.percent], (match) => numbered(match, forms, { type: "percent" }));
  scan(found, [forms.counted], (match) =>
    numbered(match, forms, { type: "amount", unit: "person" }),
  );
  scan(found, [forms.amount], (match) => amountOf(match, forms));
  for (const [type, index, form] of others) {
    scan(found, [form], () => ({ type, same: `${type} ${index}` }));
  }
  const inOrder = found.values.sort((one, other) => one.start - other.start);
  return inOrder.map((one, at) => asDay(one, inOrder[at + 1], text));
}

const JOINS_DAYS =
  /^\.?(?: ?(?:and|und|en|y|et|e|i|or|oder|o|ou|of|lub|to|bis|tot|till|al?|au|do) ?| ?[,&/–-] ?)$/iu;

/** "25 en 26 dec": the first is a day of that month as well. */
function asDay(one: TypedValue, next: TypedValue | undefined, text: string): TypedValue {
  const { type, number } = one;
  const isDay = type === "number" && number !== undefined && number.value <= 31;
  if (!isDay || next?.month === undefined || next.day === undefined) return one;
  if (next.day.start !== next.start || !JOINS_DAYS.test(text.slice(one.end, next.start)))
    return one;
  const { number: _, ...rest } = one;
  return { ...rest, type: "date", same: `d${number.value}m${next.month.value}`, day: number };
}

function isOften([type]: ValueForms["closed"][number]): boolean {
  return type === "frequency";
}

type Read = Omit<TypedValue, "start" | "end" | "text"> & { readonly length?: number };

function scan(
  found: Found,
  forms: readonly RegExp[],
  read: (match: RegExpExecArray) => Read | undefined,
): void {
  for (const form of forms) {
    for (const match of found.text.matchAll(form)) {
      if (found.values.length >= MAX_VALUES) return;
      const made = match[0] === "" ? undefined : read(match);
      if (made !== undefined) keep(found, match, made);
    }
  }
}

/** Unless an earlier form has taken its place. */
function keep(
  { values, taken, text }: Found,
  match: RegExpExecArray,
  { length = match[0].length, ...value }: Read,
): void {
  const [start, end] = [match.index, match.index + length];
  if (taken[start] === true || taken[end - 1] === true) return;
  for (let at = start; at < end; at++) taken[at] = true;
  values.push({ ...value, start, end, text: text.slice(start, end) });
}

function partAt(match: RegExpExecArray, inner: RegExpExecArray | null, value: number): Part {
  const start = match.index + (inner?.index ?? 0);
  return { start, end: start + (inner?.[0].length ?? 0), value };
}

function dateOf(match: RegExpExecArray, forms: ValueForms): Read | undefined {
  const [text] = match;
  if (NAMES_ONLY.test(text)) return undefined;
  const weekday = namedPart(match, forms.weekdays);
  const month = namedPart(match, forms.months);
  const ofMonth = /\d{1,2}\/\d{1,2}|(?<!\d)\d{1,2}\.\d{1,2}\./.exec(text);
  if (ofMonth !== null) return numericDate(match, ofMonth, weekday);
  const inner = /(?<![\d月])\d{1,2}(?:st|nd|rd|th)?(?!\d)/i.exec(
    month === undefined
      ? text
      : text.replace(nameIn(text, month, match), (one) => " ".repeat(one.length)),
  );
  const day = inner === null ? undefined : partAt(match, inner, Number.parseInt(inner[0], 10));
  const parts = [
    weekday === undefined ? "" : `w${weekday.value}`,
    day === undefined ? "" : `d${day.value}`,
    month === undefined ? "" : `m${month.value}`,
  ].join("");
  return {
    type: "date",
    same: parts === "" ? text.toLowerCase() : parts,
    ...present({ weekday, day, month }),
  };
}

/** "22/03": the day comes first unless it cannot. */
function numericDate(
  match: RegExpExecArray,
  inner: RegExpExecArray,
  weekday: Part | undefined,
): Read {
  const [first = "", second = ""] = inner[0].match(/\d+/g) ?? [];
  const start = match.index + inner.index;
  const at = start + inner[0].lastIndexOf(second);
  const one = { start, end: start + first.length, value: Number(first) };
  const other = { start: at, end: at + second.length, value: Number(second) };
  const [day, month] = one.value <= 12 && other.value > 12 ? [other, one] : [one, other];
  const same = `${weekday === undefined ? "" : `w${weekday.value}`}d${day.value}m${month.value}`;
  return { type: "date", same, ...present({ weekday }), day, month };
}

function nameIn(text: string, { start, end }: Part, { index }: RegExpExecArray): string {
  return text.slice(start - index, end - index);
}

function namedPart(match: RegExpExecArray, names: readonly RegExp[]): Part | undefined {
  // From the last on, so that "12月" is not read as "2月".
  for (let value = names.length - 1; value >= 0; value--) {
    const form = names[value];
    if (form === undefined) continue;
    form.lastIndex = 0;
    const inner = form.exec(match[0]);
    if (inner !== null) return partAt(match, inner, value + 1);
  }
  return undefined;
}

function timeOf(match: RegExpExecArray, forms: ValueForms): Read {
  const text = match[0].toLowerCase().replaceAll(/[\s.]/g, "");
  const [, hour, minute = "00", half] =
    /^(\d{1,2})(?::(\d{2}))?(?:h|uhr|点|時)?([ap]m)?$/.exec(text) ?? [];
  const spoken = forms.numbers.get(text);
  const base =
    hour === undefined ? spoken : Number(hour) + (half === "pm" && hour !== "12" ? 12 : 0);
  return { type: "time", same: base === undefined ? text : `${base}:${minute}` };
}

function numbered(
  match: RegExpExecArray,
  forms: ValueForms,
  { type, unit }: { readonly type: ValueType; readonly unit?: string },
): Read {
  const number = numberIn(match, forms);
  const same = `${type} ${number?.value ?? match[0].toLowerCase()} ${unit ?? ""}`;
  return { type, same, ...present({ number, unit }) };
}

function numberIn(match: RegExpExecArray, forms: ValueForms): Part | undefined {
  const [text] = match;
  const digits = /\d[\d.,]*(?: ?(?:-|–|to|bis) ?\d[\d.,]*)?/.exec(text);
  if (digits !== null) {
    const bare = digits[0].replace(/[.,]$/, "");
    const start = match.index + digits.index;
    return { start, end: start + bare.length, value: amountIn(bare) };
  }
  for (const [word, value] of [...forms.numbers].sort(
    (one, other) => other[0].length - one[0].length,
  )) {
    if (!text.toLowerCase().startsWith(word)) continue;
    return { start: match.index, end: match.index + word.length, value };
  }
  return undefined;
}

/** "3,400" and "3.400" are thousands, "2.5" is not. A range counts by its first number. */
function amountIn(digits: string): number {
  const [first = ""] = digits.split(/ ?(?:-|–|to|bis) ?/);
  return Number(first.replaceAll(/[.,](?=\d{3}(?!\d))/g, "").replace(",", "."));
}

const SAME_UNIT: Readonly<Record<string, string>> = {
  min: "minute",
  mins: "minute",
  minuten: "minute",
  minutos: "minute",
  minuti: "minute",
  minuty: "minute",
  h: "hour",
  hr: "hour",
  hrs: "hour",
  stunden: "hour",
  stunde: "hour",
  horas: "hour",
  heures: "hour",
  ore: "hour",
  wks: "week",
  wk: "week",
  yrs: "year",
  yr: "year",
  pp: "page",
  pgs: "page",
  pgs_: "page",
  seiten: "page",
  seite: "page",
  páginas: "page",
  página: "page",
  pagine: "page",
  pagina: "page",
  "pagina's": "page",
  tage: "day",
  tagen: "day",
  tag: "day",
  días: "day",
  jours: "day",
  giorni: "day",
  dias: "day",
  dagen: "day",
  dni: "day",
  wochen: "week",
  semanas: "week",
  semaines: "week",
  settimane: "week",
  weken: "week",
  tygodnie: "week",
  tygodni: "week",
};

/** "The one on Friday" and "one thing" count nothing. */
function isPronoun({ 0: text, index, input }: RegExpExecArray): boolean {
  if (!/^one(?:$|\s)/i.test(text)) return false;
  const before = input.slice(Math.max(0, index - 10), index);
  return (
    /(?:the|this|that|which|another|each|every|no|any|new|other)\s$/i.test(before) ||
    /^one (?:thing|of|more|day|moment|is|i|that|who|about|for|with|on|in|by)$/i.test(text)
  );
}

function amountOf(match: RegExpExecArray, forms: ValueForms): Read | undefined {
  const number = numberIn(match, forms);
  if (number === undefined || isPronoun(match)) return undefined;
  const word = match.groups?.["unit"]?.toLowerCase();
  const isUnit = word !== undefined && !forms.stop.has(word);
  if (!isUnit) {
    return {
      type: "number",
      same: `number ${number.value}`,
      number,
      length: number.end - match.index,
    };
  }
  const unit = forms.people.test(word) ? "person" : (SAME_UNIT[word] ?? stemOf(word));
  return { type: "amount", same: `amount ${number.value} ${unit}`, number, unit };
}
