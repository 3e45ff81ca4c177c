import type { SlotKind } from "../cases/slot-kind.ts";
import type { Statement } from "../specification/statement.ts";
import type { Coverage } from "./coverage.ts";

const OUTCOME: ReadonlySet<SlotKind> = new Set<SlotKind>([
  "format",
  "deliverable",
  "presentation",
  "contents",
  "purpose",
  "quantity",
]);
const CRITERIA: ReadonlySet<SlotKind> = new Set<SlotKind>(["quality"]);
const IMPORTANT = 0.6;

/**
 * Aspects that are not known well enough, from the problem to the success criteria, each with its
 * details.
 */
export function missingAspects(
  coverage: Coverage,
  statements: readonly Statement[],
  goal: Statement | undefined,
): readonly string[] {
  if (goal === undefined) return ["problem"];
  const important = coverage.missing.filter(({ importance }) => importance >= IMPORTANT);
  const [outcome, criteria, rest] = [
    important.filter(({ kind }) => kind !== undefined && OUTCOME.has(kind)),
    important.filter(({ kind }) => kind !== undefined && CRITERIA.has(kind)),
    important.filter(
      ({ kind }) => kind === undefined || !(OUTCOME.has(kind) || CRITERIA.has(kind)),
    ),
  ];
  const hasCriteria = statements.some(({ kind }) => kind === "criterion");
  const isOpen = coverage.missing.length > 0;
  return [
    ...aspect("requirements and constraints", rest),
    ...aspect("outcome", outcome),
    ...(criteria.length > 0
      ? aspect("success criteria", criteria)
      : !hasCriteria && isOpen
        ? ["success criteria"]
        : []),
  ];
}

function aspect(name: string, details: readonly { readonly topic: string }[]): readonly string[] {
  return details.length === 0 ? [] : [`${name}: ${details.map(({ topic }) => topic).join(", ")}`];
}
