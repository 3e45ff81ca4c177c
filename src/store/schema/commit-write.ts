/*
 * How one type of write is done by the commit function. Its rows are the JSON array `_rows`; each
 * names in `c` the change that it belongs to.
 */
export interface CommitWrite {
  /** `if`: may find another state than it expects, and is done before what cannot. */
  readonly when: "if" | "rest";
  /**
   * Whether it can do the rows of many changes at once; else there is one row, or rows of one change.
   */
  readonly isMany?: true;
  /** Whether it touches rows that are not of the workspace of the change. */
  readonly isEverywhere?: true;
  /**
   * Statements over `_rows`, or over `_one`, the first of them. What is conditional puts into `_hit`
   * which changes found what they expected.
   */
  readonly sql: string;
}

type ColumnType = "text" | "integer" | "bigint";

/** The rows as a table `r`: `c`, and these columns, which are text where nothing else is said. */
export function rows(columns: string): string {
  return `jsonb_to_recordset(_rows) as r(c integer, ${typed(columns)})`;
}

function typed(columns: string): string {
  return columns
    .split(",")
    .map((column) => column.trim())
    .map((column) => (column.includes(" ") ? column : `${column} ${"text" satisfies ColumnType}`))
    .join(", ");
}

function namesOf(columns: string): readonly string[] {
  return columns.split(",").map((column) => column.trim().split(" ")[0] ?? "");
}

/** Inserts the row `_r` of a loop. */
export function insertOne(table: string, columns: string): string {
  const names = namesOf(columns);
  return `insert into ${table} (${names.join(", ")})
    values (${names.map((name) => `_r.${name}`).join(", ")})`;
}

/** Sets each column to that of the row `_r` of a loop. */
export function assigned(columns: string): string {
  return namesOf(columns)
    .map((name) => `${name} = _r.${name}`)
    .join(", ");
}

/** Inserts the rows as they are. */
export function insert(table: string, columns: string): string {
  const names = namesOf(columns);
  return `insert into ${table} (${names.join(", ")})
    select ${names.map((name) => `r.${name}`).join(", ")} from ${rows(columns)}`;
}

/**
 * Runs a statement for each row, `_r`, and puts into `_hit` which changes found what they expected. One
 * by one, because a join with the rows is planned by what the tables held once, and a table that was
 * empty then would be read as a whole for every commit.
 */
export function each(columns: string, statement: string): string {
  return `for _r in select * from ${rows(columns)} loop
      ${statement};
      if found then _hit := array_append(_hit, _r.c); end if;
    end loop;`;
}

/**
 * As `each`, for a statement that writes nothing: what it finds counts for the changes of all rows that
 * say the same, so that it runs once for them.
 */
export function eachAlike(columns: string, statement: string): string {
  const names = namesOf(columns).join(", ");
  return `for _r in select ${names}, array_agg(c) as alike from ${rows(columns)} group by ${names} loop
      ${statement};
      if found then _hit := _hit || _r.alike; end if;
    end loop;`;
}

/** Behind a statement over the only row: notes whether it found what it expected. */
export const HIT = "if found then _hit := array[(_one->>'c')::integer]; end if;";
