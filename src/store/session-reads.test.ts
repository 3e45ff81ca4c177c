import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { AT } from "../../test/suites/store/store-under-test.ts";
import { toTimestamp } from "../domain/timestamp.ts";
import { anId, aSession } from "../testing/builders.ts";
import { claimableSessions } from "./sessions/queries.ts";
import { openWriter } from "./sqlite/database.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const MANY = 5_000;

test("what hosts may take up is read from indexes of what is queued and what runs", async () => {
  const db = new DatabaseSync(":memory:");
  const store = await openSqliteStore({
    path: db,
    clock: { now: () => 0 },
    onFatal(error) {
      throw error;
    },
  });
  const agent = anId("prn");
  const all = Array.from({ length: MANY }, (_, index) =>
    aSession({ agent, status: index % 2 === 0 ? "paused" : "queued" }),
  );
  await store.commit([
    {
      workspace: "default",
      writes: [
        { type: "workspace.insert", id: "default", createdAt: toTimestamp(0) },
        ...all.map((session) => ({ type: "session.insert", session }) as const),
      ],
      events: [],
    },
  ]);

  const by = { workspace: "default", agent, at: AT, limit: 3 } as const;
  const { sql, parameters } = claimableSessions(by).compile(openWriter(db).kysely);
  const planOf = () =>
    db
      .prepare(`explain query plan ${sql}`)
      .all(...(parameters as readonly string[]))
      .map((row) => String(row["detail"]));
  const expected = [
    "SEARCH sessions USING INDEX sessions_agent_status (workspace=? AND agent=? AND status=?)",
    "SEARCH s USING INDEX sessions_agent_status (workspace=? AND agent=? AND status=?)",
    "SEARCH o USING COVERING INDEX sessions_running (workspace=? AND agent=? AND lane=?)",
    "SEARCH o USING COVERING INDEX sessions_lane (workspace=? AND agent=? AND lane=?)",
  ];
  const searches = () => planOf().filter((step) => step.startsWith("SEARCH "));
  expect(searches()).toEqual(expected);
  db.exec("analyze");
  expect(searches()).toEqual(expected);
  const queued = all.filter(({ status }) => status === "queued");
  expect(await store.claimableSessions(by)).toEqual(queued.slice(0, 3));
  await store.close();
});
