import type { LiaisonReport, ReliabilityBin } from "../../domain/liaison/calibration.ts";
import { CALIBRATED_FROM } from "../../domain/limits.ts";

/** From this many outcomes on, the score that decides is calibrated. */

/** How far confidence can be relied on, with the table behind the figures. */
export function reportLines(report: LiaisonReport): string[] {
  const { outcomes, is_calibrated: isCalibrated, brier, ece, bins, calibrated } = report;
  return [
    `outcomes    ${outcomes}`,
    ...(brier === undefined || ece === undefined
      ? []
      : ["", ...figureLines("the engine's own score", { brier, ece, bins })]),
    ...(calibrated === undefined ? [] : ["", ...figureLines("the calibrated score", calibrated)]),
    "",
    isCalibrated
      ? "The score that decides whether a task begins is calibrated."
      : `Not calibrated yet: the engine's own score decides until ${CALIBRATED_FROM} outcomes are known, ${Math.max(CALIBRATED_FROM - outcomes, 0)} more.`,
  ];
}

interface Figures {
  readonly brier: number;
  readonly ece: number;
  readonly bins: readonly ReliabilityBin[];
}

function figureLines(name: string, { brier, ece, bins }: Figures): string[] {
  const rows = bins.filter(({ count }) => count > 0);
  return [
    `${name}: Brier ${brier.toFixed(3)}, ECE ${ece.toFixed(3)}`,
    "  score        outcomes  mean score  accepted as it was",
    ...rows.map(({ from, to, count, mean_score: mean, accepted }) =>
      [
        `  ${from.toFixed(2)}–${to.toFixed(2)}`,
        String(count).padStart(10),
        mean.toFixed(2).padStart(10),
        accepted.toFixed(2).padStart(18),
      ].join("  "),
    ),
  ];
}
