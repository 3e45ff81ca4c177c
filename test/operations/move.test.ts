import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { untilClosed } from "../../src/client/index.ts";
import { DEFAULT_WORKSPACE, type RequestId } from "../../src/domain/id.ts";
import type { NotedHead } from "../../src/domain/log/chain-check.ts";
import type { Waited } from "../../src/domain/requests/request.ts";
import type { CollectedGrant } from "../../src/ports/earshot/authority.ts";
import { migratePostgres } from "../../src/store/setup/migrate-postgres.ts";
import { dataPaths } from "../../src/system/data-folder.ts";
import {
  eventually,
  makeFolder,
  type Running,
  removeFolder,
  spawnEarshot,
} from "../support/cli.ts";
import { newDatabase, queryServer, type TestDatabase } from "../support/postgres.ts";
import { approved, deploy, inFolder, redeem, within } from "./deployment.ts";
import { runInProcess } from "./in-process.ts";

const TEXT = "Wer fragt? 🦉 \u2028 \u0007";

const to = ({ url }: TestDatabase) => ({ EARSHOT_POSTGRES: url });
/** As a user runs it; it can be killed. */
const spawned = (data: string, database: TestDatabase) =>
  spawnEarshot(["migrate", "sqlite-to-postgres", "--data", data], { env: to(database) });
const move = (data: string, database: TestDatabase) =>
  runInProcess("sqlite-to-postgres", ["--data", data], to(database));
const digestOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

describe("a deployment that has moved", () => {
  let folder: string;
  let data: string;
  let database: TestDatabase;
  let port: number;
  let asked: RequestId;
  let waiting: Promise<Waited>;
  let grant: CollectedGrant;
  let head: NotedHead;
  /** Of the file that it was in. */
  let digest: string;

  beforeAll(async () => {
    database = await newDatabase();
    folder = makeFolder();
    data = within(folder, "data");
    const before = await deploy(data);
    port = Number(new URL(before.url).port);
    const { request } = await before.agent.ask({ text: TEXT });
    asked = request.id;
    waiting = untilClosed(before.agent, request.id);
    grant = await before.agent.collect({ id: await approved(before, { where: "north" }) });
    ({ head } = await before.operator.verifyAudit({}));
    const refused = await move(data, database);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("earshot stop") });
    await before.stop();
    digest = digestOf(dataPaths(data).database);
    expect(await move(data, database)).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining(passwordOf(database)),
      stdout: expect.stringMatching(/^moved: \d+ rows/),
    });
  });
  afterAll(async () => {
    await database.drop();
    removeFolder(folder);
  });

  test("has its log, and a client that waited gets its answer from the node", async () => {
    const node = await deploy(data, { postgres: { url: database.url }, port });
    const { request } = await node.operator.show({ id: asked });
    expect(request).toMatchObject({ question: { text: TEXT } });
    await node.operator.answer({ id: asked, answer: { text: "Ich." } });
    expect(await waiting).toMatchObject({ request: { answer: { text: "Ich." } } });
    await redeem(node, grant);
    const report = await node.operator.verifyAudit({ head: `${head.seq}:${head.hash}` });
    expect(report.intact).toBe(true);
    await node.stop();
  });

  test("leaves its file as it was, on which no server starts any more", async () => {
    expect(digestOf(dataPaths(data).database)).toBe(digest);
    const start = await runInProcess("start", ["--no-console", "--port", "0", "--data", data]);
    expect(start).toMatchObject({ code: 1, stderr: expect.stringContaining("PostgreSQL at") });
    expect(start.stderr).not.toContain(passwordOf(database));
  });

  test("is not moved twice, and nothing else moves to where it is", async () => {
    const again = await move(data, database);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("already") });
    const other = await deploy(within(folder, "other"));
    await other.stop();
    const refused = await move(other.data, database);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("is not empty") });
    await (await deploy(other.data)).stop();
  });
});

function passwordOf({ url }: TestDatabase): string {
  return `${new URL(url).password}@`;
}

test("a move that is killed leaves nothing, or all of it, and is run again", async () => {
  const database = await newDatabase();
  await inFolder(async (folder) => {
    const data = within(folder, "data");
    const server = await deploy(data);
    for (let batch = 0; batch < 2; batch++) {
      await Promise.all(
        Array.from({ length: 100 }, (_, at) => server.agent.tell({ text: `${batch} ${at}` })),
      );
    }
    const { head } = await server.operator.verifyAudit({});
    await server.stop();
    await migratePostgres({ url: database.url, now: Date.now() });
    await queryServer(database.url, HOLD);
    const killed = spawned(data, database);
    await underWay(database, killed);
    killed.child.kill("SIGKILL");
    expect(await killed.finished).toMatchObject({ signal: "SIGKILL" });
    await queryServer(database.url, LET_GO);
    const done = await spawned(data, database).finished;
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining("moved: ") });
    const [found] = await queryServer<{ seq: string; hash: Buffer }>(
      database.url,
      "select seq, hash from events where workspace = $1 order by seq desc limit 1",
      [DEFAULT_WORKSPACE],
    );
    expect(Number(found?.seq)).toBe(head.seq);
    expect(found?.hash.toString("hex")).toBe(head.hash);
  }).finally(() => database.drop());
});

/** However fast a move is, it stands still behind its first events. */
const HOLD = `create function hold() returns trigger language plpgsql as
    $$ begin perform pg_sleep(600); return null; end $$;
  create trigger hold after insert on events for each statement execute function hold()`;
/** A session that sleeps does not see that its client is gone. */
const LET_GO = `select pg_terminate_backend(pid, 20000) from pg_stat_activity
    where datname = current_database() and application_name like 'earshot restore%';
  drop function hold cascade`;

/** Until a move has changed something in a transaction that is still open. */
async function underWay({ url }: TestDatabase, { child }: Running): Promise<void> {
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error("The move was faster than whoever looked at it.");
    const rows = await queryServer(
      url,
      `select 1 as one from pg_stat_activity where datname = current_database()
        and application_name like 'earshot restore%' and backend_xid is not null`,
    );
    return rows.length > 0;
  });
}
