import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startPostgres } from "../../scripts/postgres.ts";
import type { EarshotError } from "../../src/domain/errors.ts";
import { present } from "../../src/domain/present.ts";
import { connect } from "../../src/store/postgres/connection.ts";
import { isOfStore } from "../../src/store/postgres/errors.ts";
import { type OpenDatabase, openDatabase } from "../../src/store/postgres/open-database.ts";
import { ScopedPool } from "../../src/store/postgres/scoped-pool.ts";
import { migratePostgres } from "../../src/store/setup/migrate-postgres.ts";
import { anOpenRequest, asking } from "../../src/testing/builders.ts";
import { appRoleOf, newDatabase, queryServer, type TestDatabase } from "../support/postgres.ts";
import { openNode } from "../support/postgres-store.ts";
import { startTransactionPooler } from "../support/transaction-pooler.ts";

const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function aDatabase(): Promise<TestDatabase> {
  const made = await newDatabase();
  ends.push(made.drop);
  return made;
}

/** For all tests that change nothing of it. */
let shared: TestDatabase;

beforeAll(async () => {
  shared = await newDatabase();
  await migratePostgres({ url: shared.url, now: 0 });
});
afterAll(() => shared.drop());

async function open(over: { poolSize?: number } = {}): Promise<OpenDatabase> {
  const database = await openDatabase({ url: shared.url, ...over });
  ends.push(() => database.close());
  return database;
}

const SCOPE = "select current_setting('earshot.workspace', true) as scope";
const HOLD = "select pg_advisory_lock(1)";

test("each statement sees the workspace that it was asked for, on however few connections", async () => {
  const database = await open({ poolSize: 3 });
  const asked = Array.from({ length: 120 }, (_, index) => `w${index % 7}`);
  const seen = await Promise.all(
    asked.map(async (scope) => {
      const [row] = await database.query<{ readonly scope: string }>(scope, SCOPE);
      return row?.scope;
    }),
  );
  expect(seen).toEqual(asked);
  expect(database.pool()).toMatchObject({ size: 3, open: 3, busy: 0, waiting: 0 });
});

test("a statement that fails leaves its connection whole", async () => {
  const database = await open({ poolSize: 1 });
  await expect(database.query("a", "select 1 / 0")).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
  expect(await database.query("b", SCOPE)).toEqual([{ scope: "b" }]);
  expect(database.pool()).toMatchObject({ open: 1, busy: 0 });
});

test("any text comes back as it was, in rows and in lists", async () => {
  const database = await open();
  const texts = ["plain", "a\0b", "\ud800", '\u0001json:"x"', "żółw 🐢", ""];
  for (const text of texts) {
    expect(await database.query("a", "select $1::text as text", [text])).toEqual([{ text }]);
  }
  const found = await database.query("a", "select unnest($1::text[]) as text", [texts]);
  expect(found).toEqual(texts.map((text) => ({ text })));
});

test("moments and counts come back as numbers, bytes as bytes", async () => {
  const database = await open();
  const [row] = await database.query(
    "a",
    "select 9007199254740991::bigint as moment, count(*) as count, $1::bytea as bytes from keys",
    [new Uint8Array([0, 255])],
  );
  expect(row).toMatchObject({ moment: Number.MAX_SAFE_INTEGER, count: 0 });
  expect(Buffer.from(row?.["bytes"] as Uint8Array).toString("hex")).toBe("00ff");
});

test("whoever waits for a connection gets the next that is free", async () => {
  const database = await open({ poolSize: 2 });
  const other = await database.connect("test");
  await other.query(HOLD);
  const held = [database.query("a", HOLD), database.query("b", `${HOLD}`)];
  const waiting = database.query("c", SCOPE);
  await expect.poll(() => database.pool()).toMatchObject({ busy: 2, waiting: 1 });
  await other.close();
  // The lock is one a session, so the two that hold it in turn must end for both to have had it.
  await Promise.race(held);
  expect(await waiting).toEqual([{ scope: "c" }]);
});

test("where all connections stay in use the store says so, and goes on when they are free", async () => {
  const pool = new ScopedPool({
    size: 1,
    waitMs: 20,
    connect: () => connect({ url: shared.url, purpose: "test" }),
  });
  ends.push(() => pool.close());
  const other = await connect({ url: shared.url, purpose: "test" });
  await other.query(HOLD);
  const held = pool.query("a", HOLD);
  await expect.poll(() => pool.figures().busy).toBe(1);
  await expect(pool.query("a", SCOPE)).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: expect.stringContaining("--pool"),
  });
  await other.close();
  await held;
  expect(await pool.query("a", SCOPE)).toEqual([{ scope: "a" }]);
});

test("connections that are ended from outside are replaced", async () => {
  const database = await open({ poolSize: 2 });
  await Promise.all(["a", "b"].map((scope) => database.query(scope, SCOPE)));
  const running = database.query("a", "select pg_sleep(60)");
  const refused = expect(running).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  await expect.poll(() => activity(database.url, "pg_sleep")).toEqual([{ name: "earshot reads" }]);
  await queryServer(
    database.url,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await refused;
  await expect.poll(() => database.pool()).toMatchObject({ open: 0, busy: 0 });
  expect(await database.query("b", SCOPE)).toEqual([{ scope: "b" }]);
});

function activity(url: string, text: string) {
  return queryServer(
    url,
    `select application_name::text as name from pg_stat_activity
      where datname = current_database() and query like '%${text}%' and pid <> pg_backend_pid()`,
  );
}

test("a table that a newer node has widened is read on", async () => {
  const { url } = await aDatabase();
  await migratePostgres({ url, now: 0 });
  const database = await openDatabase({ url, poolSize: 1 });
  ends.push(() => database.close());
  const read = () => database.query("a", "select * from claims where workspace = $1", ["a"]);
  await read();
  await queryServer(url, "alter table claims add column later text");
  expect(await Promise.all([read(), read()])).toEqual([[], []]);
});

test("a connection says what it is for, and is limited in all that it does", async () => {
  const database = await open();
  const connection = await database.connect("what the test wants");
  const names = [
    "application_name",
    "role",
    "statement_timeout",
    "lock_timeout",
    "idle_in_transaction_session_timeout",
    "synchronous_commit",
  ];
  const values = await connection.query<{ readonly value: string }>(
    "select current_setting(name) as value from unnest($1::text[]) with ordinality as n(name, place) order by place",
    [names],
  );
  expect(values.map(({ value }) => value)).toEqual([
    "earshot what the test wants",
    await appRoleOf(shared.url),
    "15s",
    "10s",
    "15s",
    "on",
  ]);
  await connection.close();
});

test("what a database says of isolation is overruled on every connection", async () => {
  const { url } = await aDatabase();
  await migratePostgres({ url, now: 0 });
  const name = new URL(url).pathname.slice(1);
  const settings = {
    default_transaction_isolation: "repeatable read",
    default_transaction_deferrable: "on",
  };
  for (const [setting, value] of Object.entries(settings)) {
    await queryServer(shared.url, `alter database "${name}" set ${setting} = '${value}'`);
  }
  for (const as of [undefined, "owner"] as const) {
    const connection = await connect({ url, purpose: "test", ...present({ as }) });
    const values = await connection.query(
      `select current_setting('transaction_isolation') as isolation,
        current_setting('transaction_deferrable') as deferrable`,
    );
    expect(values).toEqual([{ isolation: "read committed", deferrable: "off" }]);
    await connection.close();
  }
  await migratePostgres({ url, now: 0 });
});

test("a database that an administrator has made read-only takes nothing, and goes on when it is not", async () => {
  const { url } = await aDatabase();
  await migratePostgres({ url, now: 0 });
  const node = await openNode(url);
  ends.push(() => node.store.close());
  const name = new URL(url).pathname.slice(1);
  const ask = () => node.store.commit([asking(anOpenRequest())]);
  const switched = async (how: string) => {
    await queryServer(shared.url, `alter database "${name}" ${how}`);
  };
  await switched("set default_transaction_read_only = on");
  await queryServer(
    shared.url,
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
    [name],
  );
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(ask()).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining("default_transaction_read_only"),
    });
  }
  await switched("reset default_transaction_read_only");
  expect(await ask()).toMatchObject([{ outcome: "committed" }]);
});

test("a pooler that comes in between later is named", async () => {
  const pooler = await startTransactionPooler(shared.url);
  ends.push(async () => pooler.close());
  const [first, second] = [1, 2].map(() => {
    const pool = new ScopedPool({
      size: 1,
      connect: () => connect({ url: pooler.url, purpose: "test" }),
    });
    ends.push(() => pool.close());
    return pool;
  });
  expect(await first?.query("a", SCOPE)).toEqual([{ scope: "a" }]);
  await expect(second?.query("b", SCOPE)).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: expect.stringContaining("pooler in transaction mode"),
  });
});

test("a pooler that keeps no session is refused at the start", async () => {
  const pooler = await startTransactionPooler(shared.url);
  ends.push(async () => pooler.close());
  await expect(migratePostgres({ url: pooler.url, now: 0 })).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: expect.stringContaining("transaction mode"),
  });
});

test.each(["54000", "53100", "40001"])("%s is of the store, not of a change", (code) => {
  expect(isOfStore({ code, severity: "ERROR" })).toBe(true);
  expect(isOfStore({ code: "23505", severity: "ERROR" })).toBe(false);
});

test("a statement that takes too long is given up, and the connection goes on", async () => {
  const connection = await connect({ url: shared.url, purpose: "test", statementMs: 1_000 });
  ends.push(() => connection.close());
  await expect(connection.query("select pg_sleep(60)")).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: expect.stringContaining("took too long"),
  });
  expect(await connection.query("select 1 as one")).toEqual([{ one: 1 }]);
});

test("whoever listens to a connection hears that it has ended", async () => {
  const database = await open();
  const connection = await database.connect("test");
  const ended = Promise.withResolvers<Error | undefined>();
  connection.onEnd(ended.resolve);
  await queryServer(database.url, `select pg_terminate_backend(${connection.processId})`);
  expect(await ended.promise).toBeInstanceOf(Error);
  expect(connection.isOpen()).toBe(false);
  await expect(connection.query("select 1")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
});

test("a database that does not promise durable commits is refused", async () => {
  const { url } = await aDatabase();
  await migratePostgres({ url, now: 0 });
  const name = new URL(url).pathname.slice(1);
  await queryServer(url, `alter database "${name}" set synchronous_commit = off`);
  await expect(openDatabase({ url })).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: expect.stringContaining("synchronous_commit"),
  });
});

test("no error names the password", async () => {
  const { url } = shared;
  const wrong = new URL(url);
  wrong.password = "canary-secret";
  const away = new URL(wrong);
  away.port = "1";
  const missing = new URL(url);
  missing.pathname = "/canary_missing";
  const urls = [
    wrong.href,
    away.href,
    missing.href,
    "postgres://u:canary-secret@[bad/x",
    "mysql://u:canary-secret@h/x",
    "postgres://u:canary-secret%zz@127.0.0.1:1/x",
    "canary-secret",
  ];
  for (const one of urls) {
    const error = await migratePostgres({ url: one, now: 0 }).catch((thrown) => thrown);
    expect(["STORE_UNAVAILABLE", "INVALID_INPUT"]).toContain((error as EarshotError).code);
    expect(`${(error as EarshotError).message} ${JSON.stringify(error)}`).not.toContain(
      "canary-secret",
    );
  }
});

test("a connection as the owner may take as long as it needs", async () => {
  const { url } = shared;
  const owner = await connect({ url, purpose: "test", as: "owner", statementMs: 0 });
  const [row] = await owner.query(
    "select current_setting('statement_timeout') as value, current_user not like 'earshot_app%' as owner",
  );
  expect(row).toEqual({ value: "0", owner: true });
  await owner.close();
});

test("the server goes away and comes back: the store says so, and goes on by itself", async () => {
  const server = await startPostgres();
  ends.push(() => server.remove());
  const node = await openNode(server.url);
  ends.push(() => node.close());
  const workspace = "default";
  await node.store.commit([
    {
      workspace,
      writes: [{ type: "workspace.insert", id: workspace, createdAt: "2026-01-01T00:00:00.000Z" }],
      events: [],
    },
  ]);
  for (const mode of ["fast", "immediate"] as const) {
    await server.stop(mode);
    const request = anOpenRequest();
    const away = { code: "STORE_UNAVAILABLE" };
    await expect(node.store.findRequest(workspace, request.id)).rejects.toMatchObject(away);
    await server.restart();
    expect(await node.store.findRequest(workspace, request.id)).toBeUndefined();
    expect(await node.store.commit([asking(request)])).toMatchObject([{ outcome: "committed" }]);
    expect(await node.store.findRequest(workspace, request.id)).toEqual(request);
    await node.store.check();
  }
});
