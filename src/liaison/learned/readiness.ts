import { readinessWeights } from "./readiness.generated.ts";
import { type Opening, readinessBy, signsOf } from "./readiness-scoring.ts";

/** How probable it is that a person who opens so would have it begin at once. */
export function readiness(opening: Opening): number {
  return readinessBy(readinessWeights, signsOf(opening));
}
