import { EarshotError } from "../../errors.ts";

/** Something wrong with the `when` of a rule. */
export interface WhenFault {
  /** The rule's place among the rules. */
  readonly rule: number;
  readonly when: string;
  /** From which offset of `when` on. */
  readonly at: number;
  /** A sentence. */
  readonly what: string;
}

/** INVALID_INPUT that names every fault with its rule, line and column. */
export function refusedExpressions(faults: readonly WhenFault[]): EarshotError {
  return refusedPlaces(faults.map((fault) => `${whenPlace(fault)}: ${fault.what}`));
}

/** INVALID_INPUT with these sentences, each of which begins with its place. */
export function refusedPlaces(told: readonly string[]): EarshotError {
  return new EarshotError("INVALID_INPUT", `The policy is refused:\n${told.join("\n")}`, {
    details: { faults: told, count: told.length },
  });
}

/** Such as `rules[2].when, line 1, column 8`; lines and columns are those of the expression. */
export function whenPlace({ rule, when, at }: Omit<WhenFault, "what">): string {
  const { line, column } = lineAndColumn(when, at);
  return `rules[${rule}].when, line ${line}, column ${column}`;
}

/** Of an offset, both from 1 on. */
export function lineAndColumn(when: string, at: number): { line: number; column: number } {
  const before = when.slice(0, at).split("\n");
  return { line: before.length, column: Array.from(before.at(-1) ?? "").length + 1 };
}
