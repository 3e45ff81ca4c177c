import { createHash } from "node:crypto";
import { COMMIT_STATEMENTS, NODE_TABLES } from "../commit/postgres-function.ts";
import type { Connection } from "../postgres/database.ts";
import { appRoleOf } from "../postgres/role-name.ts";
import { ACCESS, type Access, type Conditions, conditionsOf, type Right } from "./access-rules.ts";

/**
 * Grows with every release that changes a function, a policy or a right. An older node that starts beside
 * newer ones leaves theirs, and their fixes, as they are.
 */
export const HARDEN_VERSION = 7;

const ACCESSES: readonly (readonly [string, Access])[] = Object.entries(ACCESS);
const TABLES = ACCESSES.map(([table]) => table);

/**
 * Brings up to date what only PostgreSQL has: the order of text, tables, functions, row-level security and
 * rights. It looks first and changes only what differs, so that a starting node does not wait for working
 * ones. Runs in the transaction of the caller, who keeps others out.
 */
export async function harden(connection: Connection): Promise<void> {
  for (const statement of NODE_TABLES) await connection.query(statement);
  await orderTexts(connection);
  const noted = await notedOf(connection);
  if (versionOf(noted) > HARDEN_VERSION) return;
  const role = await appRoleOf(connection);
  await installFunctions(connection, noted);
  await guardRows(connection, role);
  await giveRights(connection, role);
  await takeRightsOfOthers(connection, role);
}

interface TextColumn {
  readonly table: string;
  readonly column: string;
}

/** By code point, as in SQLite: pages continue after a name, and the order of a language changes. */
async function orderTexts(connection: Connection): Promise<void> {
  const columns = await connection.query<TextColumn>(
    `select c.relname::text as table, a.attname::text as column
      from pg_attribute a
        join pg_class c on c.oid = a.attrelid
        join pg_collation l on l.oid = a.attcollation
      where c.relnamespace = current_schema()::regnamespace and c.relname = any($1::text[])
        and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and a.atttypid = 'text'::regtype and l.collname <> 'C'
      order by 1, a.attnum`,
    [TABLES],
  );
  for (const [table, ofTable] of Map.groupBy(columns, (one) => one.table)) {
    const changes = ofTable.map(({ column }) => `alter "${column}" type text collate "C"`);
    await connection.query(`alter table "${table}" ${changes.join(", ")}`);
  }
}

/* Noted in a comment of the function, since every node plans a replaced function again. */
async function installFunctions(connection: Connection, noted: string): Promise<void> {
  const version = `${HARDEN_VERSION} ${digestOf(COMMIT_STATEMENTS.join("\n"))}`;
  if (noted === version) return;
  for (const statement of COMMIT_STATEMENTS) await connection.query(statement);
  await connection.query(`comment on table heads is '${version}'`);
}

async function notedOf(connection: Connection): Promise<string> {
  const [noted] = await connection.query<{ readonly text: string | null }>(
    "select obj_description('heads'::regclass, 'pg_class') as text",
  );
  return noted?.text ?? "";
}

function versionOf(noted: string): number {
  return Number(/^(\d+) /.exec(noted)?.[1] ?? 0);
}

interface GuardedTable {
  readonly table: string;
  readonly owner: string;
  readonly isGuarded: boolean;
  /** The digest of the policies with the role; null if there are none. */
  readonly condition: string | null;
}

async function guardRows(connection: Connection, role: string): Promise<void> {
  const tables = await connection.query<GuardedTable>(
    `select c.relname::text as table, pg_get_userbyid(c.relowner)::text as owner,
        c.relrowsecurity and c.relforcerowsecurity
          and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'for_owner')
          as "isGuarded",
        (select obj_description(p.oid, 'pg_policy') from pg_policy p
          where p.polrelid = c.oid and p.polname = 'of_workspace') as condition
      from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relname = any($1::text[])
        and c.relkind = 'r'`,
    [TABLES],
  );
  const byName = new Map(tables.map((table) => [table.table, table]));
  for (const [table, { sight }] of ACCESSES) {
    const found = byName.get(table);
    const conditions = conditionsOf(table, sight);
    if (found === undefined || conditions === undefined) continue;
    const policies = policiesOf(table, { role, conditions });
    if (found.isGuarded && found.condition === digestOf(policies)) continue;
    await connection.query(guarding(found, policies));
  }
}

interface Guard {
  readonly role: string;
  readonly conditions: Conditions;
}

function policiesOf(table: string, { role, conditions: { own, seen } }: Guard): string {
  const every = `create policy of_every on ${table} for select to ${role} using (${seen})`;
  return `create policy of_workspace on ${table} to ${role} using (${own}) with check (${own});
    ${seen === undefined ? "" : every}`;
}

function guarding({ table, owner }: GuardedTable, policies: string): string {
  return `alter table ${table} enable row level security;
    alter table ${table} force row level security;
    drop policy if exists of_workspace on ${table};
    drop policy if exists of_every on ${table};
    drop policy if exists for_owner on ${table};
    create policy for_owner on ${table} to ${quoted(owner)} using (true) with check (true);
    ${policies};
    comment on policy of_workspace on ${table} is '${digestOf(policies)}'`;
}

async function giveRights(connection: Connection, role: string): Promise<void> {
  const schema = quoted((await schemaOf(connection)) ?? "");
  await connection.query(`grant usage on schema ${schema} to ${role}`);
  const given = await connection.query<{ readonly table: string; readonly right: string }>(
    `select table_name::text as table, lower(privilege_type)::text as right
      from information_schema.role_table_grants
      where grantee = '${role}' and table_schema = current_schema()`,
  );
  const isGiven = new Set(given.map(({ table, right }) => `${table} ${right}`));
  for (const [table, { rights }] of ACCESSES) {
    const missing = rights.filter((right) => !isGiven.has(`${table} ${right}`));
    if (missing.length > 0) {
      await connection.query(`grant ${missing.join(", ")} on ${table} to ${role}`);
    }
    const excess = CHANGES.filter((right) => !rights.includes(right));
    if (excess.some((right) => isGiven.has(`${table} ${right}`))) {
      await connection.query(`revoke ${excess.join(", ")} on ${table} from ${role}`);
    }
  }
}

/** A copied database carries the rights of the other role, whose nodes must not reach this one. */
async function takeRightsOfOthers(connection: Connection, role: string): Promise<void> {
  const others = await connection.query<{ readonly name: string }>(
    `select distinct grantee::text as name from information_schema.role_table_grants
      where table_schema = current_schema() and grantee ~ '^earshot_app(_[0-9]+)?$'
        and grantee <> '${role}'`,
  );
  const schema = quoted((await schemaOf(connection)) ?? "");
  for (const { name } of others) {
    await connection.query(`revoke all on all tables in schema ${schema} from ${name}`);
  }
}

const CHANGES: readonly Right[] = ["insert", "update", "delete"];

export async function schemaOf(connection: Connection): Promise<string | undefined> {
  const [row] = await connection.query<{ readonly schema: string | null }>(
    "select current_schema()::text as schema",
  );
  return row?.schema ?? undefined;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
