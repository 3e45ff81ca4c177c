import { afterAll, beforeAll, expect, test } from "vitest";
import type { Delivery } from "../../src/domain/hub/delivery.ts";
import type { Link } from "../../src/domain/hub/link.ts";
import type { Store, Write } from "../../src/ports/store/store.ts";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import { dataPaths } from "../../src/system/data-folder.ts";
import { anId, anOpenRequest } from "../../src/testing/builders.ts";
import { aDelivery, aSentDelivery, insert } from "../suites/store/outbox.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { newDatabase, type TestDatabase } from "../support/postgres.ts";
import { openNode } from "../support/postgres-store.ts";
import { deploy, within } from "./deployment.ts";
import { runInProcess } from "./in-process.ts";

/* What waits to be sent goes along with the record, and is sent from one place alone. */

const QUEUED = aDelivery({ heldFor: "digest", text: "Wer fragt? 🦉" });
const EDITED = aSentDelivery("1", { job: "edit", dueAt: "2026-01-02T00:00:00.000Z" });
const OPERATOR = anId("prn");
const LEADER = anOpenRequest();
const RIDER = anId("req");

let folder: string;
let data: string;
let database: TestDatabase;
beforeAll(async () => {
  database = await newDatabase();
  folder = makeFolder();
  data = within(folder, "data");
  await (await deploy(data)).stop();
  const store = await openRecord(data);
  const link: Link = {
    id: anId("lnk"),
    workspace: "default",
    channel: "slack",
    chatId: "D1",
    operator: OPERATOR,
    account: "U1",
    name: "ana",
    rank: 0,
    createdAt: QUEUED.createdAt,
    createdBy: OPERATOR,
    heardAt: QUEUED.createdAt,
  };
  const writes: readonly Write[] = [
    insert(QUEUED),
    insert(EDITED),
    { type: "link.insert", link } as const,
    { type: "attention.put", attention: { operator: OPERATOR, perHour: 3 } },
    { type: "request.insert", request: LEADER, likeness: "alike" },
  ];
  const ride: Write = { type: "rider.put", leader: LEADER.id, request: RIDER };
  const changes = [writes, [ride]].map((of) => ({ workspace: "default", writes: of, events: [] }));
  const results = await store.commit(changes);
  expect(results.map(({ outcome }) => outcome)).toEqual(["committed", "committed"]);
  await store.close();
});
afterAll(async () => {
  await database.drop();
  removeFolder(folder);
});

async function openRecord(from: string): Promise<Store> {
  return await openSqliteStore({
    path: dataPaths(from).database,
    clock: { now: () => 0 },
    onFatal(error) {
      throw error;
    },
  });
}

const find = (store: Store, { id }: Delivery) => store.findDelivery("default", id);

test("what waited to be sent when a backup was taken is a dead letter after the restore", async () => {
  const [file, there] = [within(folder, "a.backup"), within(folder, "restored")];
  expect(await runInProcess("backup", [file, "--data", data])).toMatchObject({ code: 0 });
  expect(await runInProcess("restore", [file, "--data", there])).toMatchObject({ code: 0 });
  const store = await openRecord(there);
  const { job: _job, dueAt: _dueAt, heldFor: _heldFor, ...rest } = QUEUED;
  expect(await find(store, QUEUED)).toEqual({
    ...rest,
    status: "failed",
    version: 2,
    error: { code: "refused", message: expect.stringContaining("backup was restored") },
  });
  expect(await store.countQueued("default")).toBe(0);
  // What was ordered there since may have been carried out.
  expect(await store.linkOfAccount("slack", "U1")).not.toHaveProperty("heardAt");
  expect(await find(store, EDITED)).toEqual(EDITED);
  await store.close();
});

test("a record that moves takes along its deliveries, where they go and what rides", async () => {
  const done = await runInProcess("sqlite-to-postgres", ["--data", data], {
    EARSHOT_POSTGRES: database.url,
  });
  expect(done).toMatchObject({ code: 0 });
  const { store, close } = await openNode(database.url);
  expect(await find(store, QUEUED)).toEqual(QUEUED);
  const place = { channel: "slack", chatId: "C1", messageId: "1" } as const;
  expect(await store.deliveryOfPost(place)).toEqual(EDITED);
  const heardAt = QUEUED.createdAt;
  expect(await store.linkOfAccount("slack", "U1")).toMatchObject({ operator: OPERATOR, heardAt });
  expect(await store.listAttention("default")).toEqual([{ operator: OPERATOR, perHour: 3 }]);
  expect(await store.ridersOf("default", LEADER.id)).toEqual([RIDER]);
  expect(await store.openLike("default", "alike")).toBe(LEADER.id);
  await close();
});
