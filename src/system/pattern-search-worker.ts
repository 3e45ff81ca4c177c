import { parentPort, workerData } from "node:worker_threads";
import { isEarshotError } from "../domain/errors.ts";
import type { PatternSyntax } from "../domain/memory/memory-pattern.ts";
import type { MemoryMatch } from "../ports/earshot/memory.ts";
import { compilePattern, createScan } from "./pattern-match.ts";
import { DatabaseSync } from "./sqlite.ts";

/** What the thread is started with. */
export type SearchSource = SqliteSource | ModuleSource;

interface SqliteSource {
  readonly path: string;
  /** Reads the texts of one place from one column; takes workspace, agent and run. */
  readonly texts: string;
}

/** Texts that a module of another room reads, which exports `openTexts` as `OpenTexts`. */
interface ModuleSource {
  readonly module: string;
  /** What `openTexts` takes. */
  readonly place: string;
}

type OpenTexts = (place: string) => Texts;

interface Texts {
  /** Resolves when a search can begin at once. */
  begin(): Promise<void>;
  /**
   * Looks at each entry, its key on a line before its value, until `look` says that it is enough.
   */
  each(place: SearchJob["place"], look: (text: string) => boolean): void | Promise<void>;
}

/** A job for the thread, one at a time. */
export interface SearchJob {
  readonly place: readonly [workspace: string, agent: string, run: string];
  readonly pattern: string;
  readonly syntax: PatternSyntax;
  readonly budgetMs: number;
}

/** The thread's messages: that it is ready, what it has found so far, and how the job ended. */
export type SearchNews =
  | { readonly type: "ready" }
  | { readonly type: "found"; readonly matches: readonly MemoryMatch[] }
  | { readonly type: "done"; readonly isPartial: boolean }
  | { readonly type: "refused"; readonly message: string };

/** Results are reported this often, in case the thread is ended during the search. */
const TELL_EVERY_MS = 50;

function sqliteTexts({ path, texts }: SqliteSource): Texts {
  const db = new DatabaseSync(path, { readOnly: true });
  db.exec("pragma query_only = on; pragma busy_timeout = 10000;");
  const read = db.prepare(texts);
  read.setReturnArrays(true);
  return {
    begin: async () => {},
    each(place, look) {
      const rows = read.iterate(...place) as unknown as Iterable<readonly [string]>;
      for (const [text] of rows) if (!look(text)) return;
    },
  };
}

async function moduleTexts({ module, place }: ModuleSource): Promise<Texts> {
  const { openTexts } = (await import(module)) as { readonly openTexts: OpenTexts };
  return openTexts(place);
}

function tell(news: SearchNews): void {
  parentPort?.postMessage(news);
}

async function search(
  texts: Texts,
  { place, pattern, syntax, budgetMs }: SearchJob,
): Promise<void> {
  const scan = createScan(compilePattern(pattern, syntax), budgetMs);
  let told = performance.now();
  await texts.each(place, (text) => {
    if (!scan.look(text)) return false;
    if (performance.now() - told >= TELL_EVERY_MS) {
      tell({ type: "found", matches: scan.take() });
      told = performance.now();
    }
    return true;
  });
  tell({ type: "found", matches: scan.take() });
  tell({ type: "done", isPartial: scan.isPartial() });
}

const source = workerData as SearchSource;
const texts = "module" in source ? await moduleTexts(source) : sqliteTexts(source);
await texts.begin();

parentPort?.on("message", (job: SearchJob) => {
  search(texts, job).catch((error: unknown) => {
    if (!isEarshotError(error, "INVALID_INPUT")) throw error;
    tell({ type: "refused", message: error.message });
  });
});
tell({ type: "ready" });
