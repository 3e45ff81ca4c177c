import type { Rest } from "../threads/rests.ts";
import type { TableShape, Values } from "./table-shape.ts";

/** A record that is read whole, as it was at one moment. */
export interface Source {
  /** The migrations that made its tables, in order. */
  readonly migrations: readonly string[];
  /** In the order in which they are written. */
  readonly tables: readonly TableShape[];
  /** Pages; one table after another, each once. */
  rows(table: TableShape): AsyncIterable<readonly Values[]>;
  /** Rests between pages, where others go on writing meanwhile. */
  readonly rest?: Rest;
  /** After the last row: throws where what was read is not all there was. */
  finish?(): Promise<void>;
  close(): Promise<void>;
}

/** An empty store that becomes a record, whole or not at all. */
export interface Target {
  readonly migrations: readonly string[];
  readonly tables: readonly TableShape[];
  insert(table: TableShape, rows: readonly Values[]): Promise<void>;
  /** What has been written, read back. */
  rows(table: TableShape): AsyncIterable<readonly Values[]>;
  /** One statement with `?` for values; the rows that it gives. */
  all<R extends object>(
    text: string,
    values: readonly (string | number | null)[],
  ): Promise<readonly R[]>;
  /** Only now is the record there. `heads` says how far the log of each workspace reaches. */
  commit(heads: ReadonlyMap<string, TargetHead>): Promise<void>;
  /** Leaves nothing behind; changes nothing after a commit. */
  abandon(): Promise<void>;
}

export interface TargetHead {
  readonly seq: number;
  readonly hash: Uint8Array;
}

/** Hears how far a copy has got. */
export type OnProgress = (table: string, rows: number) => void;
