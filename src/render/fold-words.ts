import type { Difference, Fold } from "../domain/fold.ts";
import { oneLine, visibleText } from "./visible-text.ts";

const POINTER_WIDTH = 40;

/** "150 alike, /note differs". */
export function foldWords({ ids, differs }: Fold): string {
  const where = differs.map(({ pointer }) => oneLine(pointer, POINTER_WIDTH));
  if (where.length === 0) return `${ids.length} alike`;
  return `${ids.length} alike, ${where.join(", ")} ${where.length === 1 ? "differs" : "differ"}`;
}

/** What they have there, on one line. */
export function differenceWords({ values, count }: Difference): string {
  if (values.length === 0) return "a secret, which is not compared";
  const more = count > values.length ? ` and ${count - values.length} more` : "";
  return `${values.map((text) => visibleText(text, { keepLines: false })).join(" · ")}${more}`;
}
