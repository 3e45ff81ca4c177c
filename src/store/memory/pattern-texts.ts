import { workerFile } from "../threads/worker-file.ts";

/** Where a search for patterns finds what it looks at: read in its thread by a connection of its own. */
export function createPatternTexts(url: string): {
  readonly module: string;
  readonly place: string;
} {
  return { module: workerFile(import.meta.url, "postgres-texts-worker").href, place: url };
}
