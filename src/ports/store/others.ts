import type { WorkspaceId } from "../../domain/id.ts";

/** How far the log of a workspace reaches. */
export interface LogPosition {
  readonly workspace: WorkspaceId;
  readonly seq: number;
}

export interface OthersListener {
  /** Logs reach this far now, whoever wrote. May come late, twice or needlessly; must not throw. */
  reached(positions: readonly LogPosition[]): void;
  /**
   * False means that notices may be missed from now on, for this reason, so nothing in a cache can be
   * relied on. True means that notices are heard, and `reached` has reported every log. It is repeated
   * with each look at all logs, because a cache is good only for so long after the last one.
   */
  hearing(isHearing: boolean, reason?: unknown): void;
}

/** The other nodes over the same store, and how to hear of their commits. */
export interface Others {
  /** The name of this node: unique, new with every start. It is the holder of its leases. */
  readonly node: string;
  /** Begins to listen, once a process; resolves when notices are heard. Call the result to stop. */
  listen(listener: OthersListener): Promise<() => Promise<void>>;
  /**
   * This node has compared all it remembers with the logs that it was last told of. Until then no
   * approval is used through it, because another server may have become the database.
   */
  compared(): void;
  /** Tells the listener now how far the log of this workspace reaches. Rejects with STORE_UNAVAILABLE. */
  catchUp(workspace: WorkspaceId): Promise<void>;
}

/** Runs tasks of one name one after another over all nodes, whether they succeed or fail. */
export interface Turns {
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}
