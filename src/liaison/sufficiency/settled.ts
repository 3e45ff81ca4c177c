import { LACKING } from "./confidence.ts";

/** A specification with at least this score is enough to begin. */
export const SUFFICIENT = 0.8;
/** How sure the learned reading of openings must be to overrule the count of what is known. */
const SURE = 0.7;

/** The score once the learned reading of an opening has had its say: enough, not enough, or as it was. */
export function settledScore(readiness: number, score: number): number {
  if (readiness >= SURE) return Math.max(score, SUFFICIENT);
  return readiness <= 1 - SURE ? Math.min(score, LACKING) : score;
}
