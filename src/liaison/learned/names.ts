import { nameScoreBy, type PossibleName } from "./name-scoring.ts";
import { nameWeights } from "./names.generated.ts";

/** What has fewer points by the rules names nothing, whatever its signs are. */
const LEAST = 0.8;

/** How well a phrase names the task, beside the others that may. */
export function nameScore(name: PossibleName): number {
  return name.byRules < LEAST ? Number.NEGATIVE_INFINITY : nameScoreBy(nameWeights, name);
}
