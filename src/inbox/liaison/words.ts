import type { Acceptance, Sentiment } from "../../domain/liaison/feedback.ts";
import { type ConfidencePoint, PHASES, type Phase } from "../../domain/liaison/liaison.ts";
import { percent } from "../charts/words.ts";
import type { IconName } from "../ui/icon.tsx";
import { say } from "./messages/messages.ts";

export function phaseWords(phase: Phase): string {
  return say(`phase.${phase}`);
}

/** 1 to 4: the number of the phase. */
export function phaseNumber(phase: Phase): number {
  return PHASES.indexOf(phase) + 1;
}

export const ACCEPTANCE_ICONS: Readonly<Record<Acceptance, IconName>> = {
  accepted: "check",
  rejected: "cross",
  needs_improvement: "again",
};

/** Tells sentiments apart without colours. */
export const SENTIMENT_MARKS: Readonly<Record<Sentiment, string>> = {
  very_negative: "−−",
  negative: "−",
  neutral: "=",
  positive: "+",
  very_positive: "++",
};

/** A share of 0 to 1 in whole percent. */
export function shareText(share: number): string {
  return percent(share, 1);
}

/** A name of a field or factor as plain words: `success_criteria`, `imageFormat`. */
export function plainWords(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after}`)
    .replace(/[_-]+/g, " ")
    .toLowerCase()
    .trim();
}

/** What the line of confidence over time shows. */
export function confidenceSentence(points: readonly ConfidencePoint[]): string {
  const from = shareText(points[0]?.score ?? 0);
  const to = shareText(points.at(-1)?.score ?? 0);
  return say("confidence.went", { from, to, count: points.length });
}
