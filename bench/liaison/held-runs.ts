import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { commitOfClone } from "../../scripts/result-file.ts";

const HELD_RUNS = new URL("../../results/liaison-held.jsonl", import.meta.url);
/** Each look at what is held back makes it less of a stranger. */
const MOST_RUNS = 3;

/** Which part of a corpus is judged, and what is printed of it. */
export interface LookOptions {
  /** The held third instead of the open part; at most three times, each noted. */
  readonly held: boolean;
  /** Prints each fault; nothing is printed of the held third. */
  readonly verbose: boolean;
}

/** Judges a part of a corpus, and notes a look at the held one with its figures. */
export async function lookAt<One, Figures extends object>(
  part: string,
  { held, verbose }: LookOptions,
  work: {
    readonly judge: () => Promise<readonly One[]>;
    readonly print: (one: One) => void;
    readonly figures: (all: readonly One[]) => Figures;
  },
): Promise<Figures> {
  if (held) assertMayLook(part);
  const all = await work.judge();
  if (verbose && !held) for (const one of all) work.print(one);
  const figures = work.figures(all);
  if (held) noteHeldRun(part, figures);
  return figures;
}

/** Throws Error if a part was scored as often as it may be. */
function assertMayLook(part: string): void {
  const text = existsSync(HELD_RUNS) ? readFileSync(HELD_RUNS, "utf8") : "";
  const runs = text.split("\n").filter((line) => line.includes(`"part":"${part}"`)).length;
  if (runs < MOST_RUNS) return;
  throw new Error(`The held ${part} were scored ${runs} times (results/liaison-held.jsonl).`);
}

function noteHeldRun(part: string, figures: object): void {
  const line = { part, commit: commitOfClone(), date: new Date().toISOString(), figures };
  appendFileSync(HELD_RUNS, `${JSON.stringify(line)}\n`);
}
