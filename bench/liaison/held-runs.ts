import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { commitOfClone } from "../../scripts/result-file.ts";

const HELD_RUNS = new URL("../../results/liaison-held.jsonl", import.meta.url);
/** Each look at what is held back makes it less of a stranger. */
const MOST_RUNS = 3;

/** Throws Error if a part was scored as often as it may be. */
export function assertMayLook(part: string): void {
  const text = existsSync(HELD_RUNS) ? readFileSync(HELD_RUNS, "utf8") : "";
  const runs = text.split("\n").filter((line) => line.includes(`"part":"${part}"`)).length;
  if (runs < MOST_RUNS) return;
  throw new Error(`The held ${part} were scored ${runs} times (results/liaison-held.jsonl).`);
}

export function noteHeldRun(part: string, figures: object): void {
  const line = { part, commit: commitOfClone(), date: new Date().toISOString(), figures };
  appendFileSync(HELD_RUNS, `${JSON.stringify(line)}\n`);
}
