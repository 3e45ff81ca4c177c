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

async function answer({ text, prepared }: RowsQuestion): Promise<RowsAnswer> {
  try {
    await connected;
    if (prepared === undefined) await client.query(text);
    else return { rows: (await client.query({ text, ...prepared })).rows };
    return { rows: [] };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
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
