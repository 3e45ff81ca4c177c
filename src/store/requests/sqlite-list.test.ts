import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { AT } from "../../../test/suites/store/store-under-test.ts";
import { ownConversation, type PrincipalId, type RequestId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import { REQUEST_KINDS, REQUEST_STATUSES } from "../../domain/requests/request.ts";
import type { RequestQuery } from "../../ports/store/request-query.ts";
import type { Write } from "../../ports/store/write.ts";
import { anId, anOpenRequest, answeredWith } from "../../testing/builders.ts";
import { STOPPED } from "../hub/shared-question-sql.ts";
import { sqliteDialect } from "../schema/sqlite-dialect.ts";
import { openWriter } from "../sqlite/database.ts";
import { openSqliteStore } from "../sqlite-store.ts";
import { requestList } from "./list.ts";

const MANY = 300;
const agent = anId("prn") as PrincipalId;
const own = { agent, conversation: { id: ownConversation(agent), agent } };
const page = { workspace: "default", order: "newest", limit: 10 } as const;

const of: readonly Partial<RequestQuery>[] = [
  {},
  { agent },
  own,
  { askedOf: "ana" },
  { after: anId("req") as RequestId, order: "oldest" },
  { span: { from: AT, before: AT } },
  { span: { from: AT }, agent, order: "oldest" },
];
const what: readonly Partial<RequestQuery>[] = [
  ...REQUEST_STATUSES.map((status) => ({ status })),
  ...REQUEST_KINDS.map((kind) => ({ kind })),
  ...REQUEST_STATUSES.map((status) => ({ status, kind: "authorization" as const })),
];

/** How many are open is bounded, so that those alone may be sorted. */
const OF_OPEN = /^SEARCH requests USING INDEX requests_(inbox|expiry)|^USE TEMP B-TREE/;
const OF_ALL =
  /^(MERGE|LEFT|RIGHT|SEARCH requests USING INDEX requests_(agent_)?closed \(.*status=\? AND kind=\?|SEARCH requests USING INDEX requests_inbox \(workspace=\?\))/;
const SORTS = "USE TEMP B-TREE FOR ORDER BY";

async function aStore() {
  const db = new DatabaseSync(":memory:");
  const store = await openSqliteStore({
    path: db,
    clock: { now: () => 0 },
    onFatal(error) {
      throw error;
    },
  });
  const { kysely } = openWriter(db);
  const planOf = (query: RequestQuery) => {
    const { sql, parameters } = requestList(kysely, sqliteDialect, query).compile();
    const values = parameters as readonly string[];
    const rows = db.prepare(`explain query plan ${sql}`).all(...values);
    return rows.map((row) => String(row["detail"]));
  };
  return { db, store, planOf };
}

test("a list of any status and kind, of anybody, goes along an index that holds nothing else", async () => {
  const { db, store, planOf } = await aStore();
  const lists = of.flatMap((one) => what.map((other) => ({ ...page, ...one, ...other })));
  const strays = () =>
    lists.flatMap((query) => {
      const wanted = query.status === "open" ? OF_OPEN : OF_ALL;
      return planOf(query)
        .filter((step, index, steps) => {
          const isOfOpen = OF_OPEN.test(steps[index - 1] ?? "");
          return !wanted.test(step) && !(step === SORTS && isOfOpen);
        })
        .map((step) => ({ ...query, step }));
    });
  expect(strays()).toEqual([]);
  db.exec("analyze");
  expect(strays()).toEqual([]);
  await store.close();
});

test("a list of a time reads nothing that was asked long before or behind it", async () => {
  const { store, planOf } = await aStore();
  for (const one of [{}, { order: "oldest" }, { after: anId("req") as RequestId }] as const) {
    const [step = "", ...others] = planOf({ ...page, ...one, span: { from: AT, before: AT } });
    expect(step).toMatch(/^SEARCH requests USING .*\(workspace=\? AND id>\? AND id<\?\)/);
    expect(others).toEqual([]);
  }
  await store.close();
});

test("what a list puts together of parts stands in the order of time, a page at a time", async () => {
  const { store } = await aStore();
  const open = Array.from({ length: MANY }, () => anOpenRequest({ agent }));
  const write = (...writes: readonly Write[]) =>
    store.commit([{ workspace: "default", writes, events: [] }]);
  await write({ type: "workspace.insert", id: "default", createdAt: AT });
  await write(...open.map((request): Write => ({ type: "request.insert", request })));
  const answered = open.filter((_, index) => index % 3 > 0).map((one) => answeredWith(one, "Yes."));
  await write(...answered.map((request): Write => ({ type: "request.update", request })));
  const ids = open.map(({ id }) => id).sort();
  const found: RequestId[] = [];
  for (let after: RequestId | undefined; ; after = found.at(-1)) {
    const items = await store.listRequests({
      ...page,
      kind: "question",
      order: "oldest",
      ...present({ after }),
    });
    found.push(...items.map(({ id }) => id));
    if (items.length < page.limit) break;
  }
  expect(found).toEqual(ids);
  await store.close();
});

test("riders whose leader has closed are sought from open requests, which are few", async () => {
  const { db, store } = await aStore();
  const plan = db.prepare(`explain query plan ${STOPPED}`).all();
  expect(plan.map((row) => String(row["detail"])).slice(0, 3)).toEqual([
    "SCAN r USING COVERING INDEX requests_inbox",
    "SEARCH x USING PRIMARY KEY (workspace=? AND request=?)",
    "SEARCH l USING INDEX sqlite_autoindex_requests_1 (workspace=? AND id=?)",
  ]);
  await store.close();
});
