import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { provenSeed, volumeOf } from "../../../scripts/proofs/proofs.ts";
import { createRandom } from "../../../src/testing/simulator/random.ts";
import { runDying, type Steps } from "../../crash/harness/upkeep/run-upkeep.ts";
import { liveIn, rowsOf } from "../../crash/harness/upkeep/upkeep-place.ts";
import { runInProcess } from "../../operations/in-process.ts";
import { makeFolder, removeFolder } from "../../support/cli.ts";
import { newDatabase, queryServer, type TestDatabase } from "../../support/postgres.ts";

const KILLS = volumeOf("crash-upkeep-nodes");
const COMMANDS = ["restore", "migrate"] as const;
type Name = (typeof COMMANDS)[number];

let folder: string;
let source: { readonly data: string; readonly rows: string; readonly file: string };
const keys = () => ["--with-keys", "--passphrase-file", join(folder, "words.txt")];

beforeAll(async () => {
  folder = makeFolder();
  const data = join(folder, "data");
  await liveIn(data);
  writeFileSync(join(folder, "words.txt"), "five wet horses ran home");
  const file = join(folder, "one.backup");
  expect((await runInProcess("backup", [file, "--data", data, ...keys()])).code).toBe(0);
  source = { data, rows: rowsOf(data), file };
  return () => removeFolder(folder);
});

/** What the command is given, without its name. */
function argsOf(name: Name, data: string, { url }: TestDatabase): readonly string[] {
  if (name === "restore") return [source.file, "--postgres", url, "--data", data, ...keys()];
  cpSync(source.data, data, { recursive: true });
  return ["--postgres", url, "--data", data];
}

const commandOf = (name: Name, args: readonly string[]) =>
  name === "restore" ? ["restore", ...args] : ["migrate", "sqlite-to-postgres", ...args];

const again = (name: Name, args: readonly string[]) =>
  runInProcess(name === "restore" ? "restore" : "sqlite-to-postgres", args);

const TABLES = ["workspaces", "principals", "keys", "requests", "events", "secrets"];

/** How many rows of the record are there; none where the tables have not been made. */
async function countsOf({ url }: TestDatabase): Promise<readonly unknown[]> {
  const made = await queryServer<{ readonly name: string }>(
    url,
    "select tablename::text as name from pg_tables where schemaname = 'public'",
  );
  const isMade = (name: string) => made.some((table) => table.name === name);
  const counts = TABLES.map((name) =>
    isMade(name) ? `(select count(*)::int from ${name}) as ${name}` : `0 as ${name}`,
  );
  const [found] = await queryServer<Record<string, number>>(url, `select ${counts.join(", ")}`);
  return Object.values(found ?? {});
}

/** Undisturbed: its steps, and what is there then. */
async function whole(name: Name): Promise<{ steps: Steps; counts: readonly unknown[] }> {
  const database = await newDatabase();
  try {
    const file = join(folder, `${name}.steps`);
    const args = argsOf(name, join(folder, `${name}-whole`), database);
    await runDying(commandOf(name, args), { EARSHOT_STEPS_TO: file });
    return { steps: JSON.parse(readFileSync(file, "utf8")), counts: await countsOf(database) };
  } finally {
    await database.drop();
  }
}

test.each(COMMANDS)(
  `%s into PostgreSQL that ${KILLS} kills cut off leaves nothing or all, and can be done again`,
  {
    timeout: 900_000,
  },
  async (name) => {
    const random = createRandom(provenSeed());
    const { steps, counts } = await whole(name);
    for (let kill = 1; kill <= KILLS; kill++) {
      const step = random.pick(Object.keys(steps));
      const at = `${step}:${random.int(1, steps[step] ?? 1)}`;
      const database = await newDatabase();
      const data = join(folder, `${name}-${kill}`);
      const args = argsOf(name, data, database);
      await runDying(commandOf(name, args), { EARSHOT_DIE_AT: at });
      const left = await countsOf(database);
      const isDone = left.some((count) => count !== 0);
      if (isDone) expect(left, at).toEqual(counts);
      const { code, stderr } = await again(name, args);
      // A restore never writes over a record; a move finds its own.
      if (isDone && name === "restore") expect(stderr, at).toContain("is not empty");
      else expect(code, `${at}: ${stderr}`).toBe(0);
      expect(await countsOf(database), at).toEqual(counts);
      expect(rowsOf(source.data)).toBe(source.rows);
      expect(existsSync(join(data, "earshot.db")), at).toBe(name === "migrate");
      if (name === "migrate") expect(rowsOf(data), at).toBe(source.rows);
      await database.drop();
    }
  },
);
