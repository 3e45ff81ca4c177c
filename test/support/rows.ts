import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

/**
 * Everything that calls put into a database, row by row; not what the server writes by itself: the
 * counts of the calls, the checkpoints of the log, who holds which lease, and that the review of the
 * day was done. Which events are about what stands in the events themselves.
 */
export interface Rows {
  /** Rows of all tables as JSON, in order, after the name of their table. */
  all(): readonly string[];
  count(): number;
  /** One hash over all of them, or over those of one workspace. */
  hash(workspace?: string): string;
  close(): void;
}

const REVIEW_DONE = "key like 'review:%' or key like 'review-unjudged:%'";
/** Separates values: no text of the tests contains it. */
const UNIT = "char(31)";

/** Reads through a connection of its own, which cannot write, so it sees what is committed. */
export function openRows(path: string): Rows {
  const db = new DatabaseSync(path, { readOnly: true });
  const tables = db
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not in ('tally', 'checkpoints', 'leases', 'event_subjects')",
    )
    .all()
    .map((row) => readsOf(db, String(row["name"])));
  const version = db.prepare("pragma data_version");

  /** SQLite tells whether anybody has committed since. If not, the earlier result still holds. */
  function untilChanged<T>(read: () => T): () => T {
    let seen: { readonly version: unknown; readonly value: T } | undefined;
    return () => {
      const now = version.get()?.["data_version"];
      if (seen === undefined || seen.version !== now) seen = { version: now, value: read() };
      return seen.value;
    };
  }

  const hashOf = (texts: readonly unknown[]) =>
    createHash("sha256").update(texts.join("\n")).digest("hex");
  const hashAll = untilChanged(() =>
    hashOf(tables.map(({ table, text }) => `${table} ${text.get()?.["text"]}`)),
  );

  return {
    all: untilChanged(() =>
      tables.flatMap(({ table, rows }) =>
        rows
          .all()
          .map((row) => `${table} ${JSON.stringify(bytesAsHex(row))}`)
          .sort(),
      ),
    ),
    count: untilChanged(() =>
      tables.reduce((sum, { count }) => sum + Number(count.get()?.["count"]), 0),
    ),
    hash(workspace) {
      if (workspace === undefined) return hashAll();
      return hashOf(
        tables.map(({ table, textIn }) => `${table} ${textIn?.get(workspace)?.["text"]}`),
      );
    },
    close: () => db.close(),
  };
}

/**
 * SQLite builds the text in the order of its keys, in a third of the time that row objects would
 * take.
 */
function readsOf(db: DatabaseSync, table: string) {
  const columns = db
    .prepare("select name from pragma_table_info(?)")
    .all(table)
    .map(({ name }) => String(name));
  const values = columns.map((name) => `quote("${name}")`);
  const row = `concat_ws(${UNIT}, ${values.join(", ")})`;
  const from = `from "${table}" where ${table === "once" ? `not (${REVIEW_DONE})` : "true"}`;
  const text = `select group_concat(${row}, char(10)) as text ${from}`;
  return {
    table,
    rows: db.prepare(`select * ${from}`),
    count: db.prepare(`select count(*) as count ${from}`),
    text: db.prepare(text),
    textIn: columns.includes("workspace") ? db.prepare(`${text} and workspace = ?`) : undefined,
  };
}

/** Changed in place: a replacer function of `JSON.stringify` would take most of the time. */
function bytesAsHex(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) {
    const value = row[name];
    if (value instanceof Uint8Array) row[name] = Buffer.from(value).toString("hex");
  }
  return row;
}
