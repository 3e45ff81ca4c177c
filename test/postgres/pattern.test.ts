import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { hostilePattern } from "../../bench/hostile-patterns.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import type { PrincipalId } from "../../src/domain/id.ts";
import type { MemoryPlace } from "../../src/domain/memory/memory.ts";
import { checkPattern, type PatternSyntax } from "../../src/domain/memory/memory-pattern.ts";
import type { MemorySearch } from "../../src/ports/earshot/memory.ts";
import type { PatternSearch } from "../../src/ports/store/pattern-search.ts";
import { createPatternTexts } from "../../src/store/memory/pattern-texts.ts";
import { migratePostgres } from "../../src/store/setup/migrate-postgres.ts";
import { createPatternSearch } from "../../src/system/pattern-search.ts";
import { newDatabase, onServer, queryServer, type TestDatabase } from "../support/postgres.ts";

/* Searches in a thread of their own, over entries in PostgreSQL. */

const BY: PrincipalId = "prn_01k00000000000000000000001";
const PLACE: MemoryPlace = { workspace: "default", agent: BY, run: "" };
const ENTRIES = 1_000;
/** As long as a value may be, in one line of letters in no order that repeats. */
const LONG = 256 * 1024;

let database: TestDatabase;
let search: PatternSearch;
beforeAll(async () => {
  database = await newDatabase();
  await migratePostgres({ url: database.url, now: 0 });
  await onServer(
    database.url,
    `${insertInto("default", "")}
        'notes/k' || n, 'alpha beta ' || md5(n::text) || E'\\nline two of ' || n
      from generate_series(0, ${ENTRIES - 1}) as n;
    ${insertInto("default", "stuck")} 'long',
        (select string_agg(case when hashint4(n) % 2 = 0 then 'x' else 'y' end, '')
          from generate_series(1, ${LONG}) as n);
    ${insertInto("default", "odd")} 'odd', E'\\x01json:' || '"a \\u0000 NUL and \\ud800 half"';
    ${insertInto("other", "")} 'theirs', 'alpha beta'`,
  );
  search = createPatternSearch(createPatternTexts(database.url));
});
afterAll(async () => {
  await search.close();
  await database.drop();
});

function insertInto(workspace: string, run: string): string {
  return `insert into memory_entries
      (workspace, agent, run, id, version, bytes, salt, written_at, writer, writer_name, via, key, value)
    select '${workspace}', '${BY}', '${run}', 'mem:x', 1, 0, '', 0, '', '', 'library',`;
}

async function find(pattern: string, syntax: PatternSyntax = "regex"): Promise<MemorySearch> {
  checkPattern(pattern, syntax);
  return await search.search({ place: PLACE, pattern, syntax, by: BY });
}

test("every entry of the place is looked at, and none of another", async () => {
  expect(await find(`notes/k${ENTRIES - 1}$`)).toEqual({
    matches: [{ key: "notes/k999", excerpt: "notes/k999", line: 0 }],
    isPartial: false,
  });
  for (const other of [{ agent: "people" as const }, { run: "run-1" }, { workspace: "none" }]) {
    const place = { ...PLACE, ...other };
    const found = await search.search({ place, pattern: "a", syntax: "literal", by: BY });
    expect(found).toEqual({ matches: [], isPartial: false });
  }
  const theirs = { ...PLACE, workspace: "other" };
  const found = await search.search({ place: theirs, pattern: "alpha", syntax: "literal", by: BY });
  expect(found.matches.map(({ key }) => key)).toEqual(["theirs"]);
});

test("more than a hundred matches are told as such, in the order of the keys", async () => {
  const { matches, isPartial } = await find("alpha", "literal");
  expect(matches).toHaveLength(100);
  expect(isPartial).toBe(true);
  const keys = matches.map(({ key }) => key);
  expect(keys).toEqual([...keys].sort());
});

test("text that PostgreSQL cannot hold is searched as it was given", async () => {
  const place = { ...PLACE, run: "odd" };
  const found = await search.search({ place, pattern: "a \\x00 NUL", syntax: "regex", by: BY });
  expect(found.matches).toEqual([{ key: "odd", excerpt: "a \0 NUL and \ud800 half", line: 1 }]);
});

test("each search for a hostile pattern ends, and the main thread goes on meanwhile", async () => {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  for (let n = 0; n < 18; n++) {
    await find(hostilePattern(n * 13)).catch((error: unknown) => {
      if (!isEarshotError(error, "INVALID_INPUT")) throw error;
    });
  }
  isOver = true;
  expect(turns).toBeGreaterThan(180);
  await expect(find("(a")).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("a search that is stuck in one line is ended, says so, and the next one is served", async () => {
  const stuck = await search.search({
    place: { ...PLACE, run: "stuck" },
    pattern: "x.{0,90}x.{0,90}x.{0,90}[qr]",
    syntax: "regex",
    by: BY,
  });
  expect(stuck).toEqual({ matches: [], isPartial: true });
  expect(await find("k77$")).toMatchObject({ isPartial: false });
});

test("a search after its connection was cut is served, by a new one", async () => {
  await find("k77$");
  const ended = await queryServer(
    database.url,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name = 'earshot search'`,
  );
  expect(ended.length).toBeGreaterThan(0);
  // The end of the connection may reach the thread after the search does.
  await expect
    .poll(async () => (await find("k77$").catch(() => undefined))?.matches.length)
    .toBe(1);
});

test("a search whose database is not there says so", async () => {
  const away = await newDatabase();
  await away.drop();
  const own = createPatternSearch(createPatternTexts(away.url));
  onTestFinished(() => own.close());
  for (let n = 0; n < 2; n++) {
    await expect(
      own.search({ place: PLACE, pattern: "a", syntax: "literal", by: BY }),
    ).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  }
});
