import type { Event } from "../../../src/domain/log/event.ts";
import type { Timestamp } from "../../../src/domain/timestamp.ts";
import type { Change, CommitResult, Store } from "../../../src/ports/store/store.ts";

/** A store under test, which can be opened again after its process ended. */
export interface OpenedStore {
  readonly store: Store;
  reopen(): Promise<Store>;
  /** Sets the time of a store with its own clock; absent if the store uses the time it is given. */
  setTime?(at: Timestamp): Promise<void>;
  close(): Promise<void>;
}

/** The store of the running test, with two workspaces in it, for the facts. */
export interface StoreUnderTest {
  readonly store: Store;
  /** Ends the store's process and starts it again; `store` is then the new one. */
  reopen(): Promise<Store>;
  /** Sets the time of a store that has a clock; it is `AT` when a test begins. */
  at(moment: Timestamp): Promise<void>;
  outcomes(changes: readonly Change[]): Promise<CommitResult["outcome"][]>;
  events(workspace?: string): Promise<readonly Event[]>;
}

export const AT = "2026-01-01T00:00:00.000Z";
/** The second workspace, besides `default`. */
export const OTHER = "other";
