import { present } from "../../domain/present.ts";
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
  /** Words that tell it wherever they stand. */
  readonly told?: RegExp;
  /** Words of the only tasks of this kind that need it. */
  readonly if?: RegExp;
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

interface SlotRecord extends Omit<CaseSlot, "kind" | "told" | "if"> {
  readonly kind: string;
  /** Alternatives of a regular expression; capital letters count only in `[A-Z]`. */
  readonly told?: string;
  readonly if?: string;
}

/** Throws TypeError with the case and the topic of the first detail that is wrong. */
export function readCase(record: CaseRecord): TaskCase {
  return { ...record, slots: record.slots.map((slot) => readSlot(record.name, slot)) };
}

function readSlot(name: string, { told, if: only, ...slot }: SlotRecord): CaseSlot {
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
  return present({
    ...slot,
    kind,
    told: told === undefined ? undefined : wordsForm(told),
    if: only === undefined ? undefined : wordsForm(only),
  });
}

/** The alternatives as whole words, or their beginnings; a capital letter stays one. */
function wordsForm(alternatives: string): RegExp {
  const source = alternatives.replaceAll("[A-Z]", "(?-i:\\p{Lu})");
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})`, "iu");
}
