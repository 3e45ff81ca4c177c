import type { Event } from "../../../src/domain/log/event.ts";
import type { Timestamp } from "../../../src/domain/timestamp.ts";
import type { Change, CommitResult, Store } from "../../../src/ports/store/store.ts";

/** A store under test, and the same again after its process ended. */
export interface OpenedStore {
  readonly store: Store;
  reopen(): Promise<Store>;
  /** Sets the time of a store that goes by its own; absent where it goes by what it is told. */
  setTime?(at: Timestamp): Promise<void>;
  close(): Promise<void>;
}

/** What the facts work with: the store of the test that runs, with two workspaces in it. */
export interface StoreUnderTest {
  readonly store: Store;
  /** Ends the store's process and starts it again; `store` is the new one then. */
  reopen(): Promise<Store>;
  /** It is this moment from now on, for a store that has a clock; it is `AT` when a test begins. */
  at(moment: Timestamp): Promise<void>;
  outcomes(changes: readonly Change[]): Promise<CommitResult["outcome"][]>;
  events(workspace?: string): Promise<readonly Event[]>;
}

export const AT = "2026-01-01T00:00:00.000Z";
/** The second workspace beside `default`. */
export const OTHER = "other";
