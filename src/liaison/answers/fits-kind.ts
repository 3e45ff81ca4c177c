import type { SlotKind } from "../cases/slot-kind.ts";
import { findSlots } from "../specification/find-slots.ts";

/** Kinds whose answers have a typical form, with what recognises it. */
const FORMS: Readonly<Partial<Record<SlotKind, readonly SlotKind[]>>> = {
  period: ["period", "duration", "frequency", "deadline"],
  frequency: ["frequency", "duration", "period"],
  duration: ["duration", "period", "quantity", "frequency"],
  deadline: ["deadline", "period", "duration"],
  budget: ["budget", "quantity"],
  people: ["people", "audience", "quantity"],
  audience: ["audience", "people", "level"],
};
const NUMERIC: ReadonlySet<SlotKind> = new Set<SlotKind>([
  "budget",
  "people",
  "quantity",
  "duration",
]);
const WHEN =
  /\b(?:\d{1,4}[./-]\d{1,2}|today|tomorrow|now|asap|soon|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|morning|evening|weekend|hurry|flexible|once|year|quarter|month|week|day)s?\b/i;
const MONEY =
  /[$€£¥]\s?\d|\d\s?(?:[$€£¥]|(?:euros?|eur|dollars?|usd|gbp|pounds?|quid|chf|francs?|zł|reais|円|元)(?!\p{L}))/iu;
const DATE = /\d(?:st|nd|rd|th)(?!\p{L})|\d{1,2}:\d{2}/iu;
const DATED: ReadonlySet<SlotKind> = new Set<SlotKind>(["period", "deadline", "frequency"]);

/**
 * Whether a text could answer a question of a kind. For kinds without a form any text could, unless
 * it gives a detail of another kind: "with my wife" is no interest.
 */
export function fitsKind(text: string, kind: SlotKind | undefined): boolean {
  const kinds = kind === undefined ? undefined : FORMS[kind];
  if (kind === undefined || kinds === undefined) return !isOfOtherKind(text, kind);
  if (kind === "budget" && DATE.test(text)) return MONEY.test(text);
  if (NUMERIC.has(kind) && /\d/.test(text)) return kind === "budget" || !MONEY.test(text);
  if (DATED.has(kind) && WHEN.test(text)) return true;
  return findSlots(text).some((slot) => kinds.includes(slot.kind));
}

/** Whether answers to questions of a kind look alike. */
export function hasForm(kind: SlotKind | undefined): boolean {
  return kind !== undefined && FORMS[kind] !== undefined;
}

function isOfOtherKind(text: string, kind: SlotKind | undefined): boolean {
  const kinds = findSlots(text).map((slot) => slot.kind);
  return kinds.some((one) => FORMS[one] !== undefined) && !kinds.some((one) => one === kind);
}

/** Whether a text clearly gives what a question of a kind asks for. */
export function tellsKind(text: string, kind: SlotKind): boolean {
  return findSlots(text).some((slot) => slot.kind === kind);
}
