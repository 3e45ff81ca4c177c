import type { SlotKind, SlotValue } from "../cases/slot-kind.ts";
import { findSlots } from "../specification/find-slots.ts";
import { listItems } from "../text/list-items.ts";
import type { OpenTopic } from "./open-topic.ts";

export interface SplitClause {
  readonly answers: readonly (readonly [OpenTopic, string])[];
  /** Details that it tells and nobody asked for. */
  readonly rest: readonly string[];
}

/** Kinds that a few words tell, so that they can be taken out of a clause. */
const PHRASES: ReadonlySet<SlotKind> = new Set<SlotKind>([
  "period",
  "frequency",
  "duration",
  "budget",
  "audience",
  "people",
]);

/** One clause that answers several questions: "last quarter, with revenue and units, for executives". */
export function splitAmong(clause: string, open: readonly OpenTopic[]): SplitClause | undefined {
  const slots = findSlots(clause).filter(({ kind }) => kind !== "contents");
  const answers = slots.flatMap(({ kind, value }) => {
    const topic = open.find((one) => one.kind === kind);
    return topic === undefined ? [] : [[topic, value] as const];
  });
  const phrases = slots.filter(({ kind }) => PHRASES.has(kind));
  const left = remainder(clause, [
    ...phrases.map(({ value }) => value),
    ...answers.map(([, value]) => value),
  ]);
  const listed = open.find(({ kind }) => kind === "contents");
  const isList = listed !== undefined && phrases.length > 0 && listItems(left).length >= 2;
  const all = isList ? [...answers, [listed, left] as const] : answers;
  if (all.length < 2 && !isList) return undefined;
  const told = new Set(answers.map(([{ kind }]) => kind));
  const rest = phrases.filter(({ kind }) => !told.has(kind)).map(phraseOf);
  return { answers: all, rest };
}

function phraseOf({ kind, value }: SlotValue): string {
  return kind === "audience" ? `For ${value}` : value;
}

const AROUND =
  /^(?:[\s,;:]|\b(?:with|and|showing|show|including|include|it should|please|i want|i need|we need)\b)+|(?:[\s,;:.!]|\b(?:for|in|of|over|to|by|the|from|and|with|please)\b)+$/gi;

function remainder(clause: string, values: readonly string[]): string {
  let rest = clause;
  for (const value of values) {
    const at = rest.toLowerCase().indexOf(value.toLowerCase());
    if (at === -1) continue;
    const [before, after] = [rest.slice(0, at), rest.slice(at + value.length)];
    rest = `${before.replace(AROUND, "")} ${after.replace(AROUND, "")}`.trim();
  }
  return rest.replace(AROUND, "").slice(0, 300);
}
