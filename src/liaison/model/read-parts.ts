/*
 * Narrows what a model gave, part by part. Its schema was checked before; lengths, controls and
 * numbers out of bounds are mended here and not asked for again, since that costs a call.
 */

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
/** Formats, private use and halves of pairs; not the two joiners, which letters of some scripts need. */
const HIDDEN = /(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu;

/** One line without controls and hidden characters, of at most so many characters; empty for what is no text. */
export function readText(value: unknown, most: number): string {
  if (typeof value !== "string") return "";
  const flat = value.replace(HIDDEN, "").replace(BREAKS, " ").trim();
  const characters = Array.from(flat);
  if (characters.length <= most) return flat;
  return `${characters
    .slice(0, most - 1)
    .join("")
    .trimEnd()}…`;
}

/** 0 to 1, to two digits; `otherwise` for what is no number. */
export function readShare(value: unknown, otherwise: number): number {
  const share = typeof value === "number" && Number.isFinite(value) ? value : otherwise;
  return roundShare(Math.min(Math.max(share, 0), 1));
}

export function roundShare(share: number): number {
  return Math.round(share * 100) / 100;
}

export function readParts(value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : {};
}

/** The elements that `read` takes; what comes after the first `most` is left out. */
export function readList<T>(
  value: unknown,
  most: number,
  read: (element: unknown) => T | undefined,
): readonly T[] {
  if (!Array.isArray(value)) return [];
  const found: T[] = [];
  for (const element of value) {
    const part = found.length < most ? read(element) : undefined;
    if (part !== undefined) found.push(part);
  }
  return found;
}

/** Texts of a list, each once, without the empty ones. */
export function readTexts(value: unknown, most: number, length: number): readonly string[] {
  const seen = new Set<string>();
  return readList(value, most, (element) => {
    const text = readText(element, length);
    if (text === "" || seen.has(text)) return undefined;
    seen.add(text);
    return text;
  });
}
