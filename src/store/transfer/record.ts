import type { Rest } from "../threads/rests.ts";
import type { TableShape, Values } from "./table-shape.ts";

/** A record, read whole as of one moment. */
export interface Source {
  /** The migrations that made its tables, in order. */
  readonly migrations: readonly string[];
  /** In the order in which they are written. */
  readonly tables: readonly TableShape[];
  /** Pages; one table after another, each once. */
  rows(table: TableShape): AsyncIterable<readonly Values[]>;
  /** Rests between pages, if others go on writing meanwhile. */
  readonly rest?: Rest;
  /** Called after the last row; throws if not everything was read. */
  finish?(): Promise<void>;
  close(): Promise<void>;
}

/** An empty store that becomes a record, whole or not at all. */
export interface Target {
  readonly migrations: readonly string[];
  readonly tables: readonly TableShape[];
  insert(table: TableShape, rows: readonly Values[]): Promise<void>;
  /** Reads back what was written. */
  rows(table: TableShape): AsyncIterable<readonly Values[]>;
  /** One statement with `?` for values; the rows that it gives. */
  all<R extends object>(
    text: string,
    values: readonly (string | number | null)[],
  ): Promise<readonly R[]>;
  /** Stores the record for good. `heads` says how far the log of each workspace reaches. */
  commit(heads: ReadonlyMap<string, TargetHead>): Promise<void>;
  /** Leaves nothing behind; changes nothing after a commit. */
  abandon(): Promise<void>;
}

export interface TargetHead {
  readonly seq: number;
  readonly hash: Uint8Array;
}

/** Hears of the progress of a copy. */
export type OnProgress = (table: string, rows: number) => void;
