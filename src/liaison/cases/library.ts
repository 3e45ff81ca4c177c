import { DATA_CASES } from "./data-cases.ts";
import { LIFE_CASES } from "./life-cases.ts";
import { OFFICE_CASES } from "./office-cases.ts";
import { OPERATION_CASES } from "./operation-cases.ts";
import type { SlotKind } from "./slot-kind.ts";
import { SOFTWARE_CASES } from "./software-cases.ts";
import type { CaseSlot, TaskCase } from "./task-case.ts";
import { kindOfTopic } from "./topic-kind.ts";
import { WORK_CASES } from "./work-cases.ts";
import { WRITING_CASES } from "./writing-cases.ts";

/** The kinds of tasks that ship with us. */
export const CASE_LIBRARY: readonly TaskCase[] = [
  ...DATA_CASES,
  ...WRITING_CASES,
  ...SOFTWARE_CASES,
  ...OPERATION_CASES,
  ...LIFE_CASES,
  ...WORK_CASES,
  ...OFFICE_CASES,
];

const SLOTS: ReadonlyMap<string, CaseSlot> = new Map(
  CASE_LIBRARY.flatMap(({ slots }) => slots.map((slot) => [slot.topic, slot] as const)),
);

/** What a detail is about: as the library has it, else as its name says. */
export function slotKindOf(topic: string): SlotKind | undefined {
  return SLOTS.get(topic)?.kind ?? kindOfTopic(topic);
}
