import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import { decodeText } from "../../../src/store/postgres/text-codec.ts";
import type { RowsAnswer, RowsQuestion, RowsThread } from "./rows-at-once.ts";

/*
 * Asks the database what another thread stands still for: one question after another, as the owner of
 * the tables.
 */
const { url, bell, port } = workerData as RowsThread;
const OID = { int8: 20, text: 25 };
const LONGEST_MS = 20_000;
const DOINGS = `select pid, datname, application_name, backend_type, state, wait_event_type,
    wait_event, pg_blocking_pids(pid) as blocked_by, left(query, 120) as query
  from pg_stat_activity where pid <> pg_backend_pid() and state is distinct from 'idle'`;

const client = new pg.Client({
  connectionString: url,
  application_name: "simulation",
  types: {
    getTypeParser: ((oid: number, format?: "text" | "binary") => {
      if (oid === OID.int8) return Number;
      return oid === OID.text ? decodeText : pg.types.getTypeParser(oid, format as "text");
    }) as typeof pg.types.getTypeParser,
  },
});
client.on("error", () => {});
const connected = client.connect();

async function ask({ text, prepared }: RowsQuestion): Promise<RowsAnswer> {
  await connected;
  if (prepared === undefined) await client.query(text);
  else return { rows: (await client.query({ text, ...prepared })).rows };
  return { rows: [] };
}

/** What the server is doing, seen by a connection of its own: a lock, a disk, or nothing at all. */
async function doings(): Promise<string> {
  const onlooker = new pg.Client({ connectionString: url, application_name: "onlooker" });
  onlooker.on("error", () => {});
  await onlooker.connect();
  try {
    const { rows } = await onlooker.query(DOINGS);
    return rows.map((row) => JSON.stringify(row)).join("\n");
  } finally {
    await onlooker.end();
  }
}

async function answer(question: RowsQuestion): Promise<RowsAnswer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const what = `"${question.text}" timed out in ${LONGEST_MS}ms`;
    void doings().then((seen) => late.reject(new Error(`${what}:\n${seen}`)), late.reject);
  }, LONGEST_MS);
  try {
    return await Promise.race([ask(question), late.promise]);
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}

port.on("message", async (question: RowsQuestion) => {
  const said = await answer(question);
  port.postMessage(said);
  Atomics.add(bell, 0, 1);
  Atomics.notify(bell, 0);
});

parentPort?.once("message", async () => {
  await client.end();
  port.close();
});
