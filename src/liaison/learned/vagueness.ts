import { vaguenessWeights } from "./vagueness.generated.ts";
import { createVagueness } from "./vagueness-scoring.ts";

let judge: ((text: string) => number) | undefined;

/** From this probability on, a task counts as vague; it separates the two classes best. */
export const vagueFrom: number = vaguenessWeights.threshold;

/** The calibrated probability, 0 to 1, that a task is vague. */
export function vagueness(text: string): number {
  judge ??= createVagueness(vaguenessWeights);
  return judge(text);
}
