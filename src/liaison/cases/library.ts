import type { SlotKind } from "./slot-kind.ts";
import { type CaseSlot, readCase, type TaskCase } from "./task-case.ts";
import library from "./task-cases.json" with { type: "json" };
import { kindOfTopic } from "./topic-kind.ts";

/** The kinds of tasks that ship with us. If two fit equally well, the earlier one is taken. */
export const CASE_LIBRARY: readonly TaskCase[] = library.cases.map(readCase);

/** What nearly any task can lack, used if the kind is unknown. */
export const GENERIC_CASE: TaskCase = readCase(library.generic);

const SLOTS: ReadonlyMap<string, CaseSlot> = new Map(
  [GENERIC_CASE, ...CASE_LIBRARY].flatMap(({ slots }) =>
    slots.map((slot) => [slot.topic, slot] as const),
  ),
);

/** What a detail is about, by the library or else by its name. */
export function slotKindOf(topic: string): SlotKind | undefined {
  return SLOTS.get(topic)?.kind ?? kindOfTopic(topic);
}
