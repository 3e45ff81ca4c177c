import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

/**
 * Everything that calls put into a database, row by row; not what the server writes by itself: the
 * counts of the calls, the checkpoints of the log, who holds which lease, and that the review of the
 * day was done.
 */
export interface Rows {
  /** Rows of all tables as JSON, in order, after the name of their table. */
  all(): readonly string[];
  /** One hash over all of them, or over those that belong to a workspace. */
  hash(workspace?: string): string;
  close(): void;
}

const REVIEW_DONE = /^once .*"review(?:-unjudged)?:/;

/** Reads through a connection of its own, which cannot write, so it sees what is committed. */
export function openRows(path: string): Rows {
  const db = new DatabaseSync(path, { readOnly: true });
  const tables = db
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not in ('tally', 'checkpoints', 'leases')",
    )
    .all()
    .map((row) => String(row["name"]));

  const reads = tables.map((table) => ({ table, read: db.prepare(`select * from "${table}"`) }));
  const version = db.prepare("pragma data_version");
  let seen: { readonly version: unknown; readonly rows: readonly string[] } | undefined;

  /** SQLite tells whether anybody has committed since: what was read then is still so. */
  function all(): readonly string[] {
    const now = version.get()?.["data_version"];
    if (seen === undefined || seen.version !== now) seen = { version: now, rows: readAll() };
    return seen.rows;
  }

  function readAll(): readonly string[] {
    return reads.flatMap(({ table, read }) =>
      read
        .all()
        .map((row) => `${table} ${JSON.stringify(bytesAsHex(row))}`)
        .filter((row) => !REVIEW_DONE.test(row))
        .sort(),
    );
  }

  return {
    all,
    hash(workspace) {
      const own = (row: string) =>
        workspace === undefined || row.includes(`"workspace":${JSON.stringify(workspace)}`);
      return createHash("sha256").update(all().filter(own).join("\n")).digest("hex");
    },
    close: () => db.close(),
  };
}

/** In place: a function that `JSON.stringify` asks of every value takes most of the time. */
function bytesAsHex(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) {
    const value = row[name];
    if (value instanceof Uint8Array) row[name] = Buffer.from(value).toString("hex");
  }
  return row;
}
