import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { isEarshotError } from "../domain/errors.ts";
import type { PatternSyntax } from "../domain/memory-pattern.ts";
import type { MemoryMatch } from "../ports/memory.ts";
import { compilePattern, createScan } from "./pattern-match.ts";

/** What the thread is started with. */
export interface SearchSource {
  readonly path: string;
  /** Reads the texts of one place, one column; takes workspace, agent and run. */
  readonly texts: string;
}

/** What it is asked, one at a time. */
export interface SearchJob {
  readonly place: readonly [workspace: string, agent: string, run: string];
  readonly pattern: string;
  readonly syntax: PatternSyntax;
  readonly budgetMs: number;
}

/** What it says: that it can begin, what it has found so far, and how the job ended. */
export type SearchNews =
  | { readonly type: "ready" }
  | { readonly type: "found"; readonly matches: readonly MemoryMatch[] }
  | { readonly type: "done"; readonly isPartial: boolean }
  | { readonly type: "refused"; readonly message: string };

/** What was found is told this often, for the case that the thread is ended on its way. */
const TELL_EVERY_MS = 50;

const { path, texts } = workerData as SearchSource;
const db = new DatabaseSync(path, { readOnly: true });
db.exec("pragma query_only = on; pragma busy_timeout = 10000;");
const read = db.prepare(texts);
read.setReturnArrays(true);

function tell(news: SearchNews): void {
  parentPort?.postMessage(news);
}

function search({ place, pattern, syntax, budgetMs }: SearchJob): void {
  const scan = createScan(compilePattern(pattern, syntax), budgetMs);
  let told = performance.now();
  for (const [text] of read.iterate(...place) as unknown as Iterable<readonly [string]>) {
    if (!scan.look(text)) break;
    if (performance.now() - told < TELL_EVERY_MS) continue;
    tell({ type: "found", matches: scan.take() });
    told = performance.now();
  }
  tell({ type: "found", matches: scan.take() });
  tell({ type: "done", isPartial: scan.isPartial() });
}

parentPort?.on("message", (job: SearchJob) => {
  try {
    search(job);
  } catch (error) {
    if (!isEarshotError(error, "INVALID_INPUT")) throw error;
    tell({ type: "refused", message: error.message });
  }
});
tell({ type: "ready" });
