import type { Status } from "../../ports/status.ts";

/** Up to which figures a score is given; a share is of all calls. */
export interface SecurityThresholds {
  readonly high: { readonly violations: number; readonly limitedShare: number };
  readonly medium: { readonly violations: number; readonly limitedShare: number };
}

const DEFAULT_THRESHOLDS: SecurityThresholds = {
  high: { violations: 0, limitedShare: 0.01 },
  medium: { violations: 3, limitedShare: 0.1 },
};

/** `HIGH` where both figures are within its bounds, `MEDIUM` where either is within its own. */
export function securityScore(
  { calls, limited, violations }: Pick<Status, "calls" | "limited" | "violations">,
  { high, medium }: SecurityThresholds = DEFAULT_THRESHOLDS,
): "HIGH" | "MEDIUM" | "LOW" {
  const share = calls === 0 ? 0 : limited / calls;
  if (violations <= high.violations && share <= high.limitedShare) return "HIGH";
  if (violations <= medium.violations || share <= medium.limitedShare) return "MEDIUM";
  return "LOW";
}
