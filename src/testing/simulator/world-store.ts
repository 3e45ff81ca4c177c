import type { AuditReader } from "../../ports/earshot/audit.ts";
import type { GraphStore } from "../../ports/store/graph-store.ts";
import type { InboxReader } from "../../ports/store/inbox-reader.ts";
import type { CommitPoint, Store } from "../../ports/store/store.ts";
import type { Clock } from "../../ports/system/clock.ts";
import type { Random } from "./random.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** What may go wrong at a commit: `full` fails it and undoes it, the crashes end the life. */
export type CommitFault = "none" | "full" | "crash";

/** What is stored, read past the server and at once; the SQL must be of both engines. */
export interface StoredRows {
  prepare(sql: string): StoredQuery;
}

export interface StoredQuery {
  get(...values: (string | number)[]): Readonly<Record<string, unknown>> | undefined;
  all(...values: (string | number)[]): readonly Readonly<Record<string, unknown>>[];
}

/** Where a simulated server keeps its record: it outlives the server's lives. */
export interface WorldStore {
  readonly rows: StoredRows;
  /** Runs statements past the server, in the language of the engine. */
  exec(sql: string): void;
  /** Opens it for one life. */
  open(life: StoreLife): Promise<LivingStore>;
  /** Reads logs and what they speak of, past every server. */
  readonly audit: AuditReader;
  close(): Promise<void>;
}

export interface StoreLife {
  readonly clock: Clock;
  readonly random: Random;
  /** Asked at each point of a commit. */
  readonly faultAt: (point: CommitPoint) => CommitFault;
  /** Ends the life. */
  readonly crash: () => void;
}

export interface LivingStore {
  readonly store: Store;
  readonly audit: AuditReader;
  readonly inbox: InboxReader;
  readonly graph: GraphStore;
  /** Ends it as signal 9 would: what is not committed is gone. */
  end(): void;
}

export type OpenWorldStore = (
  time: Pick<VirtualTime, "awaitReal" | "onMove">,
) => Promise<WorldStore>;
