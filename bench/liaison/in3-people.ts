import { readFileSync } from "node:fs";
import { join } from "node:path";
import { present } from "../../src/domain/present.ts";
import type { KnownTask } from "../../src/testing/simulated-person/known-task.ts";

interface In3Row {
  readonly task: string;
  readonly vague: boolean;
  readonly missing_details?: readonly {
    readonly description: string;
    readonly importance: string;
    readonly options?: readonly string[];
  }[];
}

/** The vague tasks of IN3 as people know them: each missing detail with its first option as the answer. */
export function readPeople(folder: string): readonly KnownTask[] {
  const lines = readFileSync(join(folder, "in3/train.jsonl"), "utf8").split("\n");
  const rows = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as In3Row);
  return rows
    .filter(({ vague }) => vague)
    .map(({ task, missing_details = [] }) => ({
      message: task,
      details: missing_details.map(({ description, importance, options = [] }) => ({
        topic: description,
        answer: options[0] ?? "As usual",
        importance: Number(importance),
        ...present({ contradiction: options[1] }),
      })),
    }));
}
