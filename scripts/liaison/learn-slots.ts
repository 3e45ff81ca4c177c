import { contentWords } from "../../src/liaison/learned/content-words.ts";
import { packNumbers } from "../../src/liaison/learned/packed-numbers.ts";
import { type SlotWeights, slotFeatures } from "../../src/liaison/learned/slots.ts";
import { tokenize } from "../../src/liaison/learned/tokens.ts";
import { fitBinary, type SparseRow } from "./logistic-regression.ts";
import type { AgentTask } from "./read-tasks.ts";
import { meets } from "./topic-match.ts";

const fewestTasks = 2;

interface SlotExample {
  readonly features: readonly string[];
  readonly target: number;
}

function slotExamples(task: AgentTask): readonly SlotExample[] {
  const details = task.details.map(({ description }) => contentWords(description));
  return slotFeatures(tokenize(task.text)).map(({ plain, features }) => ({
    features,
    target: details.some((detail) => meets(detail, new Set([plain]))) ? 1 : 0,
  }));
}

function countFeatures(tasks: readonly (readonly SlotExample[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const examples of tasks) {
    for (const name of new Set(examples.flatMap(({ features }) => features))) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

/** Learns which words of a task its missing details are about. */
export function learnSlots(tasks: readonly AgentTask[]): SlotWeights {
  const perTask = tasks.map(slotExamples);
  const counts = countFeatures(perTask);
  const names = [...counts.keys()].filter((name) => (counts.get(name) ?? 0) >= fewestTasks);
  const known = new Map(names.map((name, i) => [name, i]));
  const examples = perTask.flat();
  const rows: SparseRow[] = examples.map(({ features }) => {
    const indices = features.map((name) => known.get(name) ?? -1).filter((index) => index >= 0);
    return { indices, values: indices.map(() => 1) };
  });
  const targets = examples.map(({ target }) => target);
  const model = fitBinary({ rows, width: names.length, penalty: 2, steps: 60 }, targets);
  return {
    features: names.join("|"),
    bias: Number(model.bias.toFixed(4)),
    weights: packNumbers(model.weights),
  };
}
