import type { Timestamp } from "../../domain/timestamp.ts";

/**
 * What one process at a time may do, and until when unless it renews. Every new holder gets a higher
 * epoch; a write that names an epoch which has passed is refused, so that a holder which was stopped
 * for longer than its time changes nothing when it goes on.
 */
export interface Lease {
  readonly name: string;
  /** Of the process: unique, made anew with every start. */
  readonly holder: string;
  readonly epoch: number;
  readonly until: Timestamp;
}

export interface Leases {
  /**
   * Takes the lease where nobody holds it, or renews it where `holder` does, for `ms` by the store's
   * clock; undefined where somebody else holds it.
   */
  takeLease(by: {
    readonly name: string;
    readonly holder: string;
    readonly ms: number;
  }): Promise<Lease | undefined>;
  /** Gives it back, so that others need not wait; changes nothing where it is held no more. */
  releaseLease(lease: Pick<Lease, "name" | "holder" | "epoch">): Promise<void>;
  /** Those that are held now, by name; of names that begin so where it says so. */
  listLeases(prefix?: string): Promise<readonly Lease[]>;
}
