import type { DefineInput, Definition, Intent, IntentInput } from "../ports/model/understanding.ts";
import type { NearnessFinder } from "./cases/nearness.ts";
import { defineTask } from "./define-task.ts";
import type { LearnedModels } from "./learned/learned-models.ts";
import { readIntent } from "./read-intent.ts";

/** Reads the person's words before a task, without a model. */
export async function defineEmbedded(
  input: DefineInput,
  nearness?: NearnessFinder,
): Promise<Definition> {
  return defineTask(input, await loadLearned(), nearness);
}

/** Reads the intent of words that no question waits for, without a model. */
export function intentEmbedded(input: IntentInput): Promise<Intent> {
  return Promise.resolve(readIntent(input));
}

/** Its weights take megabytes, so they are loaded with the first conversation. */
function loadLearned(): Promise<LearnedModels> {
  return import("./learned/models.ts");
}
