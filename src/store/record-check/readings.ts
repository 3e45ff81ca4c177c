import type { LoggedEvent } from "../../domain/log/chain.ts";
import type { SealedHead } from "../../domain/log/chain-check.ts";
import type { Event } from "../../domain/log/event.ts";
import { LOG_SAYS } from "../../domain/log/log-says.ts";
import type { RowKind } from "../../domain/log/sayings.ts";
import { rowToSealedHead } from "../authority/rows.ts";
import { rowToEvent, rowToLoggedEvent } from "../events/rows.ts";
import { EVENTS_BY_SUBJECT } from "../schema/dialect.ts";
import type { Row } from "../schema/tables.ts";
import { type RowSource, SOURCES, type StoredRow, typesOf } from "./sources.ts";

export type { StoredRow } from "./sources.ts";

/**
 * A statement with `?` for values, which both engines take; in that of PostgreSQL, the name of SQLite's
 * view of events by subject becomes that of the table.
 */
export interface Ask {
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/**
 * Reads that belong together: whoever runs it answers each statement, all of them of one moment.
 * A generator, so that one engine can answer at once and the other when its database has.
 */
export type Reads<T> = Generator<Ask, T, readonly StoredRow[]>;

/** Runs reads, all of one moment. */
export type RunReads = <T>(reads: Reads<T>) => Promise<T>;

export const LOG_PAGE = 1_000;
const ROW_PAGE = 250;

export interface LogPage {
  readonly events: readonly LoggedEvent[];
  /** Rows that events of the page have made, and that are not there. */
  readonly missing: readonly {
    readonly kind: RowKind;
    readonly id: string;
    readonly seq: number;
  }[];
}

/** `looks`: whether the rows that events have made are looked for. */
export function* readLogPage(
  workspace: string,
  { after, looks }: { readonly after: number; readonly looks: boolean },
): Reads<LogPage> {
  const rows = yield {
    text: `select * from events where workspace = ? and seq > ? order by seq limit ${LOG_PAGE}`,
    values: [workspace, after],
  };
  const events = (rows as unknown as Row<"events">[]).map(rowToLoggedEvent);
  const missing: LogPage["missing"][number][] = [];
  if (!looks) return { events, missing };
  const made = Map.groupBy(
    events.filter(({ event }) => LOG_SAYS[event.type]?.makes !== undefined),
    ({ event }) => LOG_SAYS[event.type].makes as RowKind,
  );
  for (const [kind, makers] of made) {
    const source = SOURCES.find((one) => one.kind === kind);
    if (source === undefined) continue;
    const found = yield* among(source.table, source.key[0] ?? "id", {
      workspace,
      ids: makers.map(({ event }) => madeBy(event)),
    });
    const ids = new Set(found.map((row) => String(row["id"])));
    for (const { event } of makers) {
      const id = madeBy(event);
      if (!ids.has(id)) missing.push({ kind, id, seq: event.seq });
    }
  }
  return { events, missing };
}

function madeBy(event: Event): string {
  return LOG_SAYS[event.type].madeId?.(event) ?? event.subject;
}

function* among(
  table: string,
  column: string,
  { workspace, ids }: { readonly workspace: string; readonly ids: readonly string[] },
): Reads<readonly StoredRow[]> {
  return yield {
    text: `select ${column} as id from ${table} where workspace = ? and ${column} in (${marks(ids)})`,
    values: [workspace, ...ids],
  };
}

/** Rows of a table with what belongs to them, and the events that speak of them. */
export interface RowPage {
  readonly rows: readonly StoredRow[];
  readonly beside: readonly StoredRow[];
  readonly events: readonly Event[];
}

export function* readRowPage(
  source: RowSource,
  { workspace, after }: { readonly workspace: string; readonly after: StoredRow | undefined },
): Reads<RowPage> {
  const key = source.key.join(", ");
  const behind = after === undefined ? "" : ` and (${key}) > (${marks(source.key)})`;
  const rows = yield {
    text: `select * from ${source.table} where workspace = ?${behind} order by ${key} limit ${ROW_PAGE}`,
    values: [
      workspace,
      ...(after === undefined ? [] : source.key.map((column) => keyOf(after, column))),
    ],
  };
  if (rows.length === 0) return { rows, beside: [], events: [] };
  const others: StoredRow[] = [];
  for (const beside of source.beside ?? []) {
    const values = [...new Set(rows.map((row) => beside.of(row)))];
    for (const row of yield* rowsBeside(workspace, beside, values)) others.push(row);
  }
  const subjects = [...new Set(rows.flatMap((row) => source.subjectsOf(row)))];
  const types = typesOf(source.kind);
  // By their numbers, which stand by subject: asked for by subject alone, an engine
  // without statistics reads the whole log along its key for every page.
  const events = yield {
    text: `select workspace, seq, type, at, actor, subject, agent, data from events
      where workspace = ? and seq in
        (select seq from ${EVENTS_BY_SUBJECT} where workspace = ? and subject in (${marks(subjects)}))
      and type in (${marks(types)})`,
    values: [workspace, workspace, ...subjects, ...types],
  };
  const inOrder = (events as unknown as Row<"events">[]).toSorted((a, b) => a.seq - b.seq);
  return { rows, beside: others, events: inOrder.map(rowToEvent) };
}

function* rowsBeside(
  workspace: string,
  { table, column, take }: NonNullable<RowSource["beside"]>[number],
  values: readonly string[],
): Reads<readonly StoredRow[]> {
  return yield {
    text: `select ${take?.join(", ") ?? "*"} from ${table} where workspace = ? and ${column} in (${marks(values)})`,
    values: [workspace, ...values],
  };
}

function keyOf(row: StoredRow, column: string): string | number {
  return row[column] as string | number;
}

function marks(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

/** Whether a page was the last of its table. */
export function isLast({ rows }: Pick<RowPage, "rows">): boolean {
  return rows.length < ROW_PAGE;
}

/** How often permissions were used by the record, and by the events behind a sequence number. */
export function* readUses(
  workspace: string,
  after: number,
): Reads<{
  readonly events: readonly Event[];
  readonly permissions: readonly { readonly id: string; readonly uses: number }[];
}> {
  const types = ["permission.used", "request.answered_by_permission"];
  const events = yield {
    text: `select workspace, seq, type, at, actor, subject, agent, data from events
      where workspace = ? and seq > ? and type in (${marks(types)}) order by seq`,
    values: [workspace, after, ...types],
  };
  const permissions = yield {
    text: "select id, uses from permissions where workspace = ? order by id",
    values: [workspace],
  };
  return {
    events: (events as unknown as Row<"events">[]).map(rowToEvent),
    permissions: permissions as unknown as { readonly id: string; readonly uses: number }[],
  };
}

/** The revision that the record has in force, and the last event that put one in force. */
export function* readPolicyInForce(workspace: string): Reads<{
  readonly revision: string | undefined;
  readonly event: Event | undefined;
}> {
  const [policy] = yield {
    text: "select revision from policies where workspace = ? and in_force = 1",
    values: [workspace],
  };
  const [event] = yield {
    text: `select workspace, seq, type, at, actor, subject, agent, data from events
      where workspace = ? and seq in
        (select seq from ${EVENTS_BY_SUBJECT} where workspace = ? and subject = ?)
      and type = 'policy.changed' order by seq desc limit 1`,
    values: [workspace, workspace, workspace],
  };
  return {
    revision: policy?.["revision"] as string | undefined,
    event: event === undefined ? undefined : rowToEvent(event as unknown as Row<"events">),
  };
}

/** The event that the record waits for a person to accept, and the last one that says whether it waits. */
export function* readSetBack(workspace: string): Reads<{
  readonly setBack: number | null;
  readonly event: Event | undefined;
}> {
  const [row] = yield {
    text: "select set_back from workspaces where id = ?",
    values: [workspace],
  };
  const [event] = yield {
    text: `select workspace, seq, type, at, actor, subject, agent, data from events
      where workspace = ? and seq in
        (select seq from ${EVENTS_BY_SUBJECT} where workspace = ? and subject = ?)
      and type in ('log.went_back', 'log.accepted') order by seq desc limit 1`,
    values: [workspace, workspace, workspace],
  };
  return {
    setBack: (row?.["set_back"] ?? null) as number | null,
    event: event === undefined ? undefined : rowToEvent(event as unknown as Row<"events">),
  };
}

/** The chain of signers, which is as short as people are few. */
export function* readSignerChain(workspace: string): Reads<readonly string[]> {
  const rows = yield {
    text: "select body from signer_chain where workspace = ? order by seq",
    values: [workspace],
  };
  return rows.map(({ body }) => String(body));
}

/** The first checkpoint over an event, and its token. */
export function* readSealOver(
  workspace: string,
  seq: number,
): Reads<{ readonly head: SealedHead; readonly token: string } | undefined> {
  const rows = yield {
    text: `select seq, hash, token from checkpoints where workspace = ? and seq >= ?
      order by seq limit 1`,
    values: [workspace, seq],
  };
  const [row] = rows as unknown as Row<"checkpoints">[];
  return row === undefined ? undefined : { head: rowToSealedHead(row), token: row.token };
}

/** The heads that checkpoints have sealed behind a sequence number, in order, at most a page. */
export function* readSealedHeads(workspace: string, after: number): Reads<readonly SealedHead[]> {
  const rows = yield {
    text: `select seq, hash, token from checkpoints where workspace = ? and seq > ?
      order by seq limit ${LOG_PAGE}`,
    values: [workspace, after],
  };
  return (rows as unknown as Row<"checkpoints">[]).map(rowToSealedHead);
}
