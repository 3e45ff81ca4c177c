import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { LogPosition } from "../../src/ports/store/others.ts";
import { createDatabaseClock } from "../../src/store/postgres/database-clock.ts";
import { createOthers } from "../../src/store/postgres/listener.ts";
import type { PostgresStore } from "../../src/store/postgres-store.ts";
import { eventually } from "../suites/earshot/world.ts";
import {
  databaseWithTables,
  onServer,
  queryServer,
  type TestDatabase,
} from "../support/postgres.ts";
import { openNode, setDatabaseTime } from "../support/postgres-store.ts";

const HOUR_MS = 3_600_000;
/** So seldom that only notices tell, within a test. */
const HARDLY_EVER_MS = HOUR_MS;

let server: TestDatabase;
let here: PostgresStore;
let ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = await databaseWithTables();
  here = await openNode(server.url);
});
afterEach(async () => {
  await Promise.all(ends.map((end) => end()));
  ends = [];
  await onServer(server.url, "delete from heads");
});
afterAll(async () => {
  await here.close();
  await server.drop();
});

/** What a node hears that looks at the heads as often as this. */
async function listening(node: string, pollMs = HARDLY_EVER_MS) {
  const told: LogPosition[] = [];
  const hearing: boolean[] = [];
  const others = createOthers({ ...here, node, pollMs });
  ends.push(
    await others.listen({
      reached: (positions) => void told.push(...positions),
      hearing: (isHearing) => void hearing.push(isHearing),
    }),
  );
  return { others, told, hearing, reaches: (seq: number) => told.some((one) => one.seq === seq) };
}

const notify = (payload: object) =>
  onServer(server.url, `select pg_notify('earshot', '${JSON.stringify(payload)}')`);

async function head(seq: number): Promise<void> {
  await queryServer(
    server.url,
    `insert into heads (workspace, seq, hash) values ('w', $1, '')
      on conflict (workspace) do update set seq = excluded.seq`,
    [seq],
  );
}

test("a node is told how far every log reaches before it hears", async () => {
  await head(4);
  const { told, hearing } = await listening("here");
  expect(told).toEqual([{ workspace: "w", seq: 4 }]);
  expect(hearing).toEqual([true]);
});

test("notices of other nodes are heard, one's own and what is none are not", async () => {
  const { others, told, reaches } = await listening("here");
  await head(8);
  await notify({ node: "here", positions: [["w", 7]] });
  await notify({ node: "there", positions: [["w", 8]] });
  await eventually(() => reaches(8));
  expect(told).toEqual([{ workspace: "w", seq: 8 }]);
  expect(others.figures()).toMatchObject({ isListening: true, notices: 1, losses: 0 });
});

test("a notice is looked up and not believed, whatever it names", async () => {
  const { told, reaches } = await listening("here");
  await head(3);
  const invented = Array.from({ length: 50 }, (_, n) => [`invented${n}`, 1]);
  await notify({ node: "there", positions: [["w", 900_000_000], ...invented] });
  await eventually(() => reaches(3));
  expect(told).toEqual([{ workspace: "w", seq: 3 }]);
});

test("a notice that names nothing has all logs looked at", async () => {
  const { reaches } = await listening("here");
  await head(9);
  await notify({ node: "there" });
  await eventually(() => reaches(9));
});

test("what no notice tells is found by looking", async () => {
  const { reaches } = await listening("here", 50);
  await head(5);
  await eventually(() => reaches(5));
});

test("who catches up is told of one log at once", async () => {
  const { others, told } = await listening("here");
  await head(6);
  await others.catchUp("w");
  expect(told).toEqual([{ workspace: "w", seq: 6 }]);
});

test("after a loss it is said that notices are missed, and all is looked at before they are heard again", async () => {
  const { others, hearing, reaches } = await listening("here");
  const terminate =
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'earshot notices' and datname = current_database()";
  // No notice tells of it, and it is there before the look that follows the loss.
  await head(11);
  await onServer(server.url, terminate);
  await eventually(() => hearing.includes(false));
  await eventually(() => hearing.at(-1) === true);
  expect(reaches(11)).toBe(true);
  expect(others.figures()).toMatchObject({ isListening: true, losses: 1 });
});

test("where the logs cannot be looked at, what is remembered is in doubt until they can", async () => {
  const { hearing } = await listening("here", 50);
  await onServer(server.url, "alter table heads rename to heads_away");
  await eventually(() => hearing.at(-1) === false);
  await onServer(server.url, "alter table heads_away rename to heads");
  await eventually(() => hearing.at(-1) === true);
});

test("a node goes by the database's clock, wherever that stands and when it is set", async () => {
  const ahead = Date.now() + HOUR_MS;
  await setDatabaseTime(server.url, ahead);
  const clock = await createDatabaseClock(here.database);
  ends.push(async () => clock.close());
  expect(Math.abs(clock.now() - ahead)).toBeLessThan(HOUR_MS / 2);
  const at = performance.now();
  clock.observe({ databaseMs: ahead - 5 * HOUR_MS, askedAt: at - 1, answeredAt: at });
  expect(Math.abs(clock.now() - (ahead - 5 * HOUR_MS))).toBeLessThan(HOUR_MS / 2);
});
