/*
 * Narrows a model's output, part by part. Its schema was checked before. Lengths, control
 * characters and out-of-range numbers are repaired here, because asking again costs a call.
 */

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
/**
 * Format characters, private use and lone surrogates, except the two joiners that some scripts
 * need.
 */
const HIDDEN = /(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu;

/**
 * One line without control and hidden characters, cut to this length; empty for a value that is not
 * text.
 */
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

/** 0 to 1, to two digits; `otherwise` for a value that is not a number. */
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

/** The elements that `read` accepts; anything after the first `most` is dropped. */
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

/** Texts of a list, each once, without empty ones. */
export function readTexts(value: unknown, most: number, length: number): readonly string[] {
  const seen = new Set<string>();
  return readList(value, most, (element) => {
    const text = readText(element, length);
    if (text === "" || seen.has(text)) return undefined;
    seen.add(text);
    return text;
  });
}
