import type { Attention } from "../../domain/hub/link.ts";
import { visibleText } from "../../render/visible-text.ts";

const LABEL_WIDTH = 12;

/** When an operator wants to be interrupted, a line for each part of it. */
export function attentionLines({ quiet, timeZone, digest, perHour }: Attention): readonly string[] {
  return [
    ["quiet hours", quiet === undefined ? "none" : `${quiet.from} to ${quiet.to}`],
    ["digest", digest === undefined || digest.length === 0 ? "none" : `at ${digest.join(", ")}`],
    ["per hour", perHour === undefined ? "any number" : `${perHour} one by one, the rest later`],
    ["time zone", visibleText(timeZone ?? "UTC", { keepLines: false })],
  ].map(([label = "", value]) => `${label.padEnd(LABEL_WIDTH)} ${value}`);
}
