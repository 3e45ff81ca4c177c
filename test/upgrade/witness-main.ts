import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startPostgres } from "../../scripts/postgres.ts";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import { VERSION } from "../../src/compose/version.ts";
import { DEFAULT_WORKSPACE, type RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Principal } from "../../src/domain/people/principal.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import { aDelivery, aLinkOf, aPerson } from "../../src/testing/delivery-values.ts";
import { runInProcess } from "../operations/in-process.ts";
import { type Inhabitant, liveInRecord } from "../support/lived-record.ts";
import { ownKey } from "../support/own-key.ts";
import { dumpOf } from "./dump.ts";
import { filesIn, keepWitness, type Witness } from "./witness.ts";

/*
 * Makes the witness of this version: node test/upgrade/witness-main.ts. To be run before the stored format
 * changes, and kept for as long as that version may be upgraded from.
 */

/** What is of one run alone. */
const PASSING = new Set(["lock", "server.json", "server.log", "place.json"]);

const folder = mkdtempSync(join(tmpdir(), "earshot-witness-"));
const data = join(folder, "data");
const moved = join(folder, "moved");
try {
  const lived = await live();
  const files = kept(data);
  const postgres = await startPostgres();
  try {
    cpSync(data, moved, { recursive: true });
    const { code, stderr } = await runInProcess("sqlite-to-postgres", ["--data", moved], {
      EARSHOT_POSTGRES: postgres.url,
    });
    if (code !== 0) throw new Error(stderr);
    rmSync(dataPaths(moved).database);
    const dump = await dumpOf(postgres.url);
    const witness = { version: VERSION, files, dump, databaseFiles: kept(moved), ...lived };
    process.stdout.write(`${keepWitness(witness)}\n${JSON.stringify(lived.rows)}\n`);
  } finally {
    await postgres.remove();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function kept(of: string): Witness["files"] {
  return Object.fromEntries(Object.entries(filesIn(of)).filter(([name]) => !PASSING.has(name)));
}

/** Lives in the folder until it is stopped. */
async function live(): Promise<Omit<Witness, "version" | "files" | "dump" | "databaseFiles">> {
  const server = await startServer({ dataFolder: data, port: 0 });
  const at = (key: string) => createClient({ url: server.url, key });
  const ownerKey = readKeyFile(data, "operator") ?? "";
  const owner: Earshot = at(ownerKey);
  const { principal, secret } = await ownKey(owner, { kind: "person", name: "ana" });
  const secrets: Record<Inhabitant, string> = {
    owner: ownerKey,
    ana: secret,
    ben: (await ownKey(owner, { kind: "person", name: "ben" })).secret,
    scout: (await owner.createKey({ kind: "agent", name: "scout" })).secret,
    rival: (await owner.createKey({ kind: "agent", name: "rival" })).secret,
  };
  await owner.applyPolicy({
    source: {
      version: 1,
      rules: [{ name: "wires", tools: ["wire"], decision: "ask" }],
      retention: { requests: "400d" },
    },
  });
  await liveInRecord(async (who) => at(secrets[who]));
  const [ana, scout] = [at(secrets.ana), at(secrets.scout)];
  const seek = async (over: { readonly args: JsonObject; readonly secrets?: readonly string[] }) =>
    asAuthorization(
      (await scout.authorize({ tool: "wire", reason: "The invoice.", ...over })).request,
    );
  const { id: approved, authorization: asked } = await seek({ args: { amount: 20 } });
  await ana.approve({ id: approved, digest: asked.digest });
  const { grant, tool, args } = await scout.collect({ id: approved });
  await scout.ask({ text: "For a year?", expiresInMs: 366 * 86_400_000, to: ["ana"] });
  await ana.claim({ id: (await scout.ask({ text: "Who takes it?" })).request.id });
  const question = (await scout.ask({ text: "What is left?" })).request.id;
  const authorization = (await seek({ args: { amount: 21, token: "xyzzy" }, secrets: ["/token"] }))
    .id;
  const { head } = await owner.verifyAudit({});
  await server.stop();
  await connect(principal, question);
  return {
    at: Date.now(),
    secrets,
    approved,
    grant: { grant, tool, args },
    question,
    authorization,
    head,
    rows: rowsIn(data),
  };
}

/** Chats and deliveries to them: to make them by a channel would take an account on a platform. */
async function connect(operator: Principal, item: RequestId): Promise<void> {
  const path = dataPaths(data).database;
  const onFatal = (error: unknown) => {
    throw error;
  };
  const store = await openSqliteStore({ path, clock: { now: () => Date.now() }, onFatal });
  const createdAt = toTimestamp(Date.now());
  const link = aLinkOf(aPerson({ id: operator.id, name: operator.name }), { createdAt });
  const { chatId } = link;
  const delivery = aDelivery({ item, address: { channel: "slack", chatId }, createdAt });
  const [result] = await store.commit([
    {
      workspace: DEFAULT_WORKSPACE,
      writes: [
        { type: "link.insert", link },
        { type: "outbox.insert", delivery: { ...delivery, text: "What is left?" } },
      ],
      events: [],
    },
  ]);
  if (result?.outcome !== "committed") throw new Error(`connect: ${result?.outcome}`);
  await store.close();
}

function rowsIn(of: string): Witness["rows"] {
  const database = new DatabaseSync(dataPaths(of).database, { readOnly: true });
  const names = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
    .all();
  const counts = names.map(({ name }) => {
    const row = database.prepare(`select count(*) as rows from "${name}"`).get();
    return [String(name), Number(row?.["rows"])];
  });
  database.close();
  return Object.fromEntries(counts);
}
