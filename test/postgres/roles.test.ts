import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres } from "../../scripts/postgres.ts";
import type { OpenDatabase } from "../../src/store/postgres/open-database.ts";
import type { PostgresStore } from "../../src/store/postgres-store.ts";
import { migratePostgres } from "../../src/store/setup/migrate-postgres.ts";
import { anOpenRequest, answeredWith, answering, asking } from "../../src/testing/builders.ts";
import { appRoleOf, newDatabase, queryServer, type TestDatabase } from "../support/postgres.ts";
import { openNode } from "../support/postgres-store.ts";

/** What takes the place of a workspace where a row belongs to none. */
const NOBODYS = "";

interface Column {
  readonly name: string;
  readonly type: string;
}

interface Table {
  readonly name: string;
  /** The column that says whose a row is. */
  readonly owner: string;
  readonly columns: readonly Column[];
}

let own: TestDatabase;
let node: PostgresStore;
let database: OpenDatabase;
/** All that hold rows of a workspace, as the database itself says: a new one is among them. */
let tables: readonly Table[];

beforeAll(async () => {
  own = await newDatabase();
  node = await openNode(own.url);
  database = node.database;
  tables = await tablesOf(own.url);
  for (const table of tables) {
    for (const workspace of ["a", "b"]) await insertRow(table, workspace);
  }
});
afterAll(async () => {
  await node.close();
  await own.drop();
});

async function tablesOf(url: string): Promise<readonly Table[]> {
  const found = await queryServer<Column & { readonly table: string }>(
    url,
    `select c.table_name::text as table, c.column_name::text as name, c.data_type::text as type
      from information_schema.columns c join information_schema.tables t
        on t.table_name = c.table_name and t.table_schema = c.table_schema
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`,
  );
  return [...Map.groupBy(found, ({ table }) => table)].flatMap(([name, columns]) => {
    const owner = name === "workspaces" ? "id" : "workspace";
    const isOfWorkspace = columns.some((column) => column.name === owner);
    return isOfWorkspace ? [{ name, owner, columns }] : [];
  });
}

/** Whatever its columns are: texts that tell the workspace, and ones. */
function valuesOf({ owner, columns }: Table, workspace: string): string {
  return columns
    .map(({ name, type }) => {
      if (name === owner) return `'${workspace}'`;
      if (type === "text") return `'${workspace}'`;
      return type === "bytea" ? "''" : "1";
    })
    .join(", ");
}

function insertionOf(table: Table, workspace: string): string {
  const names = table.columns.map(({ name }) => `"${name}"`).join(", ");
  return `insert into "${table.name}" (${names}) values (${valuesOf(table, workspace)})`;
}

async function insertRow(table: Table, workspace: string): Promise<void> {
  // The workspace first: others refer to it.
  if (table.name !== "workspaces") {
    const text = `insert into workspaces (id, created_at) values ('${workspace}', 1) on conflict do nothing`;
    await queryServer(own.url, text);
  }
  await queryServer(own.url, `${insertionOf(table, workspace)} on conflict do nothing`);
}

const inTable = ({ name }: Pick<Table, "name">) => `"${name}"`;

test("there are such tables, and rows of two workspaces in each", async () => {
  expect(tables.length).toBeGreaterThan(20);
  for (const { name, owner } of tables) {
    const rows = await queryServer(own.url, `select "${owner}" as owner from "${name}" order by 1`);
    expect([name, rows]).toEqual([name, [{ owner: "a" }, { owner: "b" }]]);
  }
});

describe("within one workspace, with no condition in the statement", () => {
  test("no row of another is seen in any table", async () => {
    for (const { name, owner } of tables) {
      const rows = await database.query("a", `select "${owner}" as owner from "${name}"`);
      expect([name, rows]).toEqual([name, [{ owner: "a" }]]);
    }
  });

  test("no row of another is changed or removed", async () => {
    for (const table of tables) {
      const { name, owner, columns } = table;
      const before = await queryServer(own.url, `select * from "${name}" where "${owner}" = 'b'`);
      const [column] = columns.filter((one) => one.name !== owner && one.type === "text");
      const changed = column?.name ?? owner;
      const attempts = [
        `update ${inTable(table)} set "${changed}" = "${changed}" where "${owner}" <> 'a'`,
        `delete from ${inTable(table)} where "${owner}" <> 'a'`,
      ];
      for (const attempt of attempts) await database.query("a", attempt).catch(() => {});
      const after = await queryServer(own.url, `select * from "${name}" where "${owner}" = 'b'`);
      expect([name, after]).toEqual([name, before]);
    }
  });

  test("no row is written for another", async () => {
    for (const table of tables) {
      const refused = database.query("a", insertionOf(table, "c"));
      await expect(refused, table.name).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    }
  });

  test("no row is handed over to another", async () => {
    for (const table of tables) {
      const text = `update ${inTable(table)} set "${table.owner}" = 'b'`;
      await expect(database.query("a", text), table.name).rejects.toThrow();
    }
  });
});

test("without a workspace nothing is seen of any", async () => {
  const connection = await database.connect("test");
  for (const scope of [undefined, NOBODYS, "c"]) {
    if (scope !== undefined) {
      await connection.query("select set_config('earshot.workspace', $1, false)", [scope]);
    }
    for (const table of tables) {
      const rows = await connection.query(`select * from ${inTable(table)}`);
      expect([scope, table.name, rows]).toEqual([scope, table.name, []]);
    }
  }
  await connection.close();
});

test("of all workspaces only what must be looked into before one is known is seen", async () => {
  const seen = await Promise.all(
    tables.map(async (table) => {
      const rows = await database.query("*", `select 1 from ${inTable(table)}`);
      return rows.length > 0 ? [table.name] : [];
    }),
  );
  expect(seen.flat()).toEqual([
    "heads",
    "keys",
    "leases",
    "liaisons",
    "links",
    "marks",
    "outbox",
    "outbox_posts",
    "passkeys",
    "principals",
    "requests",
    "riders",
    "subscriptions",
    "tally",
    "tickets",
    "workspaces",
  ]);
});

test("of all workspaces nothing but counts is written, changed or removed", async () => {
  for (const table of tables.filter(({ name }) => name !== "tally")) {
    const all = () => queryServer(own.url, `select * from ${inTable(table)} order by 1`);
    const before = await all();
    for (const attempt of [
      insertionOf(table, "c"),
      `update ${inTable(table)} set "${table.owner}" = "${table.owner}"`,
      `delete from ${inTable(table)}`,
    ]) {
      const rows = await database.query("*", `${attempt} returning 1`).catch(() => []);
      expect([attempt, rows]).toEqual([attempt, []]);
    }
    expect(await all()).toEqual(before);
  }
});

test.each(["events", "checkpoints"])("%s are appended, never changed or removed", async (name) => {
  for (const attempt of [
    `update ${name} set seq = 2`,
    `delete from ${name}`,
    `truncate ${name}`,
    `merge into ${name} using (select 1) as one on true when matched then delete`,
  ]) {
    await expect(database.query("a", attempt)).rejects.toMatchObject({
      cause: expect.objectContaining({ code: "42501" }),
    });
  }
});

test("the role owns nothing, makes nothing and bypasses nothing", async () => {
  const [role] = await queryServer(
    own.url,
    `select rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb,
      exists (select from pg_class where relowner = r.oid) as owns
      from pg_roles r where rolname = '${await appRoleOf(own.url)}'`,
  );
  expect(Object.values(role ?? {})).toEqual(Array.from({ length: 6 }, () => false));
  for (const attempt of [
    "create table mine (id text)",
    "alter table requests disable row level security",
    "drop policy of_workspace on requests",
    "drop table requests",
    "create role another",
    "create or replace function earshot_now() returns bigint language sql as 'select 1::bigint'",
  ]) {
    const refused = database.query("a", attempt);
    await expect(refused, attempt).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  }
});

test("the role of another database on the server has no way in", async () => {
  const other = await newDatabase();
  await migratePostgres({ url: other.url, now: 0 });
  const role = await appRoleOf(other.url);
  expect(role).not.toBe(await appRoleOf(own.url));
  const [may] = await queryServer(
    own.url,
    `select pg_has_role('${role}', '${await appRoleOf(own.url)}', 'MEMBER') as member,
      has_table_privilege('${role}', 'keys', 'select') as reads`,
  );
  expect(may).toEqual({ member: false, reads: false });
  await other.drop();
});

test("a copy of a database is served by a role of its own, and no longer by the other's", async () => {
  const from = await newDatabase();
  await migratePostgres({ url: from.url, now: 0 });
  const former = new URL(from.url).pathname.slice(1);
  const name = `${former}_copy`;
  await queryServer(own.url, `create database ${name} template ${former}`);
  const copy = Object.assign(new URL(from.url), { pathname: `/${name}` }).href;
  const opened = await openNode(copy);
  expect(await opened.store.listWorkspaces()).toEqual([]);
  await opened.close();
  const [reads] = await queryServer(
    copy,
    `select has_table_privilege('${await appRoleOf(from.url)}', 'secrets', 'select') as secrets`,
  );
  expect(reads).toEqual({ secrets: false });
  const role = await appRoleOf(copy);
  await queryServer(own.url, `drop database ${name} with (force)`);
  await queryServer(own.url, `drop role ${role}`);
  await from.drop();
});

test("a schema in which anybody may make functions is refused", async () => {
  const open = await newDatabase();
  await queryServer(open.url, "grant create on schema public to public");
  await expect(migratePostgres({ url: open.url, now: 0 })).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: expect.stringContaining("revoke create on schema public from public;"),
  });
  await queryServer(open.url, "revoke create on schema public from public");
  await migratePostgres({ url: open.url, now: 0 });
  await open.drop();
});

test("every table of a workspace is guarded, for its owner too", async () => {
  const guarded = await queryServer<{ readonly name: string }>(
    own.url,
    `select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relrowsecurity and relforcerowsecurity order by 1`,
  );
  expect(guarded.map(({ name }) => name)).toEqual(tables.map(({ name }) => name));
});

test("all text is in the order of its code points", async () => {
  const others = await queryServer(
    own.url,
    `select c.relname::text, a.attname::text from pg_attribute a
      join pg_class c on c.oid = a.attrelid join pg_collation l on l.oid = a.attcollation
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
        and a.atttypid = 'text'::regtype and l.collname <> 'C'`,
  );
  expect(others).toEqual([]);
  const sorted = await database.query<{ readonly text: string }>(
    "a",
    `select text from (select text collate "C" as text from unnest($1::text[]) as text) as t order by text`,
    [["é", "b", "Z", "a", "z", "_", "ab", "a b"]],
  );
  expect(sorted.map(({ text }) => text)).toEqual(["Z", "_", "a", "a b", "ab", "b", "z", "é"]);
});

test("what is committed for one workspace leaves the rows of another as they were", async () => {
  const ofOthers = () =>
    Promise.all(
      tables.map(({ name, owner }) =>
        queryServer(own.url, `select * from "${name}" where "${owner}" = 'b'`),
      ),
    );
  const before = await ofOthers();
  const request = anOpenRequest({ workspace: "a" });
  await node.store.commit([asking(request)]);
  await node.store.commit([answering(answeredWith(request, "x"))]);
  expect(await ofOthers()).toEqual(before);
});

describe("a user of the URL who is no superuser", () => {
  async function userOf(rights: string): Promise<{ url: string; drop(): Promise<void> }> {
    const made = await newDatabase();
    const name = new URL(made.url).pathname.slice(1);
    await queryServer(made.url, `create role "${name}" login password 'secret' ${rights}`);
    await queryServer(made.url, `alter database "${name}" owner to "${name}"`);
    const url = new URL(made.url);
    url.username = name;
    url.password = "secret";
    return {
      url: url.href,
      async drop() {
        await queryServer(made.url, `reassign owned by "${name}" to current_user`);
        await made.drop();
        await queryServer(own.url, `drop role "${name}"`);
      },
    };
  }

  async function allow(url: string): Promise<void> {
    const role = await appRoleOf(url);
    await queryServer(own.url, `create role ${role} nologin`);
    await queryServer(own.url, `grant ${role} to "${new URL(url).username}"`);
  }

  test("and may not make the role is told what an administrator has to run", async () => {
    const user = await userOf("");
    const name = new URL(user.url).username;
    const role = await appRoleOf(user.url);
    const told = `create role ${role} nologin; grant ${role} to "${name}";`;
    await expect(migratePostgres({ url: user.url, now: 0 })).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining(told),
    });
    for (const statement of told.split(";").slice(0, 2)) await queryServer(own.url, statement);
    await migratePostgres({ url: user.url, now: 0 });
    await user.drop();
  });

  test("and may act as the role is enough", async () => {
    const user = await userOf("");
    await allow(user.url);
    const opened = await openNode(user.url);
    await opened.store.check();
    expect(await opened.store.listWorkspaces()).toEqual([]);
    await opened.close();
    await user.drop();
  });

  test("and may not make tables is told so", async () => {
    const user = await userOf("");
    const name = new URL(user.url).username;
    await allow(user.url);
    await queryServer(own.url, `alter database "${name}" owner to current_user`);
    await expect(migratePostgres({ url: user.url, now: 0 })).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining("alter database NAME owner to USER"),
    });
    await user.drop();
  });
});

test("on a new server a user who may make roles makes it, and one that bypasses is refused", async () => {
  const server = await startPostgres();
  try {
    await queryServer(server.url, "create role maker login createrole password 'secret'");
    await queryServer(server.url, "create database made owner maker");
    const url = new URL(server.url);
    url.pathname = "/made";
    url.username = "maker";
    url.password = "secret";
    const opened = await openNode(url.href);
    const role = await appRoleOf(url.href);
    expect(await opened.database.query("a", "select current_user::text as name")).toEqual([
      { name: role },
    ]);
    await opened.close();
    await queryServer(server.url, `alter role ${role} bypassrls`);
    await expect(openNode(url.href)).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining(`alter role ${role} nosuperuser nobypassrls`),
    });
  } finally {
    await server.remove();
  }
});
