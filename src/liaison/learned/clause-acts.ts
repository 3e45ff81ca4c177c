import { type ActProbabilities, createActs } from "./act-scoring.ts";
import { definingWeights, judgingWeights } from "./clause-acts.generated.ts";

type Acts = ReturnType<typeof createActs>;

let defining: Acts | undefined;
let judging: Acts | undefined;

/** What a clause does while a task is told. */
export function definingActs(text: string, marks: readonly string[]): ActProbabilities {
  defining ??= createActs(definingWeights);
  return defining(text, marks);
}

/** What a clause does while a result lies before the person. */
export function judgingActs(text: string, marks: readonly string[]): ActProbabilities {
  judging ??= createActs(judgingWeights);
  return judging(text, marks);
}
