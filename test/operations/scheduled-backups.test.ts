import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { backupSchedule, lastDrill, newestBackup } from "../../src/system/backup-notes.ts";
import { dataPaths } from "../../src/system/data-folder.ts";
import {
  eventually,
  type Running,
  serve,
  spawnEarshot,
  testFolder,
  type Variables,
} from "../support/cli.ts";
import { databaseWithTables } from "../support/postgres.ts";
import { runInProcess } from "./in-process.ts";

/* Servers that take backups by themselves, as an operator starts them. */

const DAILY = (to: string) => ["--backup-every", "24h", "--backup-to", to];

async function start(
  data: string,
  args: readonly string[],
  env: Variables = {},
): Promise<{ readonly url: string; readonly running: Running }> {
  const running = spawnEarshot(
    ["start", "--port", "0", "--no-console", "--no-link", "--data", data, ...args],
    { env },
  );
  const url = await eventually(
    () => /listens on (http:\S+)/.exec(running.stdout())?.[1],
    () => `a server; it said ${running.stdout()}${running.stderr()}`,
  );
  return { url, running };
}

test("a server takes a backup, proves it, and restores it for practice; then it rests", async () => {
  const folder = testFolder();
  const [data, to, words] = ["data", "backups", "words.txt"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(words, "twelve horses in a row\n");
  const daily = [...DAILY(to), "--backup-passphrase-file", words, "--drill-every", "7d"];
  const first = await start(data, daily);
  await eventually(() => lastDrill.read(data) !== undefined);
  const [name = "", ...others] = readdirSync(to);
  const file = join(to, name);
  expect(others).toEqual([]);
  expect(newestBackup.read(data)).toMatchObject({ file });
  expect(lastDrill.read(data)).toMatchObject({ file });
  expect(lastDrill.read(data)?.fault).toBeUndefined();
  expect(backupSchedule.read(data)).toMatchObject({ everyMs: 86_400_000, to, keep: 7 });
  const restored = await runInProcess("restore", [
    file,
    "--with-keys",
    "--passphrase-file",
    words,
    "--data",
    join(folder, "restored"),
  ]);
  expect(restored).toMatchObject({ code: 0 });
  first.running.child.kill("SIGTERM");
  expect(await first.running.finished).toMatchObject({ code: 0 });
  const second = await start(data, []);
  expect(backupSchedule.read(data)).toBeUndefined();
  second.running.child.kill("SIGTERM");
  await second.running.finished;
});

test("what keeps a backup from being taken is noted, and the server serves on", async () => {
  const folder = testFolder();
  const data = join(folder, "data");
  const to = join(folder, "away", "backups");
  await start(data, [], { EARSHOT_BACKUP_EVERY: "24h", EARSHOT_BACKUP_TO: to });
  const { at, why } = await eventually(() => backupSchedule.read(data)?.failed);
  expect(why).toContain("Name a folder that is there");
  expect(Date.parse(at)).toBeGreaterThan(0);
});

test("a schedule that says half of what it needs starts no server", async () => {
  const data = join(testFolder(), "data");
  for (const half of [
    ["--backup-every", "24h"],
    ["--backup-to", "backups"],
    ["--backup-keep", "3"],
    ["--backup-every", "5s", "--backup-to", "backups"],
  ]) {
    const { code, stderr } = await (await serve(["--data", data, ...half])).finished;
    expect(code).not.toBe(0);
    expect(stderr).toContain("The server was not started.");
  }
});

test("of two nodes over one database one takes the backup, and each could restore it", async () => {
  const database = await databaseWithTables();
  onTestFinished(() => database.drop());
  const folder = testFolder();
  const [one, two, to] = ["one", "two", "backups"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const over = ["--postgres", database.url];
  await start(one, [...over, ...DAILY(to)]);
  const { deploymentKey } = dataPaths(one);
  await start(two, [...over, "--deployment-key", deploymentKey, ...DAILY(to)]);
  const taker = await eventually(() =>
    [one, two].find((data) => newestBackup.read(data) !== undefined),
  );
  // Longer than the other would take to find that there is none.
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  expect(readdirSync(to)).toHaveLength(1);
  expect([one, two].filter((data) => newestBackup.read(data) !== undefined)).toEqual([taker]);
  const drilled = await runInProcess("backup drill", [
    "--from",
    to,
    "--deployment-key",
    deploymentKey,
    "--data",
    two,
    "--json",
  ]);
  expect(drilled).toMatchObject({ code: 0 });
});
