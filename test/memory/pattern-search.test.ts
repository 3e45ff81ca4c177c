import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { hostilePattern } from "../../bench/hostile-patterns.ts";
import { fillPlace, PLACE } from "../../bench/pattern-place.ts";
import { provenSeed, volumeOf } from "../../scripts/proofs/proofs.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import { checkPattern, type PatternSyntax } from "../../src/domain/memory/memory-pattern.ts";
import type { MemorySearch } from "../../src/ports/earshot/memory.ts";
import type { PatternSearch } from "../../src/ports/store/pattern-search.ts";
import { MEMORY_TEXTS } from "../../src/store/memory/sqlite-reads.ts";
import { createScan } from "../../src/system/pattern-match.ts";
import { createPatternSearch } from "../../src/system/pattern-search.ts";
import { createRandom } from "../../src/testing/simulator/random.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { startedThreads } from "../support/threads.ts";

/* Searches in a thread of their own, over a real file. */

/** A busy machine looks at all of them before the time of a search is over. */
const ENTRIES = 2_000;
const PATTERNS = volumeOf("patterns");
const BY = "prn_01k00000000000000000000001";

const random = createRandom(provenSeed());

let folder: string;
let path: string;
let search: PatternSearch;
beforeAll(async () => {
  folder = makeFolder();
  path = join(folder, "memory.db");
  await fillPlace(path, ENTRIES);
  search = createPatternSearch({ path, texts: MEMORY_TEXTS });
});
afterAll(async () => {
  await search.close();
  removeFolder(folder);
});

async function find(pattern: string, syntax: PatternSyntax = "regex"): Promise<MemorySearch> {
  checkPattern(pattern, syntax);
  return await search.search({ place: PLACE, pattern, syntax, by: BY });
}

/** Undefined for a pattern that is refused. */
async function findOrRefuse(pattern: string): Promise<MemorySearch | undefined> {
  return await find(pattern).catch((error: unknown) => {
    if (isEarshotError(error, "INVALID_INPUT")) return undefined;
    throw error;
  });
}

test("every entry of the place is looked at, and none of another", async () => {
  expect(await find("notes/k1999$")).toEqual({
    matches: [{ key: "notes/k1999", excerpt: "notes/k1999", line: 0 }],
    isPartial: false,
  });
  for (const other of [{ agent: "people" as const }, { run: "run-1" }, { workspace: "other" }]) {
    const place = { ...PLACE, ...other };
    const found = await search.search({ place, pattern: "a", syntax: "literal", by: BY });
    expect(found).toEqual({ matches: [], isPartial: false });
  }
});

test("more than a hundred matches are told as such, in the order of the keys", async () => {
  const { matches, isPartial } = await find("alpha", "literal");
  expect(matches).toHaveLength(100);
  expect(isPartial).toBe(true);
  const keys = matches.map(({ key }) => key);
  expect(keys).toEqual([...keys].sort());
});

test("a pattern that is not RE2 is refused with the reason, and the next one is served", async () => {
  await expect(find("(a")).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringMatching(/not RE2 syntax: .*\.$/),
  });
  expect((await find("k77$")).isPartial).toBe(false);
});

test("each search for a hostile pattern ends, and the main thread goes on meanwhile", async () => {
  await find("warm up", "literal");
  let ended = 0;
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  // How late it is at most, `npm run bench -- pattern.late` measures.
  // One after another, so that there is each shape.
  const first = random.int(0, 10_000);
  for (let n = 0; n < PATTERNS; n++) {
    await findOrRefuse(hostilePattern(first + n));
    ended += 1;
  }
  isOver = true;
  expect(ended).toBe(PATTERNS);
  expect(turns).toBeGreaterThan(10 * ended);
});

test("patterns of random text are refused or answered, from the same place only", async () => {
  for (let n = 0; n < 3 * PATTERNS; n++) {
    const bytes = Array.from({ length: 1 + (n % 40) }, () => random.int(0, 255));
    const pattern = Buffer.from(bytes).toString("latin1");
    const found = await findOrRefuse(pattern);
    for (const { key } of found?.matches ?? []) expect(key).toMatch(/^notes\/k\d+$/);
  }
});

/** Letters in no order that repeats, which a matcher could learn. */
function tossed(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 16) & 1 ? "x" : "y";
  }).join("");
}

test("a search that is stuck in one line is ended, says so, and the next one is served", async () => {
  const place = { ...PLACE, run: "stuck" };
  const db = new DatabaseSync(path);
  // As long as a value may be, in one line: the pattern takes longer over it than a search may.
  const value = tossed(256 * 1024);
  db.prepare(
    `insert into memory_entries
      (workspace, agent, run, key, id, version, value, bytes, salt, written_at, writer, writer_name, via)
      values ('default', ?, ?, ?, 'mem:x', 1, ?, 0, '', 0, '', '', 'library')`,
  ).run(place.agent, place.run, "long", value);
  db.close();
  const began = performance.now();
  const stuck = await search.search({
    place,
    pattern: "x.{0,90}x.{0,90}x.{0,90}[qr]",
    syntax: "regex",
    by: BY,
  });
  expect(stuck).toEqual({ matches: [], isPartial: true });
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(await find("k77$")).toMatchObject({ isPartial: false });
});

test("one principal has at most eight searches under way, and others are served", async () => {
  const many = Array.from({ length: 12 }, () => find("nowhere at all", "literal"));
  const other = search.search({
    place: PLACE,
    pattern: "k77",
    syntax: "literal",
    by: "prn_01k00000000000000000000002",
  });
  const codes = await Promise.all(
    many.map((each) =>
      each.then(
        () => "served",
        (e) => e.code,
      ),
    ),
  );
  expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(4);
  expect((await other).matches.length).toBeGreaterThan(0);
  expect((await find("k77$")).isPartial).toBe(false);
});

test("a thread that fails is told as an error and replaced", async () => {
  const own = createPatternSearch({ path: join(folder, "missing.db"), texts: MEMORY_TEXTS });
  onTestFinished(() => own.close());
  for (let n = 0; n < 2; n++) {
    await expect(
      own.search({ place: PLACE, pattern: "a", syntax: "literal", by: BY }),
    ).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  }
});

test("a thread that nobody searches in for a while ends, and the next search starts another", async () => {
  const threads = startedThreads();
  const own = createPatternSearch({ path, texts: MEMORY_TEXTS }, 20);
  onTestFinished(() => own.close());
  const query = { place: PLACE, pattern: "k77", syntax: "literal", by: BY } as const;
  const found = await own.search(query);
  expect(found.matches.length).toBeGreaterThan(0);
  await threads.ended();
  expect(await Promise.all([own.search(query), own.search(query)])).toEqual([found, found]);
  expect(threads.count()).toBe(2);
});

test("a scan whose time is over stops inside a value of many lines", () => {
  const never = { mayMatch: () => true, test: () => false, start: () => 0 };
  const scan = createScan(never, 0);
  expect(scan.look(`k\n${"\n".repeat(256 * 1024)}`)).toBe(false);
  expect(scan.isPartial()).toBe(true);
});
