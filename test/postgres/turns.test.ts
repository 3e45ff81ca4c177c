import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { present } from "../../src/domain/present.ts";
import { type OpenDatabase, openDatabase } from "../../src/store/postgres/open-database.ts";
import { createTurns, type PostgresTurns } from "../../src/store/postgres/turns.ts";
import { migratePostgres } from "../../src/store/setup/migrate-postgres.ts";
import { newDatabase, queryServer, type TestDatabase } from "../support/postgres.ts";

let server: TestDatabase;
let database: OpenDatabase;
let turns: PostgresTurns[] = [];

/** The turns of one more node. */
function nodeTurns(connections?: number): PostgresTurns {
  const made = createTurns({ database, ...present({ connections }) });
  turns.push(made);
  return made;
}

beforeAll(async () => {
  server = await newDatabase();
  await migratePostgres({ url: server.url, now: Date.now() });
  database = await openDatabase({ url: server.url });
});
afterEach(async () => {
  await Promise.all(turns.map((one) => one.close()));
  turns = [];
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

const pause = () => new Promise((resolve) => setImmediate(resolve));

test("works of one name never overlap, whichever node runs them", async () => {
  const nodes = [nodeTurns(), nodeTurns(), nodeTurns()];
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await pause();
    inside -= 1;
  };
  const runs = nodes.flatMap((node) => Array.from({ length: 8 }, () => node.run("budget", work)));
  await Promise.all(runs);
  expect(most).toBe(1);
});

test("works of different names do not wait for each other", async () => {
  const [one, other] = [nodeTurns(), nodeTurns()];
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = one.run("a", () => promise);
  expect(await other.run("b", async () => "done")).toBe("done");
  resolve();
  await first;
});

test("a turn that throws is over, and tells what it threw", async () => {
  const [one, other] = [nodeTurns(), nodeTurns()];
  const failing = one.run("a", () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(await other.run("a", async () => "next")).toBe("next");
});

test("turns within turns need no more connections than there are", async () => {
  const node = nodeTurns(1);
  const within = (name: string) => node.run(`outer ${name}`, () => node.run("inner", pause));
  await Promise.all(["a", "b", "c"].map(within));
  const other = nodeTurns();
  expect(await other.run("inner", async () => "free")).toBe("free");
});

test("a connection that is lost within a turn frees the turn, and the next ones go on", async () => {
  const [one, other] = [nodeTurns(1), nodeTurns()];
  await one.run("a", async () => {
    await queryServer(
      server.url,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'earshot turns' and datname = current_database()",
    );
    expect(await other.run("a", async () => "free")).toBe("free");
  });
  expect(await one.run("a", async () => "again")).toBe("again");
});

test("closed turns are refused and wait for nothing", async () => {
  const node = nodeTurns();
  await node.close();
  await expect(node.run("a", pause)).rejects.toMatchObject({ code: "SHUTTING_DOWN" });
});
