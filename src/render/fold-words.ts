import type { RequestId } from "../domain/id.ts";
import type { Difference, Fold } from "../domain/inbox/fold.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { oneLine, visibleText } from "./visible-text.ts";
import { commaWords } from "./words/listed.ts";

const POINTER_WIDTH = 40;

/** "150 alike, /note differs". */
export function foldWords({ ids, differs }: Fold, words: RenderMessages): string {
  const places = differs.map(({ pointer }) => oneLine(pointer, POINTER_WIDTH));
  const count = ids.length;
  if (places.length === 0) return words.say("fold.same", { count });
  const where = commaWords(places, words);
  return words.say(places.length === 1 ? "fold.differs" : "fold.differ", { count, where });
}

/** The first few show what kind of values they are; numbers are shown as a range. */
const MOST_VALUES = 3;

/** Their values there, on one line. */
export function differenceWords({ values, count }: Difference, words: RenderMessages): string {
  if (values.length === 0) return words.say("fold.secret");
  const numbers = values.map(Number);
  if (count > MOST_VALUES && numbers.every(Number.isFinite)) {
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)].map(String);
    return words.say("fold.range", { count, least: least ?? "", most: most ?? "" });
  }
  const texts = [...new Set(values)];
  const first = texts.slice(0, MOST_VALUES).map(shown).join(" · ");
  return count > MOST_VALUES ? words.say("more", { first, count: count - MOST_VALUES }) : first;
}

/** Their values at each place where they differ, one line each. */
export function foldLines({ differs }: Fold, words: RenderMessages): readonly string[] {
  return differs.map((difference) => {
    const where = oneLine(difference.pointer, POINTER_WIDTH);
    return `${where}: ${differenceWords(difference, words)}`;
  });
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
