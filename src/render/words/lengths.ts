import { durationParts } from "../../domain/duration.ts";
import { wholeUnit } from "../../domain/in-words.ts";
import type { RenderMessages } from "../messages/messages.ts";

/** A length of time, in its two largest units at most: `3d 4h`. */
export function lengthWords(ms: number, words: RenderMessages): string {
  return durationParts(ms)
    .map(({ unit, count }) => words.say(`length.${unit}`, { count }))
    .join(" ");
}

/** A length of time in its largest unit that leaves no rest: `30 days`, `1 hour`. */
export function spanWords(ms: number, { language }: RenderMessages): string {
  const { count, unit } = wholeUnit(ms);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(
    count,
  );
}

/** A size in its largest unit that leaves no rest: `64 KiB`. */
export function sizeWords(bytes: number, words: RenderMessages): string {
  const inUnits = (unit: number) =>
    bytes >= unit && bytes % unit === 0 ? grouped(bytes / unit, words) : undefined;
  const mib = inUnits(1_048_576);
  if (mib !== undefined) return words.say("size.mib", { count: mib });
  const kib = inUnits(1_024);
  if (kib !== undefined) return words.say("size.kib", { count: kib });
  return byteWords(bytes, words);
}

/** `2,000 bytes`. */
export function byteWords(bytes: number, words: RenderMessages): string {
  return words.say("size.bytes", { count: grouped(bytes, words) });
}

function grouped(count: number, { language }: RenderMessages): string {
  return new Intl.NumberFormat(language).format(count);
}
