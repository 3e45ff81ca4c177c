import type { Timestamp } from "../../domain/timestamp.ts";

/**
 * The right of one process at a time to do something, until a moment unless it renews. Every new
 * holder gets a higher epoch. A write that names a past epoch is refused, so a holder that was stopped
 * for too long changes nothing when it goes on.
 */
export interface Lease {
  readonly name: string;
  /** The process: a unique name, new with every start. */
  readonly holder: string;
  readonly epoch: number;
  readonly until: Timestamp;
}

export interface Leases {
  /**
   * Takes the lease if nobody holds it, or renews it if `holder` does, for `ms` by the store's clock.
   * Returns undefined if somebody else holds it.
   */
  takeLease(by: {
    readonly name: string;
    readonly holder: string;
    readonly ms: number;
  }): Promise<Lease | undefined>;
  /** Gives it back, so that others need not wait. Changes nothing if it is no longer held. */
  releaseLease(lease: Pick<Lease, "name" | "holder" | "epoch">): Promise<void>;
  /** The leases held now, by name; with a prefix, only names that begin with it. */
  listLeases(prefix?: string): Promise<readonly Lease[]>;
}
