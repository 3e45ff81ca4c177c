import { EarshotError } from "../../domain/errors.ts";
import type { Tables } from "../schema/tables.ts";

export type ColumnKind = "text" | "integer" | "bytes";

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** A table as both engines have it: columns by name, and the primary key in order. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
}

export type Value = string | number | Uint8Array | null;
/** In the order of the table's columns. */
export type Values = readonly Value[];

/** Tables of a store that are not part of the record; each store makes its own. */
type NotCarried = "migrations" | "leases";

/* Each is named, so that somebody else's table beside them is not taken for the record. */
const CARRIED: Readonly<Record<Exclude<keyof Tables, NotCarried>, true>> = {
  workspaces: true,
  principals: true,
  keys: true,
  conversations: true,
  messages: true,
  requests: true,
  once: true,
  events: true,
  memory_entries: true,
  memory_versions: true,
  memory_usage: true,
  mailbox: true,
  tally: true,
  grants: true,
  permissions: true,
  policies: true,
  tool_pins: true,
  tool_offers: true,
  tool_definitions: true,
  passphrases: true,
  checkpoints: true,
  signer_chain: true,
  statements: true,
  tickets: true,
  passkeys: true,
  deliveries: true,
  claims: true,
  assignments: true,
  saved_replies: true,
  planted: true,
  snoozes: true,
  outbox: true,
  outbox_posts: true,
  links: true,
  attention: true,
  subscriptions: true,
  riders: true,
  sessions: true,
  session_entries: true,
  marks: true,
  agent_profiles: true,
  liaisons: true,
  graph_nodes: true,
  graph_edges: true,
  contents: true,
};

/** How many rows are in memory at a time: those of content may have some MiB each. */
export function rowsAtOnce({ name }: Pick<TableShape, "name">): number {
  return name === "contents" ? 4 : 500;
}

export function isCarried(table: string): boolean {
  return Object.hasOwn(CARRIED, table);
}

/** Other tables refer to these. */
const FIRST: readonly string[] = ["workspaces", "principals"];

/**
 * In the order of writing: checkpoints come before events, so that the log is compared with them as it
 * passes.
 */
export function inWritingOrder(tables: readonly TableShape[]): readonly TableShape[] {
  const place = ({ name }: TableShape) =>
    FIRST.includes(name) ? `0${FIRST.indexOf(name)}` : `1${name}`;
  return tables.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

/** The type by the engine's name. An unknown type is not of a column of ours. */
export function columnKind(type: string, place: string): ColumnKind {
  switch (type.toLowerCase()) {
    case "text":
      return "text";
    case "integer":
    case "bigint":
      return "integer";
    case "blob":
    case "bytea":
      return "bytes";
    default:
      throw new EarshotError(
        "STORE_UNAVAILABLE",
        `${place} is of type ${type}, which no table of Earshot has. Nothing was copied: look who has changed the tables.`,
      );
  }
}

/** One line, the same for either engine. */
export function rowText(values: Values): string {
  return JSON.stringify(
    values.map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value,
    ),
  );
}

/** The row of a line; undefined if it is not of this table. */
export function parseRow(shape: TableShape, text: string): Values | undefined {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(row) || row.length !== shape.columns.length) return undefined;
  const values = shape.columns.map(({ kind }, index) => asValue(kind, row[index]));
  return values.every((value) => value !== undefined) ? values : undefined;
}

function asValue(kind: ColumnKind, value: unknown): Value | undefined {
  if (value === null) return null;
  switch (kind) {
    case "text":
      return typeof value === "string" ? value : undefined;
    case "integer":
      return Number.isSafeInteger(value) ? (value as number) : undefined;
    case "bytes":
      return typeof value === "string" && /^(?:[0-9a-f]{2})*$/.test(value)
        ? Buffer.from(value, "hex")
        : undefined;
    default:
      throw new Error(`Unknown kind ${String(kind satisfies never)}`);
  }
}

/** The row with its columns' names. */
export function named<T>(shape: TableShape, values: Values): T {
  return Object.fromEntries(
    shape.columns.map(({ name }, index) => [name, values[index] ?? null]),
  ) as T;
}

/** The values in the order of the columns. */
export function valuesOf(shape: TableShape, row: Readonly<Record<string, unknown>>): Values {
  return shape.columns.map(({ name }) => (row[name] ?? null) as Value);
}
