import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface MissingDetail {
  readonly description: string;
  /** From 1 to 3. */
  readonly importance: number;
}

export interface AgentTask {
  readonly text: string;
  readonly vague: boolean;
  readonly details: readonly MissingDetail[];
}

interface TaskLine {
  readonly task: string;
  readonly vague: boolean;
  readonly missing_details?: readonly { description: string; importance: string }[];
}

function parseTask(line: string): AgentTask {
  const { task, vague, missing_details = [] } = JSON.parse(line) as TaskLine;
  const details = missing_details.map(({ description, importance }) => ({
    description,
    importance: Number(importance),
  }));
  return { text: task, vague, details };
}

/** The agent tasks of IN3 below the folder of the data sets, in the order of the file. */
export function readTasks(dataDirectory: string): readonly AgentTask[] {
  const text = readFileSync(join(dataDirectory, "in3", "train.jsonl"), "utf8");
  return text.split("\n").filter(Boolean).map(parseTask);
}
