import { artefactIn } from "./artefacts.ts";
import type { SlotKind } from "./slot-kind.ts";
import { type CaseSlot, readCase, type TaskCase } from "./task-case.ts";
import library from "./task-cases.json" with { type: "json" };
import { kindOfTopic } from "./topic-kind.ts";

/** The kinds of tasks that ship with us. If two fit equally well, the earlier one is taken. */
export const CASE_LIBRARY: readonly TaskCase[] = library.cases.map(readCase);

/** What nearly any task can lack, used if the kind is unknown. */
export const GENERIC_CASE: TaskCase = readCase(library.generic);

/** What is asked where the kind is not known, but what is to be made, or a deed, was named. */
const NAMED_CASES: ReadonlyMap<string, TaskCase> = new Map(
  Object.entries(library.artefacts).map(([name, record]) => [name, readCase(record)]),
);

/** Of no known kind: by what is to be made, or by a wish that names its object. */
export function unknownCase(said: string, isNamedWish: boolean): TaskCase {
  // What is made only if something happens is not what the task is.
  const made = /^(?:if|when|whenever|wenn|si|cuando|quand|se|quando|als|gdy) /iu.test(said)
    ? undefined
    : artefactIn(said);
  const named = made ?? (isNamedWish ? "deed" : "");
  return NAMED_CASES.get(named) ?? GENERIC_CASE;
}

const SLOTS: ReadonlyMap<string, CaseSlot> = new Map(
  [GENERIC_CASE, ...NAMED_CASES.values(), ...CASE_LIBRARY].flatMap(({ slots }) =>
    slots.map((slot) => [slot.topic, slot] as const),
  ),
);

/** What a detail is about, by the library or else by its name. */
export function slotKindOf(topic: string): SlotKind | undefined {
  return SLOTS.get(topic)?.kind ?? kindOfTopic(topic);
}
