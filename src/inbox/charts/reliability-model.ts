import type { LiaisonReport, ReliabilityBin } from "../../domain/liaison/calibration.ts";
import { CALIBRATED_FROM } from "../../domain/limits.ts";
import { pageLocale } from "../browser/language.ts";
import { say } from "./messages/messages.ts";
import { listed, percent } from "./words.ts";

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
    name: say("series.own"),
    bins: filled(bins),
    brier,
    ece,
  } as const;
  if (calibrated === undefined) return [own];
  const bound = { ...calibrated, bins: filled(calibrated.bins) };
  return [own, { kind: "calibrated", name: say("series.calibrated"), ...bound }];
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
    return say("reliability.none");
  }
  const parts = seriesOf(report).map(({ kind, ece, brier }) =>
    say(kind === "own" ? "reliability.own" : "reliability.calibrated", {
      error: percent(ece, 1),
      brier: briers.format(brier),
    }),
  );
  return [
    say("reliability.by", { count: outcomes, parts: listed(parts) }),
    is_calibrated
      ? say("reliability.calibrated-decides")
      : say("reliability.own-decides", { count: CALIBRATED_FROM }),
  ].join(" ");
}

const briers = new Intl.NumberFormat(pageLocale, {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
});
