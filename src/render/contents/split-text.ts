import { segment } from "../characters/segment.ts";
import { visibleText } from "../visible-text.ts";
import { type Fence, fenced, MOST_FENCE_CHARS, openFence } from "../words/fences.ts";

/**
 * Splits text into parts of at most `max` UTF-16 units; joined, they are the text. It splits after
 * a line end, otherwise after a space, otherwise between characters. It splits a character only if
 * that alone is longer than `max`, and never a code point.
 */
export function splitText(text: string, max: number): readonly string[] {
  const parts: string[] = [];
  let at = 0;
  while (text.length - at > max) {
    const end = at + endOfPart(text.slice(at, at + max + 2), max);
    parts.push(text.slice(at, end));
    at = end;
  }
  return [...parts, text.slice(at)];
}

/** How much of `text`, which is longer than `max`, goes into the first part. */
function endOfPart(text: string, max: number): number {
  const characters = segment(text);
  const isBetween = (index: number) => characters.containing(index)?.index === index;
  for (const sign of ["\n", " "]) {
    const end = text.lastIndexOf(sign, max - 1) + 1;
    // Ending a part that early would turn a few parts into many.
    if (end > max / 2 && isBetween(end)) return end;
  }
  const start = characters.containing(max)?.index ?? 0;
  return start > 0 ? start : endOfCodePoints(text, max);
}

function endOfCodePoints(text: string, max: number): number {
  const isWithinOne = (text.codePointAt(max - 1) ?? 0) > 0xffff;
  if (!isWithinOne) return max;
  return max > 1 ? max - 1 : 2;
}

/**
 * Splits text so that each part, as it is shown, has at most `max` UTF-16 units; each hidden
 * character is written out and takes several.
 */
export function splitShown(text: string, max: number): readonly string[] {
  return partsWithin(text, max, max);
}

/** The same for what an agent says: code that goes on in the next part is code there too. */
export function splitSaid(text: string, max: number): readonly string[] {
  const room = max - 2 * MOST_FENCE_CHARS;
  const parts = splitShown(text, max);
  if (parts.length === 1 || room < max / 2 || !/^ {0,3}(?:```|~~~)/m.test(text)) return parts;
  let before: Fence | undefined;
  return splitShown(text, room).map((part) => {
    const shown = fenced(part, before);
    before = openFence(part, before);
    return shown;
  });
}

function partsWithin(text: string, units: number, max: number): readonly string[] {
  return splitText(text, units).flatMap((part) =>
    visibleText(part).length <= max || units < 2
      ? [part]
      : partsWithin(part, Math.ceil(part.length / 2), max),
  );
}
