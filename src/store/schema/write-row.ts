import type { SQLInputValue, StatementSync } from "node:sqlite";
import type { WorkspaceId } from "../../domain/id.ts";
import type { Write } from "../../ports/store/store.ts";

/**
 * The rows of a write, as both engines take them. SQLite has one writer; PostgreSQL locks the places
 * at which many nodes would meet.
 */
export interface Entry {
  readonly rows: readonly object[];
  /** What it changes, by names that are the same on all nodes. */
  readonly places?: readonly string[];
  /** What must not change before the commit. */
  readonly ground?: readonly string[];
  /** What its rows belong to. A change of that changes the rows too, and must wait. */
  readonly within?: readonly string[];
}

/** SQLite's statements, prepared once. */
interface Statements {
  prepare(sql: string): StatementSync;
}

/** Writes one row to SQLite; false if a conditional write found another state than it expected. */
export type SqliteWrite = (db: Statements, row: object) => boolean;

/** How both engines write rows of one kind. */
interface RowWrite {
  /** `if`: may find another state than it expects, and comes before all that cannot. */
  readonly when: "if" | "rest";
  /**
   * Statements of PostgreSQL's commit function over `_rows`, a JSON array, or over its first row `_one`.
   * Each row names its change in `c`. A conditional write puts the changes that found what they
   * expected into `_hit`.
   */
  readonly sql: string;
  readonly sqlite: SqliteWrite;
}

/** One row of the table of writes, from which both stores are made. */
export interface WriteRow<W extends Write> extends RowWrite {
  /**
   * Whether PostgreSQL can do the rows of many changes at once. Otherwise there is one row, or rows of
   * one change.
   */
  readonly isMany?: true;
  /** Whether it touches rows outside the workspace of the change. */
  readonly isEverywhere?: true;
  /**
   * Why PostgreSQL need not lock the places of its rows, absent when it must: each is `new`, under an id
   * that nobody else can have; or others may insert it too, and one statement inserts them `in_order`,
   * the same on all nodes.
   */
  readonly unlocked?: "new" | "in_order";
  toEntry(workspace: WorkspaceId, write: W): Entry;
}

export type WriteOf<Type extends Write["type"]> = Extract<Write, { readonly type: Type }>;

/** The writes whose names begin with the word, each with its row. */
export type WriteTable<Word extends string> = {
  readonly [Type in Extract<Write["type"], `${Word}.${string}`>]: WriteRow<WriteOf<Type>>;
};

/** Follows a statement over the only row; notes whether that found what it expected. */
export const HIT = "if found then _hit := array[(_one->>'c')::integer]; end if;";

type ColumnType = "text" | "integer" | "bigint";

/** The rows as a table `r` of `c` and these columns, which are text by default. */
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

export function namesOf(columns: string): readonly string[] {
  return columns.split(",").map((column) => column.trim().split(" ")[0] ?? "");
}

/** The columns of the row `_r` that a statement names. */
const OF_ROW = /_r\."?(\w+)"?/g;

/**
 * Throws, as soon as the table of writes is loaded, if a statement names a column that its rows do not
 * have. Otherwise PostgreSQL refuses the first commit that needs it.
 */
function assertNamed(text: string, columns: string): void {
  const names = namesOf(columns).map((name) => name.replaceAll('"', ""));
  for (const [, name = ""] of text.matchAll(OF_ROW)) {
    if (!names.includes(name)) throw new Error(`A write names _r.${name}, but has only ${names}.`);
  }
}

/** Inserts the row `_r` of a loop. */
function insertOne(table: string, columns: string): string {
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

/** Inserts the rows as they are, in PostgreSQL. */
export function insert(table: string, columns: string): string {
  const names = namesOf(columns);
  return `insert into ${table} (${names.join(", ")})
    select ${names.map((name) => `r.${name}`).join(", ")} from ${rows(columns)}`;
}

/**
 * Runs a statement for each row `_r` and puts the changes that found what they expected into `_hit`. A
 * join with the rows would be planned once. If a table was empty then, every commit would read it as a
 * whole.
 */
function each(columns: string, statement: string): string {
  assertNamed(statement, columns);
  return `for _r in select * from ${rows(columns)} loop
      ${statement};
      if found then _hit := array_append(_hit, _r.c); end if;
    end loop;`;
}

/**
 * As `each`, for a statement that writes nothing. It runs once for equal rows and counts for the changes
 * of them all.
 */
export function eachAlike(columns: string, statement: string): string {
  assertNamed(statement, columns);
  const names = namesOf(columns).join(", ");
  return `for _r in select ${names}, array_agg(c) as alike from ${rows(columns)} group by ${names} loop
      ${statement};
      if found then _hit := _hit || _r.alike; end if;
    end loop;`;
}

type Values = Readonly<Record<string, SQLInputValue | undefined>>;

/**
 * SQLite's text and values of a statement in which `_r.name` is a value of the row. A row must have
 * that name, if only with null: a misspelt one would be stored as null.
 */
function bound(text: string) {
  const names: string[] = [];
  const sql = text
    // Without numbers: the driver would look each up in a list before it binds the value.
    .replaceAll(OF_ROW, (_, name: string) => {
      names.push(name);
      return "?";
    })
    // SQLite must select something, and needs "as" before the alias of a table that it changes.
    .replaceAll("select from", "select 1 from")
    .replace(/^(update|delete from) (\w+) (\w)\s/, "$1 $2 as $3 ");
  const values = (row: object) => names.map((name) => valueIn(row, name));
  return { sql, values };
}

function valueIn(row: object, name: string): SQLInputValue {
  const value = (row as Values)[name];
  if (value !== undefined) return value;
  if (!(name in row)) throw new Error(`A write names _r.${name}, which its row does not have.`);
  return null;
}

/** The statement over SQLite; false if it changes nothing. */
export function statement(text: string): SqliteWrite {
  const { sql, values } = bound(text);
  return (db, row) => db.prepare(sql).run(...values(row)).changes !== 0;
}

/** Whether SQLite finds a row. */
export function finds(text: string): SqliteWrite {
  const { sql, values } = bound(text);
  return (db, row) => db.prepare(sql).get(...values(row)) !== undefined;
}

/** Runs the others only if the first changes something. */
export function statements(first: string, ...others: readonly string[]): SqliteWrite {
  const isDone = statement(first);
  const more = others.map(statement);
  return (db, row) => {
    if (!isDone(db, row)) return false;
    for (const write of more) write(db, row);
    return true;
  };
}

/** Inserts each row; `conflict` says what happens to one that exists. */
export function inserts(
  table: string,
  columns: string,
  { order = "", conflict = "" }: { readonly order?: string; readonly conflict?: string } = {},
) {
  return {
    when: "rest",
    sql: `${insert(table, columns)}${order}${conflict};`,
    sqlite: statement(insertOne(table, columns) + conflict),
  } as const satisfies RowWrite;
}

/** Inserts the one row, unless `conflict` keeps it out. */
export function insertsIf(table: string, columns: string, conflict: string) {
  const { sql, sqlite } = inserts(table, columns, { conflict });
  return { when: "if", sql: `${sql} ${HIT}`, sqlite } as const satisfies RowWrite;
}

/** As `insertsIf`, for the rows of many changes. */
export function insertsEachIf(table: string, columns: string) {
  return changesIf(columns, `${insertOne(table, columns)} on conflict do nothing`);
}

/** Runs a statement for each row `_r`; another one over SQLite if that is needed. */
export function changes(columns: string, text: string, sqlite: SqliteWrite | string = text) {
  if (typeof sqlite === "string") assertNamed(sqlite, columns);
  return {
    when: "rest",
    sql: each(columns, text),
    sqlite: typeof sqlite === "string" ? statement(sqlite) : sqlite,
  } as const satisfies RowWrite;
}

/** The same; applies only if it finds a row. */
export function changesIf(columns: string, text: string, sqlite?: SqliteWrite | string) {
  return { ...changes(columns, text, sqlite), when: "if" } as const satisfies RowWrite;
}
