import type { WorkspaceId } from "../../domain/id.ts";

/** How far the log of a workspace reaches. */
export interface LogPosition {
  readonly workspace: WorkspaceId;
  readonly seq: number;
}

export interface OthersListener {
  /** Logs reach this far now, by whosever hand. Comes late, twice or for nothing, and must not throw. */
  reached(positions: readonly LogPosition[]): void;
  /**
   * False where notices may be missed from now on: nothing that is remembered can be relied on. True
   * where notices are heard, after `reached` has told how far every log reaches; it is said again
   * with every such look at all logs, for what is remembered is good only so long after the last one.
   * The reason is why notices may be missed.
   */
  hearing(isHearing: boolean, reason?: unknown): void;
}

/** The other nodes over the same store, and how one hears what they have committed. */
export interface Others {
  /** The name of this node: unique, made anew with every start. It is the holder of its leases. */
  readonly node: string;
  /** Begins to listen, once a process; resolves when notices are heard. The function it gives ends it. */
  listen(listener: OthersListener): Promise<() => Promise<void>>;
  /** Tells the listener now how far the log of this workspace reaches; rejects with STORE_UNAVAILABLE. */
  catchUp(workspace: WorkspaceId): Promise<void>;
}

/** Runs works of one name one after another, over all nodes of the store, whatever becomes of them. */
export interface Turns {
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}
