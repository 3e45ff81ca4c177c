import { WORDS_PLACES } from "../../ports/earshot/words.ts";
import { connect } from "../postgres/connection.ts";
import type { Connection } from "../postgres/database.ts";

/** Without the log, which only grows. */
const TABLES = WORDS_PLACES.filter((place) => place !== "events");

/**
 * Removes the dead rows that erasing left behind. Only the tables' owner may. Returns what stays out of
 * reach, since PostgreSQL keeps copies for others.
 */
export async function scrub(url: string): Promise<readonly string[]> {
  const connection = await connect({ url, purpose: "erasure", as: "owner", statementMs: 0 });
  try {
    const unswept = await sweep(connection);
    return [...unswept, ...(await copies(connection))];
  } finally {
    await connection.close();
  }
}

async function sweep(connection: Connection): Promise<readonly string[]> {
  const [began] = await connection.query<{ readonly at: string }>("select now()::text as at");
  const failed: string[] = [];
  for (const table of TABLES) {
    try {
      // Without freeze it skips pages that are read or written at the moment.
      await connection.query(`vacuum (freeze) ${table}`);
    } catch {
      failed.push(table);
    }
  }
  const [older] = await connection.query<{ readonly count: number }>(
    `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start < $1::timestamptz`,
    [began?.at ?? ""],
  );
  return [
    ...(failed.length === 0
      ? []
      : [
          `dead rows of ${failed.join(", ")}, which could not be vacuumed now: until autovacuum passes, or their owner runs vacuum`,
        ]),
    ...((older?.count ?? 0) === 0
      ? []
      : [
          `dead rows that ${older?.count} transactions may still see, which began before: until they have ended and vacuum passes again`,
        ]),
    "free space within PostgreSQL's files: until it is written over, or vacuum full has passed",
  ];
}

interface Copies {
  readonly archives: string;
  readonly standbys: number;
  readonly slots: string | null;
}

async function copies(connection: Connection): Promise<readonly string[]> {
  const [found] = await connection.query<Copies>(
    `select current_setting('archive_mode') as archives,
      (select count(*)::integer from pg_stat_replication) as standbys,
      (select string_agg(slot_name::text, ', ' order by slot_name) from pg_replication_slots) as slots`,
  );
  const { archives = "off", standbys = 0, slots = null } = found ?? {};
  return [
    `PostgreSQL's write-ahead log: until its segments are recycled${slots === null ? "" : `, which these slots put off: ${slots}`}`,
    ...(archives === "off" ? [] : ["the archive of the write-ahead log: as long as it is kept"]),
    ...(standbys === 0
      ? []
      : [`${standbys} replicas: until they have replayed the log and were vacuumed by it`]),
    "base backups and dumps of the database: as long as they are kept",
  ];
}
