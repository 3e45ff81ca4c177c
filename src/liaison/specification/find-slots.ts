import type { SlotKind, SlotValue } from "../cases/slot-kind.ts";
import { isNegatedAt } from "../text/negation.ts";
import { BARE_AUDIENCE, SLOT_CUES } from "./slot-cues.ts";

const MAX_VALUE_LENGTH = 160;
/** These say something even if negated: "no budget", "not too formal", "don't send it". */
const KEPT_DENIED: ReadonlySet<SlotKind> = new Set<SlotKind>(["budget", "permissions", "style"]);

/** The details that a clause gives, one of each kind, in its own words. */
export function findSlots(clause: string): readonly SlotValue[] {
  const text = clause.slice(0, 600);
  const found: SlotValue[] = [];
  for (const [kind, form] of SLOT_CUES) {
    const match = form.exec(text);
    if (match === null) continue;
    if (!KEPT_DENIED.has(kind) && isNegatedAt(text, match.index)) continue;
    const value = match.slice(1).find((group) => group !== undefined && group !== "") ?? match[0];
    found.push({
      kind,
      value: value
        .replace(/[\s.,;:]{1,10}$/, "")
        .trim()
        .slice(0, MAX_VALUE_LENGTH),
    });
  }
  return withBareAudience(
    text,
    found.filter((slot) => !isTool(slot, found)),
  );
}

/** "To AWS" is no place. */
function isTool({ kind, value }: SlotValue, found: readonly SlotValue[]): boolean {
  return kind === "place" && found.some((one) => one.kind === "environment" && one.value === value);
}

function withBareAudience(text: string, found: readonly SlotValue[]): readonly SlotValue[] {
  if (BARE_AUDIENCE.test(text.trim()) && !found.some(({ kind }) => kind === "audience")) {
    return [...found, { kind: "audience", value: text.trim() }];
  }
  return found;
}
