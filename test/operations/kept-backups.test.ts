import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkBackup } from "../../src/cli/doctor/check-backup.ts";
import { backupSchedule, lastDrill, newestBackup } from "../../src/system/backup-notes.ts";
import { dataPaths } from "../../src/system/data-folder.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { type Deployment, deploy, within } from "./deployment.ts";
import { runInProcess } from "./in-process.ts";

const PASSPHRASE = "twelve horses in a row";
const DAY_MS = 24 * 60 * 60 * 1_000;

let folder: string;
let server: Deployment;
let words: string;
beforeAll(async () => {
  folder = makeFolder();
  words = within(folder, "words.txt");
  writeFileSync(words, `${PASSPHRASE}\n`);
  server = await deploy(within(folder, "data"));
  const { request } = await server.agent.ask({ text: "Is the harbour open?" });
  await server.operator.answer({ id: request.id, answer: { text: "It is." } });
  await server.operator.sealLog();
});
afterAll(async () => {
  await server.stop();
  removeFolder(folder);
});

let count = 0;
const fresh = (name: string) => within(folder, `${name}-${++count}`);
const keep = (to: string, ...more: readonly string[]) =>
  runInProcess("backup", ["--to", to, "--data", server.data, ...more]);
const drill = (...args: readonly string[]) =>
  runInProcess("backup drill", [...args, "--data", server.data]);
const withKeys = () => ["--with-keys", "--passphrase-file", words];
const left = () => readdirSync(server.data).filter((name) => name.startsWith("drill-"));

async function kept(to: string, ...more: readonly string[]): Promise<string> {
  const done = await keep(to, ...more);
  expect(done).toMatchObject({ code: 0 });
  return done.stdout.trim();
}

describe("a folder of backups", () => {
  test("gets whole ones that name their time, for nobody else to read", async () => {
    const to = fresh("backups");
    const file = await kept(to, ...withKeys());
    expect(file).toMatch(/backups-\d+\/earshot-\d{8}T\d{6}\.\d{3}Z\.backup$/);
    expect(readdirSync(to)).toHaveLength(1);
    expect(statSync(to).mode & 0o777).toBe(0o700);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await runInProcess("backup check", [file])).toMatchObject({ code: 0 });
    const [head = ""] = gunzipSync(readFileSync(file)).toString().split("\n");
    expect(JSON.parse(head)).toMatchObject({ keys: { kdf: "scrypt" } });
    expect(newestBackup.read(server.data)).toMatchObject({ file });
  });

  test("keeps the newest, and nothing goes before the new one is proven", async () => {
    const to = fresh("backups");
    const files: string[] = [];
    for (let at = 0; at < 4; at++) files.push(await kept(to, "--keep", "2"));
    expect(
      readdirSync(to)
        .map((name) => join(to, name))
        .sort(),
    ).toEqual(files.slice(2));
  });

  test("loses nothing to a record that does not hold", async () => {
    const data = fresh("damaged");
    const to = fresh("backups");
    const damaged = await deploy(data);
    await damaged.agent.tell({ text: "The tide turns." });
    await damaged.operator.sealLog();
    const first = (await runInProcess("backup", ["--to", to, "--data", data])).stdout.trim();
    await damaged.stop();
    const db = new DatabaseSync(dataPaths(data).database);
    db.exec('update events set data = \'{"by":"nobody"}\' where seq = 2');
    db.close();
    const next = await runInProcess("backup", ["--to", to, "--data", data, "--keep", "1"]);
    expect(next.code).not.toBe(0);
    expect(readdirSync(to).map((name) => join(to, name))).toEqual([first]);
    expect(newestBackup.read(data)).toMatchObject({ file: first });
  });

  test("leaves alone what is not a backup of this record", async () => {
    const to = fresh("backups");
    const other = await deploy(fresh("other"));
    await other.operator.sealLog();
    const foreign = await runInProcess("backup", ["--to", to, "--data", other.data]);
    await other.stop();
    const named = join(to, "earshot-20200101T000000.000Z.backup");
    writeFileSync(named, "not a backup");
    writeFileSync(join(to, "notes.txt"), "mine");
    await kept(to, "--keep", "1");
    const last = await kept(to, "--keep", "1");
    expect(readdirSync(to).sort()).toEqual(
      [named, foreign.stdout.trim(), last, join(to, "notes.txt")]
        .map((path) => path.slice(to.length + 1))
        .sort(),
    );
  });

  test("is rid of what a killed command has left, and not of what is being written", async () => {
    const to = fresh("backups");
    mkdirSync(to);
    const drafts = ["20260101", "20260102"].map((day) =>
      join(to, `earshot-${day}T000000.000Z.backup.partial`),
    );
    for (const draft of drafts) writeFileSync(draft, "half");
    const [stale = "", fresher = ""] = drafts;
    const hoursAgo = new Date(Date.now() - 2 * 60 * 60_000);
    utimesSync(stale, hoursAgo, hoursAgo);
    await kept(to, "--keep", "3");
    expect(drafts.filter((draft) => existsSync(draft))).toEqual([fresher]);
  });

  test("keeps the one that was just taken, also where the clock was set back", async () => {
    const to = fresh("backups");
    const file = await kept(to);
    const later = join(to, "earshot-29990101T000000.000Z.backup");
    copyFileSync(file, later);
    rmSync(file);
    const last = await kept(to, "--keep", "1");
    expect(readdirSync(to)).toEqual([last.slice(to.length + 1)]);
  });

  test("is refused where it could be made only with what it should lie in", async () => {
    const to = within(fresh("missing"), "backups");
    const { code, stderr } = await keep(to);
    expect(code).not.toBe(0);
    expect(stderr).toContain("Name a folder that is there");
  });
});

describe("a restore drill", () => {
  test("restores the newest backup, verifies log and record, and leaves nothing but a note", async () => {
    const to = fresh("backups");
    const file = await kept(to, ...withKeys());
    const done = await drill("--json", ...withKeys());
    expect(done).toMatchObject({ code: 0 });
    const report = JSON.parse(done.stdout);
    expect(report).toMatchObject({ file, hasOpenedKeys: true, missing: [] });
    expect(report.compared).toBeGreaterThan(0);
    expect(report.events).toBeGreaterThan(0);
    expect(left()).toEqual([]);
    expect(lastDrill.read(server.data)).toEqual({
      at: expect.any(String),
      file,
      tookMs: expect.any(Number),
    });
  });

  test("says which files are needed besides, where the keys are not in it", async () => {
    const file = await kept(fresh("backups"));
    const { code, stderr } = await drill(file);
    expect(code).toBe(0);
    expect(stderr).toContain("Not in it, and needed after a loss: signing-keys.json");
  });

  test("fails of a backup whose rows are not what its log says, and notes why", async () => {
    const data = fresh("forged");
    const forged = await deploy(data);
    const { request } = await forged.agent.ask({ text: "Shall we sail?" });
    await forged.operator.answer({ id: request.id, answer: { text: "No." } });
    await forged.operator.sealLog();
    await forged.stop();
    const db = new DatabaseSync(dataPaths(data).database);
    db.exec("update requests set answer = replace(answer, 'No.', 'Yes')");
    db.close();
    const taken = await runInProcess("backup", ["--to", fresh("backups"), "--data", data]);
    expect(taken.code).toBe(0);
    const done = await runInProcess("backup drill", ["--data", data]);
    expect(done.code).not.toBe(0);
    expect(done.stderr).toContain(request.id);
    expect(lastDrill.read(data)?.fault).toContain(request.id);
    expect(readdirSync(data).filter((name) => name.startsWith("drill-"))).toEqual([]);
    expect(checkBackup(data, Date.now())).toContainEqual({
      check: "restore drill",
      state: "failed",
      detail: expect.stringContaining(request.id),
    });
  });

  test("fails of a file that is cut, and of a passphrase that does not open it", async () => {
    const file = await kept(fresh("backups"), ...withKeys());
    const other = fresh("words");
    writeFileSync(other, "thirteen horses in a row\n");
    const wrong = await drill(file, "--with-keys", "--passphrase-file", other);
    expect(wrong.code).not.toBe(0);
    expect(lastDrill.read(server.data)?.fault).toContain("passphrase");
    const cut = fresh("cut");
    writeFileSync(cut, readFileSync(file).subarray(0, 2_000));
    expect((await drill(cut)).code).not.toBe(0);
    expect(lastDrill.read(server.data)).toMatchObject({ file: cut, fault: expect.any(String) });
    expect(left()).toEqual([]);
  });

  test("takes away what one that was killed has left", async () => {
    const old = join(server.data, "drill-killed");
    mkdirSync(old);
    writeFileSync(join(old, "earshot.db"), "somebody's words");
    const file = await kept(fresh("backups"));
    expect((await drill(file)).code).toBe(0);
    expect(left()).toEqual([]);
  });
});

describe("doctor", () => {
  const note = (over: object) => {
    const data = fresh("noted");
    mkdirSync(data);
    const to = fresh("backups");
    mkdirSync(to);
    const since = new Date(Date.now() - 10 * DAY_MS).toISOString();
    backupSchedule.write(data, { everyMs: DAY_MS, to, keep: 7, since, ...over });
    return { data, to };
  };
  const found = (data: string, check: string) =>
    checkBackup(data, Date.now()).find((finding) => finding.check === check);
  const nameOf = (ms: number) =>
    `earshot-${new Date(ms).toISOString().replaceAll(/[-:]/g, "")}.backup`;

  test("tells of a schedule that nothing came of", () => {
    const { data } = note({});
    expect(found(data, "backup schedule")).toMatchObject({
      state: "warning",
      detail: expect.stringContaining("none was taken for 10d"),
    });
  });

  test("finds what another node has put into the folder, and tells when it is too old", () => {
    const { data, to } = note({});
    writeFileSync(join(to, nameOf(Date.now() - DAY_MS)), "");
    expect(found(data, "backup schedule")).toMatchObject({ state: "ok" });
    expect(found(data, "backup")).toMatchObject({ detail: expect.stringContaining("1d old") });
    const late = note({});
    writeFileSync(join(late.to, nameOf(Date.now() - 3 * DAY_MS)), "");
    expect(found(late.data, "backup schedule")).toMatchObject({
      state: "warning",
      detail: expect.stringContaining("the newest is from 3d"),
    });
  });

  test("tells of the last attempt that failed until one goes well", () => {
    const at = new Date(Date.now() - 60_000).toISOString();
    const { data, to } = note({ failed: { at, why: "The disk is full." } });
    writeFileSync(join(to, nameOf(Date.now() - DAY_MS)), "");
    expect(found(data, "backup schedule")).toMatchObject({
      state: "failed",
      detail: expect.stringContaining("The disk is full."),
    });
    writeFileSync(join(to, nameOf(Date.now())), "");
    expect(found(data, "backup schedule")).toMatchObject({ state: "ok" });
  });

  test("asks for a drill where there was none for long", () => {
    const { data } = note({ drillEveryMs: 7 * DAY_MS });
    expect(found(data, "restore drill")).toMatchObject({ state: "warning" });
    const drilled = (days: number) =>
      lastDrill.write(data, {
        file: "a.backup",
        tookMs: 1_200,
        at: new Date(Date.now() - days * DAY_MS).toISOString(),
      });
    drilled(10);
    expect(found(data, "restore drill")).toEqual({
      check: "restore drill",
      state: "ok",
      detail: expect.stringMatching(/^held 10d ago, of a\.backup, restored in 1\.2 s$/),
    });
    drilled(15);
    expect(found(data, "restore drill")).toMatchObject({ state: "warning" });
  });
});
