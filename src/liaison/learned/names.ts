import { nameScoreBy, type PossibleName } from "./name-scoring.ts";
import { nameWeights } from "./names.generated.ts";

/** How well a phrase names the task, beside the others that may. */
export function nameScore(name: PossibleName): number {
  return nameScoreBy(nameWeights, name);
}
