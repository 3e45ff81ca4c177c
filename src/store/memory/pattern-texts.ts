import { workerFile } from "../threads/worker-file.ts";

/** The source of texts for pattern searches. Their thread reads it over its own connection. */
export function createPatternTexts(url: string): {
  readonly module: string;
  readonly place: string;
} {
  return { module: workerFile(import.meta.url, "postgres-texts-worker").href, place: url };
}
