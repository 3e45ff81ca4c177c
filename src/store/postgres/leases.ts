import { toTimestamp } from "../../domain/timestamp.ts";
import type { Lease, Leases } from "../../ports/store/lease.ts";
import type { Row } from "../schema/tables.ts";
import { NO_WORKSPACE } from "../schema/tally-rows.ts";
import type { PostgresDatabase } from "./database.ts";

/* Read once for each statement: two readings would differ. */
const NOW = "(select earshot_now() as now) as clock";
/**
 * A second taker waits for the row of the first, and then finds the lease taken. A holder whose time ran
 * out gets a new epoch even if nobody else had the lease, so its earlier work is refused.
 */
const TAKE = `insert into leases as held (workspace, name, holder, epoch, until)
  select '', $1, $2, 1, clock.now + $3::bigint from ${NOW}
  on conflict (workspace, name) do update
    set holder = excluded.holder, until = excluded.until,
      epoch = held.epoch + case
        when held.holder = excluded.holder and held.until > excluded.until - $3::bigint then 0
        else 1 end
    where held.holder = excluded.holder or held.until <= excluded.until - $3::bigint
  returning *`;
/** The row stays, since the next holder's epoch must be higher. */
const RELEASE = `update leases set until = 0
  where workspace = '' and name = $1 and holder = $2 and epoch = $3`;
const LIST = `select leases.* from leases, ${NOW}
  where workspace = '' and until > clock.now and starts_with(name, $1) order by name`;

/** Leases by the database's clock. */
export function createLeases(database: PostgresDatabase): Leases {
  const query = (text: string, values: readonly (string | number)[]) =>
    database.query<Row<"leases">>(NO_WORKSPACE, text, values);
  return {
    async takeLease({ name, holder, ms }) {
      const [row] = await query(TAKE, [name, holder, ms]);
      return row === undefined ? undefined : rowToLease(row);
    },
    async releaseLease({ name, holder, epoch }) {
      await query(RELEASE, [name, holder, epoch]);
    },
    async listLeases(prefix = "") {
      return (await query(LIST, [prefix])).map(rowToLease);
    },
  };
}

function rowToLease({ name, holder, epoch, until }: Row<"leases">): Lease {
  return { name, holder, epoch, until: toTimestamp(until) };
}
