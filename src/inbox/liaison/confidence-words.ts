import type { ConfidencePoint } from "../../domain/liaison/liaison.ts";
import { shareText } from "./words.ts";

/** What the line of confidence over time shows. */
export function confidenceSentence(points: readonly ConfidencePoint[]): string {
  const from = shareText(points[0]?.score ?? 0);
  const to = shareText(points.at(-1)?.score ?? 0);
  return `Confidence went from ${from} to ${to} over ${points.length} versions.`;
}
