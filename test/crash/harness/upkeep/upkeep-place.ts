import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startServer } from "../../../../src/compose/compose.ts";
import { DEFAULT_WORKSPACE } from "../../../../src/domain/id.ts";
import { createAuditReader } from "../../../../src/store/log/sqlite-log-reader.ts";
import { dataPaths } from "../../../../src/system/data-folder.ts";
import { approved, type Deployment, deploy } from "../../../operations/deployment.ts";

/* What upkeep works on, and what is visible of it from outside. */

const QUESTIONS = 12;
const LONG_AGO_S = 3 * 60 * 60;

/** A record with a little of everything that a restore must settle; its server has ended. */
export async function liveIn(data: string): Promise<void> {
  const server = await deploy(data);
  await ask(server);
  await approved(server, { service: "billing" });
  const call = { tool: "sign_in", args: { password: "hunter2" }, secrets: ["/password"] };
  await server.agent.authorize({ ...call, reason: "It is locked.", holdMs: 0 });
  await server.operator.startSession({ agent: "agent", text: "Sweep the logs.", pending: true });
  await server.stop();
}

async function ask({ agent, operator }: Deployment): Promise<void> {
  for (let number = 1; number <= QUESTIONS; number++) {
    const { request } = await agent.ask({ text: `Question ${number}?` });
    if (number % 2 === 0) await operator.answer({ id: request.id, answer: { text: "Yes." } });
  }
}

/** Serves until it is ended, for a command that calls a server. */
export const serve = (data: string) => startServer({ dataFolder: data, port: 0 });

/** What the rows of a record come to. */
export function rowsOf(data: string): string {
  const database = new DatabaseSync(dataPaths(data).database, { readOnly: true });
  try {
    const sha256 = createHash("sha256");
    for (const name of tablesOf(database)) {
      for (const row of database.prepare(`select * from "${name}" order by 1, 2`).iterate()) {
        sha256.update(JSON.stringify(row));
      }
    }
    return sha256.digest("hex");
  } finally {
    database.close();
  }
}

/** How many rows each table has. */
export function countsOf(data: string): Readonly<Record<string, unknown>> {
  const database = new DatabaseSync(dataPaths(data).database, { readOnly: true });
  try {
    const count = (name: string) =>
      database.prepare(`select count(*) as count from "${name}"`).get()?.["count"];
    return Object.fromEntries(tablesOf(database).map((name) => [name, count(name)]));
  } finally {
    database.close();
  }
}

function tablesOf(database: DatabaseSync): readonly string[] {
  const tables = "select name from sqlite_schema where type = 'table' order by name";
  return database
    .prepare(tables)
    .all()
    .map(({ name }) => String(name));
}

/** What a record's own log finds wrong with it; undefined if nothing. */
export async function faultOf(data: string): Promise<string | undefined> {
  const report = await createAuditReader(dataPaths(data).database).verify(DEFAULT_WORKSPACE);
  if (report.intact && report.record?.faults.length === 0) return undefined;
  return JSON.stringify(report);
}

/** All files below a folder, except those that SQLite keeps beside an open database. */
export function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-(?:wal|shm)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

export const bytesOf = (file: string): string => readFileSync(file, "latin1");

/** Files that somebody may still be writing are left alone for a while; that time is over. */
export function letTimePass(folder: string): void {
  const then = Date.now() / 1_000 - LONG_AGO_S;
  for (const file of filesBelow(folder)) {
    if (/\.(?:draft|partial)$/.test(file)) utimesSync(file, then, then);
  }
}
