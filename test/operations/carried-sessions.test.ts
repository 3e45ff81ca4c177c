import { afterAll, beforeAll, expect, test } from "vitest";
import type { Session } from "../../src/domain/sessions/session.ts";
import type { Store, Write } from "../../src/ports/store/store.ts";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import { dataPaths } from "../../src/system/data-folder.ts";
import { anId, aSession } from "../../src/testing/builders.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { newDatabase, queryServer, type TestDatabase } from "../support/postgres.ts";
import { deploy, within } from "./deployment.ts";
import { runInProcess } from "./in-process.ts";

/* Sessions of agents go along with the record, and none runs from a backup as if nothing had happened since. */

const AT = "2026-01-01T00:00:00.000Z";
const agent = anId("prn");
const QUEUED = aSession({ agent });
const RUNNING = aSession({
  agent,
  status: "running",
  epoch: 2,
  attempts: 2,
  claim: { host: "h", until: "2026-01-01T00:01:00.000Z" },
});
const PAUSED = aSession({
  agent,
  status: "paused",
  endedAt: AT,
  asked: true,
  entries: 1,
  waitsFor: { request: anId("req"), kind: "question", call: "c1" },
});

let folder: string;
let data: string;
let database: TestDatabase;
beforeAll(async () => {
  database = await newDatabase();
  folder = makeFolder();
  data = within(folder, "data");
  await (await deploy(data)).stop();
  const store = await openRecord(data);
  const of = { workspace: "default", agent } as const;
  const writes: readonly Write[] = [
    ...[QUEUED, RUNNING, PAUSED].map((session) => ({ type: "session.insert", session }) as const),
    {
      type: "entry.insert",
      entry: {
        workspace: "default",
        session: PAUSED.id,
        seq: 1,
        at: AT,
        epoch: 1,
        body: { kind: "prompt", text: "Wer fragt? 🦉" },
      },
    },
    {
      type: "mark.put",
      mark: {
        workspace: "default",
        channel: "slack",
        chatId: "C1",
        messageId: "1.0",
        name: "speech_balloon",
        session: PAUSED.id,
        isOn: true,
        attempts: 0,
        version: 1,
      },
    },
    {
      type: "profile.put",
      profile: { ...of, channels: [], skills: [], judges: false, digest: "d", at: AT },
    },
  ];
  const [result] = await store.commit([{ workspace: "default", writes, events: [] }]);
  expect(result?.outcome).toBe("committed");
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

test("what was to run when a backup was taken has failed after the restore, and what waits waits", async () => {
  const [file, there] = [within(folder, "a.backup"), within(folder, "restored")];
  expect(await runInProcess("backup", [file, "--data", data])).toMatchObject({ code: 0 });
  expect(await runInProcess("restore", [file, "--data", there])).toMatchObject({ code: 0 });
  const store = await openRecord(there);
  const find = ({ id }: Session) => store.findSession("default", id);
  for (const session of [QUEUED, RUNNING]) {
    const { claim: _, ...rest } = session;
    expect(await find(session)).toEqual({
      ...rest,
      status: "failed",
      version: 2,
      endedAt: expect.any(String),
      reason: expect.stringContaining("backup was restored"),
    });
  }
  expect(await find(PAUSED)).toEqual(PAUSED);
  const by = { workspace: "default", agent, at: "2100-01-01T00:00:00.000Z", limit: 9 } as const;
  expect(await store.claimableSessions(by)).toEqual([]);
  expect(await store.nextClaimEnd("default", agent)).toBeUndefined();
  const events = await store.readEvents({ workspace: "default", after: 0, limit: 1_000 });
  const failed = events.filter(({ type }) => type === "session.failed");
  expect(failed.map(({ subject }) => subject)).toEqual([QUEUED.id, RUNNING.id]);
  await store.close();
});

test("a record that moves takes along its sessions as they are, marks and profiles", async () => {
  const done = await runInProcess("sqlite-to-postgres", ["--data", data], {
    EARSHOT_POSTGRES: database.url,
  });
  expect(done).toMatchObject({ code: 0 });
  const bodies = await queryServer<{ body: string }>(
    database.url,
    "select body from sessions order by id",
  );
  expect(bodies.map(({ body }) => JSON.parse(body))).toEqual([QUEUED, RUNNING, PAUSED]);
  const [entry] = await queryServer<{ body: string }>(
    database.url,
    "select body from session_entries",
  );
  expect(JSON.parse(entry?.body ?? "")).toEqual({ kind: "prompt", text: "Wer fragt? 🦉" });
  const rows = await queryServer(
    database.url,
    "select m.session, p.agent from marks m, agent_profiles p",
  );
  expect(rows).toEqual([{ session: PAUSED.id, agent }]);
});
