import pg from "pg";
import type { RequestId } from "../../../../src/domain/id.ts";
import type { Event } from "../../../../src/domain/log/event.ts";
import { rowToGrant } from "../../../../src/store/authority/rows.ts";
import { rowToLoggedEvent } from "../../../../src/store/events/rows.ts";
import { decodeText } from "../../../../src/store/postgres/text-codec.ts";
import { rowToMessage } from "../../../../src/store/requests/message-rows.ts";
import { rowToRequest } from "../../../../src/store/requests/rows.ts";
import type { Row } from "../../../../src/store/schema/tables.ts";
import type { Unchecked } from "../disk-check.ts";
import type { DiskTables, InsertedRow, RowTable } from "../disk-tables.ts";
import type { Ledger } from "../ledger.ts";

export interface Wanted extends Unchecked {
  /** The head that was seen last. */
  readonly seq: number;
}

/** Reads what was added, all at one moment, without the nodes and while they continue. */
export interface PostgresTables {
  read(wanted: Wanted): Promise<DiskTables>;
}

const OID = { int8: 20, text: 25 };
const SNAPSHOT = "begin isolation level repeatable read read only";

export function createPostgresTables(url: string, ledger: Ledger): PostgresTables {
  const rows = { requests: createRowCount("requests"), messages: createRowCount("messages") };

  async function load(client: pg.Client, wanted: Wanted): Promise<DiskTables> {
    const events = await select<Row<"events">>(client, "events where seq >= $1 order by seq", [
      wanted.seq,
    ]);
    const logged = events
      .filter(({ seq }) => seq > wanted.seq)
      .map((row) => rowToLoggedEvent(row).event);
    const { requests, messages, keys } = namesIn(wanted, { logged, ledger });
    const byId = async <T extends "requests" | "messages">(table: T, ids: readonly string[]) =>
      await select<Row<T>>(client, `${table} where id = any($1)`, [ids]);
    const found = {
      requests: indexed(await byId("requests", requests), ({ id }) => id),
      messages: indexed(await byId("messages", messages), ({ id }) => id),
      grants: indexed(
        await select<Row<"grants">>(client, "grants where request = any($1)", [requests]),
        ({ request }) => request,
      ),
      once: indexed(
        await select<Row<"once">>(client, "once where key = any($1)", [keys]),
        ({ principal, key }) => `${principal} ${key}`,
      ),
    };
    const inserted = {
      requests: await rows.requests.after(client, [...found.requests.keys()]),
      messages: await rows.messages.after(client, [...found.messages.keys()]),
    };
    return {
      event: (seq) => events.find((row) => row.seq === seq),
      eventsAfter: (seq) => events.filter((row) => row.seq > seq),
      request: (id) => converted(found.requests.get(id), rowToRequest),
      message: (id) => converted(found.messages.get(id), rowToMessage),
      grant: (request) => converted(found.grants.get(request), rowToGrant),
      rowsAfter: (table) => inserted[table],
      resultOfKey: ({ by, key }) => found.once.get(`${by} ${key}`)?.result,
    };
  }

  return {
    async read(wanted) {
      const client = newClient(url);
      await client.connect();
      try {
        await client.query(SNAPSHOT);
        return await load(client, wanted);
      } finally {
        await client.end();
      }
    },
  };
}

/** Reads as the owner of the server, to whom row-level security does not apply. */
export function newClient(url: string): pg.Client {
  const getTypeParser = (oid: number, format?: "text" | "binary") => {
    if (oid === OID.int8) return Number;
    return oid === OID.text ? decodeText : pg.types.getTypeParser(oid, format as "text");
  };
  const client = new pg.Client({
    connectionString: url,
    application_name: "the crash harness",
    types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser },
  });
  client.on("error", () => {});
  return client;
}

async function select<R extends object>(
  client: pg.Client,
  from: string,
  values: readonly unknown[],
): Promise<readonly R[]> {
  return (await client.query<R>(`select * from ${from}`, [...values])).rows;
}

interface Names {
  readonly requests: readonly string[];
  readonly messages: readonly string[];
  readonly keys: readonly string[];
}

/** Whose rows the events and operations are about. */
function namesIn(
  { operations, told }: Unchecked,
  { logged, ledger }: { logged: readonly Event[]; ledger: Ledger },
): Names {
  const subjects = logged.map(({ subject }) => subject);
  const requests = new Set<string>([
    ...subjects.filter((id) => id.startsWith("req_")),
    ...operations.flatMap(({ target, approval }) => [target ?? [], approval ?? []].flat()),
    ...told.map(({ id }) => id),
  ]);
  const messages = new Set<string>([
    ...subjects.filter((id) => id.startsWith("msg_")),
    ...logged.flatMap(({ data }) => data?.message ?? []),
  ]);
  const about = [...requests].flatMap((id) => ledger.about(id as RequestId));
  const keys = new Set([...operations, ...about].map(({ key }) => key));
  return { requests: [...requests], messages: [...messages], keys: [...keys] };
}

/** Tables here do not number their rows, so new ones are found by their count. */
function createRowCount(table: RowTable) {
  const known = new Set<string>();

  async function freshIds(client: pg.Client, named: readonly string[]): Promise<string[]> {
    const fresh = named.filter((id) => !known.has(id));
    const [row] = (await client.query<{ count: number }>(`select count(*) from ${table}`)).rows;
    if (row?.count === known.size + fresh.length) return fresh;
    const all = await client.query<{ id: string }>(`select id from ${table}`);
    return all.rows.map(({ id }) => id).filter((id) => !known.has(id));
  }

  return {
    async after(client: pg.Client, named: readonly string[]): Promise<readonly InsertedRow[]> {
      const fresh = await freshIds(client, named);
      for (const id of fresh) known.add(id);
      return fresh.map((id, index) => ({ id, number: known.size - fresh.length + index + 1 }));
    },
  };
}

function indexed<R>(rows: readonly R[], keyOf: (row: R) => string): ReadonlyMap<string, R> {
  return new Map(rows.map((row) => [keyOf(row), row]));
}

function converted<R, T>(row: R | undefined, convert: (row: R) => T): T | undefined {
  return row === undefined ? undefined : convert(row);
}
