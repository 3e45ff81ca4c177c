import { toTimestamp } from "../../domain/timestamp.ts";
import type { Lease, Leases } from "../../ports/store/lease.ts";
import type { Clock } from "../../ports/system/clock.ts";
import { NO_WORKSPACE } from "../schema/tally-rows.ts";
import type { Database } from "./database.ts";
import { isFatal, storeError } from "./errors.ts";

const FIND = "select epoch from leases where workspace = ? and name = ?";
const TAKE = `insert into leases (workspace, name, holder, epoch, until) values (?, ?, ?, ?, 0)
  on conflict (workspace, name) do update set holder = excluded.holder, epoch = excluded.epoch`;

export interface SqliteLeases extends Leases {
  /** Whether the lease is held in this epoch; also usable within a commit. */
  holds(name: string, epoch: number): boolean;
}

interface LeaseOptions {
  readonly clock: Pick<Clock, "now">;
  /** See `CommitterOptions`. */
  readonly onFatal: (error: unknown) => void;
}

/**
 * Leases over a file that one process holds. Epochs are on disk, since they must never repeat. The time
 * of a lease is only in memory: holders from before this process are gone, and renewals every few
 * seconds would wake the disk for nothing.
 */
export function createLeases(db: Database, { clock, onFatal }: LeaseOptions): SqliteLeases {
  const held = new Map<string, Lease & { readonly untilMs: number }>();

  function find(name: string): Lease | undefined {
    const lease = held.get(name);
    return lease !== undefined && lease.untilMs > clock.now() ? lease : undefined;
  }

  function put(lease: Omit<Lease, "until">, untilMs: number): Lease {
    const { name, holder, epoch } = lease;
    const until = toTimestamp(untilMs);
    held.set(name, { name, holder, epoch, until, untilMs });
    return { name, holder, epoch, until };
  }

  function nextEpoch(name: string, holder: string): number {
    try {
      const epoch = Number(db.prepare(FIND).get(NO_WORKSPACE, name)?.["epoch"] ?? 0) + 1;
      db.prepare(TAKE).run(NO_WORKSPACE, name, holder, epoch);
      return epoch;
    } catch (error) {
      if (isFatal(error)) onFatal(error);
      throw storeError(error);
    }
  }

  return {
    async takeLease({ name, holder, ms }) {
      const until = clock.now() + ms;
      const current = find(name);
      if (current !== undefined) {
        return current.holder === holder ? put(current, until) : undefined;
      }
      return put({ name, holder, epoch: nextEpoch(name, holder) }, until);
    },
    async releaseLease({ name, holder, epoch }) {
      const current = find(name);
      if (current?.holder === holder && current.epoch === epoch) held.delete(name);
    },
    async listLeases(prefix = "") {
      return [...held.keys()]
        .filter((name) => name.startsWith(prefix))
        .sort()
        .flatMap((name) => find(name) ?? [])
        .map(({ name, holder, epoch, until }) => ({ name, holder, epoch, until }));
    },
    holds: (name, epoch) => find(name)?.epoch === epoch,
  };
}
