import { afterEach, expect, test } from "vitest";
import type { PostgresStore } from "../../src/store/postgres-store.ts";
import { migratePostgres } from "../../src/store/setup/migrate-postgres.ts";
import { HARDEN_VERSION } from "../../src/store/setup/row-security.ts";
import { appRoleOf, newDatabase, queryServer, type TestDatabase } from "../support/postgres.ts";
import { openNode } from "../support/postgres-store.ts";

const databases: TestDatabase[] = [];
const nodes: PostgresStore[] = [];

afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.close()));
  await Promise.all(databases.splice(0).map((database) => database.drop()));
});

async function empty(): Promise<string> {
  const database = await newDatabase();
  databases.push(database);
  return database.url;
}

async function start(url: string): Promise<PostgresStore> {
  const node = await openNode(url);
  nodes.push(node);
  return node;
}

function migrations(url: string): Promise<readonly { readonly name: string }[]> {
  return queryServer(url, "select name from migrations order by name");
}

test.each([2, 8])(
  "%d nodes open an empty database at once, and each of them works",
  async (count) => {
    const url = await empty();
    const all = await Promise.all(Array.from({ length: count }, () => start(url)));
    const found = await Promise.all(
      all.map(async ({ store }) => {
        await store.check();
        return await store.listWorkspaces();
      }),
    );
    expect(found).toEqual(Array.from({ length: count }, () => []));
    expect((await migrations(url)).map(({ name }) => name)).toContain("0006-many-machines");
  },
);

test("nodes of several databases of one server make their roles at once", async () => {
  const urls = await Promise.all([empty(), empty(), empty()]);
  await Promise.all(urls.map(start));
});

test("two bring the database up to date at once, and each step is taken once", async () => {
  const url = await empty();
  const migrate = () => migratePostgres({ url, now: Date.now() });
  await Promise.all([migrate(), migrate()]);
  const once = await migrations(url);
  expect(new Set(once.map(({ name }) => name)).size).toBe(once.length);
  await migrate();
  expect(await migrations(url)).toEqual(once);
});

test("a start changes nothing where all is as it must be", async () => {
  const url = await empty();
  await migratePostgres({ url, now: 0 });
  const state = () =>
    queryServer(
      url,
      `select 'table' as kind, oid, xmin::text from pg_class where relnamespace = 'public'::regnamespace
        union all select 'column', attrelid, xmin::text from pg_attribute where attrelid = 'requests'::regclass
        union all select 'policy', oid, xmin::text from pg_policy
        union all select 'function', oid, xmin::text from pg_proc where pronamespace = 'public'::regnamespace
        order by 1, 2, 3`,
    );
  const before = await state();
  await migratePostgres({ url, now: 0 });
  expect(await state()).toEqual(before);
});

test("what somebody has loosened is mended with the next start", async () => {
  const url = await empty();
  await migratePostgres({ url, now: 0 });
  const role = await appRoleOf(url);
  const loosened = [
    "alter table requests disable row level security",
    "alter table messages no force row level security",
    "drop policy of_workspace on grants",
    `grant update, delete on events to ${role}`,
    `revoke insert on claims from ${role}`,
  ];
  for (const statement of loosened) await queryServer(url, statement);
  await migratePostgres({ url, now: 0 });
  const guarded = await queryServer<{ readonly name: string }>(
    url,
    `select relname::text as name from pg_class
      where relname in ('requests', 'messages') and relrowsecurity and relforcerowsecurity order by 1`,
  );
  expect(guarded.map(({ name }) => name)).toEqual(["messages", "requests"]);
  const [rights] = await queryServer(
    url,
    `select has_table_privilege('${role}', 'events', 'update') as changes,
      has_table_privilege('${role}', 'events', 'delete') as deletes,
      has_table_privilege('${role}', 'claims', 'insert') as claims,
      exists (select from pg_policy where polrelid = 'grants'::regclass and polname = 'of_workspace') as policy`,
  );
  expect(rights).toEqual({ changes: false, deletes: false, claims: true, policy: true });
});

test("what a newer node has made an older one that starts again leaves as it is", async () => {
  const url = await empty();
  await migratePostgres({ url, now: 0 });
  const newer = [
    "create or replace function earshot_now() returns bigint language sql as 'select 7::bigint'",
    `comment on table heads is '${HARDEN_VERSION + 1} digest'`,
    "drop policy of_workspace on grants",
    "create policy of_workspace on grants using (false)",
  ];
  for (const statement of newer) await queryServer(url, statement);
  await migratePostgres({ url, now: 0 });
  const made = `select earshot_now()::text as now, obj_description('heads'::regclass) as noted,
    (select pg_get_expr(polqual, polrelid) from pg_policy
      where polrelid = 'grants'::regclass and polname = 'of_workspace') as policy`;
  expect(await queryServer(url, made)).toEqual([
    { now: "7", noted: `${HARDEN_VERSION + 1} digest`, policy: "false" },
  ]);
  await queryServer(url, "comment on table heads is '0 digest'");
  await migratePostgres({ url, now: 0 });
  const [now] = await queryServer<{ readonly now: string; readonly policy: string }>(url, made);
  expect(now?.now).not.toBe("7");
  expect(now?.policy).not.toBe("false");
});

test("data of a newer Earshot is refused", async () => {
  const url = await empty();
  await migratePostgres({ url, now: 0 });
  await queryServer(url, "insert into migrations (name, applied_at) values ('9999-later', 0)");
  await expect(migratePostgres({ url, now: 0 })).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: expect.stringContaining("9999-later"),
  });
});
