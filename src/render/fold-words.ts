import type { RequestId } from "../domain/id.ts";
import type { Difference, Fold } from "../domain/inbox/fold.ts";
import { oneLine, visibleText } from "./visible-text.ts";

const POINTER_WIDTH = 40;

/** "150 alike, /note differs". */
export function foldWords({ ids, differs }: Fold): string {
  const where = differs.map(({ pointer }) => oneLine(pointer, POINTER_WIDTH));
  if (where.length === 0) return `${ids.length} alike`;
  return `${ids.length} alike, ${where.join(", ")} ${where.length === 1 ? "differs" : "differ"}`;
}

/** The first few show what kind of values they are; numbers are shown as a range. */
const MOST_VALUES = 3;

/** Their values there, on one line. */
export function differenceWords({ values, count }: Difference): string {
  if (values.length === 0) return "a secret, which is not compared";
  const numbers = values.map(Number);
  if (count > MOST_VALUES && numbers.every(Number.isFinite)) {
    return `${count} from ${Math.min(...numbers)} to ${Math.max(...numbers)}`;
  }
  const texts = [...new Set(values)];
  const more = count > MOST_VALUES ? ` and ${count - MOST_VALUES} more` : "";
  return `${texts.slice(0, MOST_VALUES).map(shown).join(" · ")}${more}`;
}

/** Their values at each place where they differ, one line each. */
export function foldLines({ differs }: Fold): readonly string[] {
  return differs.map(
    (difference) => `${oneLine(difference.pointer, POINTER_WIDTH)}: ${differenceWords(difference)}`,
  );
}

/** The values of one of them at each place, on one line; empty if it is like all others. */
export function differencesOf({ ids, differs }: Fold, id: RequestId): string {
  const at = ids.indexOf(id);
  return differs
    .flatMap(({ pointer, values }) => {
      const value = values[at];
      return value === undefined ? [] : [`${oneLine(pointer, POINTER_WIDTH)}: ${shown(value)}`];
    })
    .join(" · ");
}

function shown(value: string): string {
  return visibleText(value, { keepLines: false });
}
