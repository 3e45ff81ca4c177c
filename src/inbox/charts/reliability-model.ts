import type { LiaisonReport, ReliabilityBin } from "../../domain/liaison/calibration.ts";
import { CALIBRATED_FROM } from "../../domain/limits.ts";
import { counted, percent } from "./words.ts";

/** Scores of one kind, with what became of their specifications. */
export interface Series {
  readonly kind: "own" | "calibrated";
  readonly name: string;
  readonly bins: readonly ReliabilityBin[];
  readonly brier: number;
  readonly ece: number;
}

/** The engine's own scores, then the calibrated ones; empty bins are left out. */
export function seriesOf({ brier, ece, bins, calibrated }: LiaisonReport): readonly Series[] {
  if (brier === undefined || ece === undefined) return [];
  const own = {
    kind: "own",
    name: "As the engine has it",
    bins: filled(bins),
    brier,
    ece,
  } as const;
  if (calibrated === undefined) return [own];
  const bound = { ...calibrated, bins: filled(calibrated.bins) };
  return [own, { kind: "calibrated", name: "Calibrated", ...bound }];
}

function filled(bins: readonly ReliabilityBin[]): readonly ReliabilityBin[] {
  return bins.filter(({ count }) => count > 0);
}

/** Bins differ visibly in size, and the largest does not cover its neighbours. */
export function radiusOf(count: number, most: number): number {
  return 3 + 7 * Math.sqrt(count / Math.max(most, 1));
}

export function reliabilitySentence(report: LiaisonReport): string {
  const { outcomes, is_calibrated } = report;
  if (outcomes === 0) {
    return "No specification was accepted or corrected yet, so nothing is known about confidence.";
  }
  const all = seriesOf(report).map(
    ({ kind, ece, brier }) =>
      `${kind === "own" ? "the engine's own score" : "the calibrated score"} is off by ${percent(ece, 1)} on average (Brier ${brier.toFixed(3)})`,
  );
  const gate = is_calibrated
    ? "The calibrated score decides whether a task begins."
    : `The engine's own score decides until there are ${CALIBRATED_FROM} outcomes.`;
  return `By ${counted(outcomes, "specification")} that people accepted or corrected, ${all.join(", and ")}. ${gate}`;
}
