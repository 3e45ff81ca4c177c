import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInAddress } from "../../src/cli/people/address.ts";
import { migratePostgres } from "../../src/store/setup/migrate-postgres.ts";
import type { ArchiveHead } from "../../src/store/transfer/archive-form.ts";
import {
  dataPaths,
  makeDataFolder,
  readStoreMark,
  writeStoreMark,
} from "../../src/system/data-folder.ts";
import { postgresPlace } from "../../src/system/postgres-url.ts";
import { signInBy } from "../cli/signing-in.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { newDatabase, queryServer, type TestDatabase } from "../support/postgres.ts";
import { deploy, within } from "./deployment.ts";
import { runInProcess } from "./in-process.ts";

/* Where a backup, a restore or a move goes wrong, it says so before anything rests on it. */

let folder: string;
/** A deployment of its own record, and a backup of it, taken while a browser was signed in. */
let data: string;
let file: string;
/** What that browser sends. */
let headers: { readonly [name: string]: string };
const databases: TestDatabase[] = [];
beforeAll(async () => {
  folder = makeFolder();
  data = within(folder, "data");
  file = within(folder, "own.backup");
  const server = await deploy(data);
  const { token } = await server.operator.createSignInLink({ atTerminal: false });
  const browser = await signInBy(signInAddress(server.url, token));
  expect(await browser.whoami()).toBe("operator");
  headers = { cookie: browser.cookie, "earshot-page": browser.body.pageSecret ?? "" };
  await server.operator.sealLog();
  expect(await runInProcess("backup", [file, "--data", data])).toMatchObject({ code: 0 });
  await server.stop();
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  removeFolder(folder);
});

let count = 0;
const fresh = (name: string) => within(folder, `${name}-${++count}`);
async function database(): Promise<TestDatabase> {
  const made = await newDatabase();
  databases.push(made);
  return made;
}
const to = ({ url }: TestDatabase) => ({ EARSHOT_POSTGRES: url });
const starting = (from: string, env = {}) =>
  runInProcess("start", ["--no-console", "--port", "0", "--data", from], env);

test("a backup into a folder that is not there is refused", async () => {
  const into = within(fresh("missing"), "monday.backup");
  const done = await runInProcess("backup", [into, "--data", data]);
  expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining("was not written") });
});

test("a record of a newer version is not backed up by this one, which would leave a part out", async () => {
  const there = fresh("newer");
  cpSync(data, there, { recursive: true });
  const db = new DatabaseSync(within(there, "earshot.db"));
  db.exec("insert into migrations (name, applied_at) values ('9999-future', 0)");
  db.close();
  const into = fresh("left-out");
  const done = await runInProcess("backup", [into, "--data", there]);
  expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining("newer Earshot") });
  expect(existsSync(into)).toBe(false);
});

test("a file that unpacks to one endless line is refused early", async () => {
  const endless = fresh("endless");
  writeFileSync(endless, gzipSync(Buffer.alloc(80 * 1024 * 1024, 0x20)));
  const done = await runInProcess("backup check", [endless]);
  expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining("a line of more than") });
});

test("check refuses what this version could not restore", async () => {
  const [first = "", ...rest] = gunzipSync(readFileSync(file)).toString().split("\n");
  const head = JSON.parse(first) as ArchiveHead;
  const table = { name: "invoices", columns: [{ name: "id", kind: "text" }], key: ["id"] };
  const other = { ...head, tables: [...head.tables, table] };
  const changed = fresh("changed");
  writeFileSync(changed, gzipSync([JSON.stringify(other), ...rest].join("\n")));
  const done = await runInProcess("backup check", [changed]);
  expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining("its tables differ") });
});

test("a restore ends every web session, and the log says so", async () => {
  const there = fresh("restored");
  expect(await runInProcess("restore", [file, "--data", there])).toMatchObject({ code: 0 });
  const server = await deploy(there);
  const seen = await fetch(`${server.url}/v1/whoami`, { headers });
  expect(seen.status).toBe(401);
  expect(await server.operator.listWebSessions()).toEqual({ items: [] });
  const { intact } = await server.operator.verifyAudit({});
  expect(intact).toBe(true);
  const types: string[] = [];
  for await (const { event } of await server.operator.exportAudit({})) types.push(event.type);
  expect(types.slice(types.indexOf("log.restored"))).toContain("web_session.ended");
  await server.stop();
});

test("the folder of a node holds no record, for a restore as for retention", async () => {
  const node = fresh("node");
  makeDataFolder(node);
  writeStoreMark(node, { store: "postgres", place: "db.example.com:5432/earshot" });
  const restored = await runInProcess("restore", [file, "--data", node]);
  expect(restored).toMatchObject({ code: 1, stderr: expect.stringContaining("of a node over") });
  expect(readdirSync(node).filter((name) => name.includes(".db"))).toEqual([]);
  const due = await runInProcess("retention", ["--data", node]);
  expect(due).toMatchObject({ code: 1, stderr: expect.stringContaining("is in PostgreSQL at") });
});

test("a restore says which database it goes to, and who has named that", async () => {
  const target = await database();
  const named = `${postgresPlace(target.url)}, which EARSHOT_POSTGRES names`;
  const own = await runInProcess("restore", [file, "--data", data], to(target));
  expect(own).toMatchObject({ code: 1, stderr: expect.stringContaining(named) });
  expect(own.stderr).toContain("restore without EARSHOT_POSTGRES");
  expect(
    await queryServer(target.url, "select 1 from pg_tables where tablename = 'events'"),
  ).toEqual([]);

  const there = fresh("there");
  makeDataFolder(there);
  copyFileSync(dataPaths(data).signingKeys, dataPaths(there).signingKeys);
  const done = await runInProcess("restore", [file, "--data", there], to(target));
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining(named) });
  const twice = await runInProcess("restore", [file, "--data", there], to(target));
  expect(twice).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${named}, is not empty`),
  });
});

test("a backup of a database holds our tables alone, and says what it cannot prove", async () => {
  const source = await database();
  const node = await deploy(fresh("node"), { postgres: { url: source.url } });
  await node.operator.sealLog();
  await queryServer(source.url, "create table invoices (id text primary key, due timestamptz)");
  await queryServer(source.url, "create table notes (text text)");
  const taken = fresh("backup");
  // From elsewhere, without the deployment key.
  const done = await runInProcess("backup", [taken, "--data", fresh("none")], to(source));
  const unproved = "checkpoints cannot be proved: give --deployment-key";
  expect(done).toMatchObject({ code: 0, stderr: expect.stringContaining(unproved) });
  const checked = await runInProcess("backup check", [taken]);
  expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining(unproved) });
  await node.stop();

  // The key proves what the backup alone does not.
  const { anchor, deploymentKey } = dataPaths(node.data);
  const given = ["--deployment-key", deploymentKey, "--anchor", anchor];
  const there = ["--data", fresh("restored"), "--json"];
  const restored = await runInProcess("restore", [taken, ...there, ...given]);
  expect(JSON.parse(restored.stdout)).toMatchObject({ proven: 1, beyond: [], anchorFaults: [] });
});

test("a move that ends in its commit lets no server start until it is run again", async () => {
  const target = await database();
  const moved = fresh("moved");
  const server = await deploy(moved);
  await server.agent.tell({ text: "Soon we move." });
  await server.stop();
  await migratePostgres({ url: target.url, now: Date.now() });
  await queryServer(
    target.url,
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create constraint trigger refuse after insert on events deferrable initially deferred
      for each row execute function refuse()`,
  );
  const move = () => runInProcess("sqlite-to-postgres", ["--data", moved], to(target));
  expect(await move()).toMatchObject({ code: 1 });
  const again = expect.stringContaining("Run migrate again");
  expect(await starting(moved)).toMatchObject({ code: 1, stderr: again });
  expect(await starting(moved, to(target))).toMatchObject({ code: 1, stderr: again });

  await queryServer(target.url, "drop function refuse cascade");
  expect(await move()).toMatchObject({ code: 0, stdout: expect.stringContaining(" rows to ") });
  const mark = readStoreMark(moved);
  expect(mark).toEqual({ store: "postgres", place: postgresPlace(target.url) });

  // As one that was killed behind its commit leaves it.
  writeStoreMark(moved, { store: "postgres", place: mark?.place ?? "", isMoving: true });
  expect(await starting(moved)).toMatchObject({ code: 1, stderr: again });
  expect(await move()).toMatchObject({ code: 0, stdout: expect.stringContaining("already") });
  expect(readStoreMark(moved)).toEqual(mark);
});
