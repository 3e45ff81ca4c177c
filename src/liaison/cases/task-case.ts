import { SLOT_KINDS, type SlotKind } from "./slot-kind.ts";

/** A detail that a kind of task usually needs. */
export interface CaseSlot {
  readonly topic: string;
  readonly kind: SlotKind;
  /** 0 to 1. */
  readonly importance: number;
  readonly question: string;
  readonly options: readonly string[];
  /** What is assumed if nobody says; one of the options. */
  readonly default?: string;
}

/** A kind of task that agents are given, and what has to be known to do it well. */
export interface TaskCase {
  readonly name: string;
  /** Words and phrases that suggest it. */
  readonly cues: readonly string[];
  readonly capabilities: readonly string[];
  readonly slots: readonly CaseSlot[];
}

/** A case as its data file has it; only a check can tell that its kinds exist. */
export interface CaseRecord extends Omit<TaskCase, "slots"> {
  readonly slots: readonly SlotRecord[];
}

interface SlotRecord extends Omit<CaseSlot, "kind"> {
  readonly kind: string;
}

/** Throws TypeError with the case and the topic of the first detail that is wrong. */
export function readCase(record: CaseRecord): TaskCase {
  return { ...record, slots: record.slots.map((slot) => readSlot(record.name, slot)) };
}

function readSlot(name: string, slot: SlotRecord): CaseSlot {
  const fault = (what: string) =>
    new TypeError(`The detail "${slot.topic}" of the case "${name}" ${what}.`);
  const kind = SLOT_KINDS.find((known) => known === slot.kind);
  if (kind === undefined) {
    throw fault(`is of the kind "${slot.kind}", which is none of ${SLOT_KINDS.join(", ")}`);
  }
  if (!(slot.importance > 0 && slot.importance <= 1)) {
    throw fault("has an importance that is not above 0 and at most 1");
  }
  if (slot.default !== undefined && !slot.options.includes(slot.default)) {
    throw fault(`has the default "${slot.default}", which is none of its options`);
  }
  return { ...slot, kind };
}
