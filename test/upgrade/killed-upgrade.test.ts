import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/compose/compose.ts";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import { dataPaths } from "../../src/system/data-folder.ts";
import { testFolder } from "../support/cli.ts";
import { goOn } from "./after-witness.ts";
import { layFiles, readWitness, type Witness } from "./witness.ts";

/* The first start on a folder of 0.1 is cut off by signal 9, again and again. */

const MAIN = new URL("./killed-upgrade-main.ts", import.meta.url).pathname;
const LAST_OF_0_1 = "0015-folds";
const witness = readWitness("0.1.0");

function folderOfWitness(): string {
  const data = join(testFolder(), "data");
  layFiles(data, witness.files);
  return data;
}

function upgradeKilledAt(path: string, lines: number) {
  const { signal, stdout, stderr } = spawnSync(process.execPath, [MAIN, path, String(lines)], {
    encoding: "utf8",
  });
  return { signal, stderr, said: stdout.trim().split("\n") };
}

/** What a file holds, as another version would find it. */
function read(path: string) {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const all = (text: string) => database.prepare(text).all();
    const tables = Object.keys(witness.rows).map((name): [string, number] => {
      const [row] = all(`select count(*) as rows from "${name}"`);
      return [name, Number(row?.["rows"])];
    });
    return {
      isWhole: all("pragma integrity_check")[0]?.["integrity_check"] === "ok",
      last: all("select max(name) as name from migrations")[0]?.["name"],
      rows: Object.fromEntries(tables) as Witness["rows"],
    };
  } finally {
    database.close();
  }
}

test("an upgrade that is killed ten times on the way has changed nothing, and then is done", async () => {
  const data = folderOfWitness();
  const { database } = dataPaths(data);
  // Before the copy, behind it, and in the step, which changes tables and rows.
  for (const lines of [1, 2, 3, 4, 5, 5, 4, 3, 2, 1]) {
    const { signal, stderr, said } = upgradeKilledAt(database, lines);
    expect({ signal, stderr, said: said.length }).toEqual({
      signal: "SIGKILL",
      stderr: "",
      said: lines,
    });
    expect(read(database)).toEqual({ isWhole: true, last: LAST_OF_0_1, rows: witness.rows });
  }
  const said: string[] = [];
  const server = await startServer({
    dataFolder: data,
    port: 0,
    onUpgrade: (text) => void said.push(text),
  });
  onTestFinished(() => server.stop());
  expect(said).toEqual([
    expect.stringContaining("First it is copied"),
    `copied to ${database}.before-upgrade`,
    "0016-one-format (1 of 2) begins",
    expect.stringContaining("indexes"),
    expect.stringMatching(/: \d+ open requests are rewritten$/),
    "0016-one-format (1 of 2) is done",
    "0017-signers (2 of 2) begins",
    "0017-signers (2 of 2) is done",
  ]);
  await goOn(server, witness);
});

test("the copy from before the upgrade is what 0.1 left, whole, and nothing lies beside it", async () => {
  const data = folderOfWitness();
  const { database } = dataPaths(data);
  upgradeKilledAt(database, 2);
  upgradeKilledAt(database, Number.POSITIVE_INFINITY);
  expect(read(`${database}.before-upgrade`)).toEqual({
    isWhole: true,
    last: LAST_OF_0_1,
    rows: witness.rows,
  });
  expect(read(database)).toMatchObject({ isWhole: true, last: "0017-signers" });
  expect(readdirSync(data).filter((name) => name.includes("partial"))).toEqual([]);
  // What is erased from now on still stands in it.
  const store = await openSqliteStore({
    path: database,
    clock: { now: Date.now },
    onFatal(error) {
      throw error;
    },
  });
  onTestFinished(() => store.close());
  expect(await store.scrub()).toEqual([expect.stringContaining(`${database}.before-upgrade`)]);
});
