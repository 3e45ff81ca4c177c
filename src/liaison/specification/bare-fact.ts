import type { SlotKind } from "../cases/slot-kind.ts";
import { answerStatement } from "./make-statement.ts";
import type { Statement } from "./statement.ts";

const FACT_NAMES: Readonly<Partial<Record<SlotKind, string>>> = {
  duration: "duration",
  period: "period",
  frequency: "frequency",
  people: "people",
  audience: "audience",
  level: "level",
};
/** Checks the few words of an answer to another question. */
const MAX_FACT_WORDS = 5;

/** "A week", in answer to another question, is no wish: it gives the duration. */
export function bareFact({
  kind,
  isRequest: asks,
  said,
  slots,
  sources,
}: Statement): Statement | undefined {
  const [slot] = slots;
  if (kind !== "requirement" || asks || slot === undefined || slots.length > 1) return undefined;
  const topic = FACT_NAMES[slot.kind];
  const isBare = said.split(/\s+/, MAX_FACT_WORDS + 1).length <= MAX_FACT_WORDS;
  if (topic === undefined || !isBare || slot.value.length * 2 < said.length) return undefined;
  return answerStatement({ topic, answer: said.replace(/[\s.!]{1,6}$/, ""), sources });
}
