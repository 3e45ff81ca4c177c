import type { RunId } from "../../domain/id.ts";
import type { Json } from "../../domain/json.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/** One run of an experiment, according to its log. */
export interface ListedRun {
  readonly run: RunId;
  readonly name: string;
  readonly state: string;
  readonly startedAt: Timestamp;
  readonly endedAt?: Timestamp;
  readonly cycles: number;
  readonly cyclesPlanned: number;
  readonly questions: number;
  readonly tokens: number;
}

/** A part of what was said and done in a run, in order. */
export interface RunEntry {
  /** Counted from 1 over the whole run. */
  readonly index: number;
  readonly at: Timestamp;
  readonly cycle?: number;
  readonly kind: "cycle" | "model" | "tool" | "operator" | "note" | "end";
  /** Who or what it came from: the name of a tool or of the operator. */
  readonly title: string;
  readonly text: string;
  readonly data?: Json;
}

export interface RunTranscript {
  readonly run: ListedRun;
  readonly entries: readonly RunEntry[];
  /** The index to ask for next; entries may be appended while it runs. */
  readonly next: number;
}

/** Experiment runs in the data folder; a part of `Earshot`, for people. */
export interface Runs {
  /** Newest first, at most 100. */
  listRuns(): Promise<{ readonly items: readonly ListedRun[] }>;
  /** Entries after `after` (0 if absent), at most 200. NOT_FOUND if there is no such run. */
  showRun(input: { readonly id: RunId; readonly after?: number }): Promise<RunTranscript>;
  /** A whole HTML page that loads nothing from elsewhere. */
  runReport(input: { readonly id: RunId }): Promise<{ readonly html: string }>;
}

/** Reads runs. */
export interface RunsReader {
  list(limit: number): Promise<readonly ListedRun[]>;
  show(id: RunId, after: number, limit: number): Promise<RunTranscript | undefined>;
  report(id: RunId): Promise<string | undefined>;
}
