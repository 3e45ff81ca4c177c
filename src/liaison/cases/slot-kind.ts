/** What a detail of a task is about. */
export const SLOT_KINDS = [
  "goal",
  "deliverable",
  "format",
  "data",
  "period",
  "frequency",
  "duration",
  "deadline",
  "quantity",
  "budget",
  "audience",
  "contents",
  "presentation",
  "style",
  "level",
  "quality",
  "constraints",
  "permissions",
  "environment",
  "place",
  "people",
  "preferences",
  "purpose",
  "language",
] as const;
export type SlotKind = (typeof SLOT_KINDS)[number];

/** A task has one value of each of these kinds; two different ones contradict each other. */
export const SINGLE_KINDS: ReadonlySet<SlotKind> = new Set<SlotKind>([
  "budget",
  "deadline",
  "frequency",
]);

/**
 * Two details of such a kind are the same detail, whatever they are called. Of other kinds a task
 * has several: contents, preferences.
 */
export const NARROW_KINDS: ReadonlySet<SlotKind> = new Set<SlotKind>([
  "format",
  "period",
  "frequency",
  "duration",
  "deadline",
  "budget",
  "audience",
  "place",
  "purpose",
  "language",
  "people",
  "level",
  "style",
]);

/** What was said about one detail. */
export interface SlotValue {
  readonly kind: SlotKind;
  readonly value: string;
}
