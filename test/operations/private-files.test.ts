import { spawnSync } from "node:child_process";
import { chmodSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dataPaths } from "../../src/system/data-folder.ts";
import {
  environment,
  eventually,
  launch,
  PROGRAM,
  type Running,
  spawnEarshot,
  testFolder,
} from "../support/cli.ts";

/* What a server keeps is its owner's alone, whatever the mode of the folder. */

async function started(data: string): Promise<Running> {
  const running = spawnEarshot(["start", "--port", "0", "--no-console", "--data", data]);
  await eventually(() => running.stdout().includes("Earshot listens on"));
  return running;
}

/** The files below the folder that others could read. */
const openTo = (data: string) =>
  globSync("**/*", { cwd: data }).filter((name) => {
    const state = statSync(join(data, name));
    return state.isFile() && (state.mode & 0o077) !== 0;
  });

test("in a folder that everybody may enter no file is anybody's to read", async () => {
  const data = join(testFolder(), "data");
  mkdirSync(data);
  chmodSync(data, 0o755);
  const first = await started(data);
  expect(openTo(data)).toEqual([]);
  first.child.kill("SIGKILL");
  await first.finished;
  const { database } = dataPaths(data);
  for (const path of [database, `${database}-wal`]) chmodSync(path, 0o644);
  const second = await started(data);
  expect(openTo(data)).toEqual([]);
  second.child.kill("SIGTERM");
  await second.finished;
});

/** Where the umask takes no right away, so that only what a command does itself keeps a file from others. */
const openly = (command: string) => ["-c", `umask 000; exec ${command}`];
const earshotLine = (args: readonly string[]) =>
  [process.execPath, PROGRAM, ...args].map((part) => `'${part}'`).join(" ");

const read = (path: string) => readFileSync(path, "utf8").trim();

test("of all that a day of commands makes nobody else can read anything, whatever the umask", async () => {
  const home = testFolder();
  const at = (name: string) => join(home, name);
  for (const name of ["data", "tmp", "project", "backups", "restored"]) mkdirSync(at(name));
  for (const name of ["data", "backups", "restored"]) chmodSync(at(name), 0o755);
  const data = at("data");
  writeFileSync(at("words.txt"), "twelve horses in a row\n", { mode: 0o600 });
  const keys = ["--with-keys", "--passphrase-file", at("words.txt")];
  const env = environment({ HOME: home, TMPDIR: at("tmp") });
  const PARKED = 75;
  const run = (...args: readonly string[]) => {
    const done = spawnSync("sh", openly(earshotLine(args)), {
      cwd: at("project"),
      env,
      encoding: "utf8",
      // What asks people waits for none here.
      timeout: 60_000,
    });
    const code = args[0] === "ask" ? PARKED : args[0] === "doctor" ? expect.any(Number) : 0;
    expect({ args, code: done.status, said: done.stderr }).toMatchObject({ args, code });
    return done.stdout;
  };
  const serving = launch(
    "sh",
    openly(earshotLine(["start", "--port", "0", "--no-console", "--data", data])),
    { env: { HOME: home, TMPDIR: at("tmp") }, cwd: at("project") },
  );
  await eventually(() => serving.stdout().includes("Earshot listens on"));
  const own = ["--data", data];
  const parked = run("ask", "May the tide come in?", "--hold", "0", "--json", ...own);
  run("answer", /req_\w+/.exec(parked)?.[0] ?? "", "It may.", ...own);
  run("keys", "create", "--service", "prometheus", "--scope", "metrics", ...own);
  run("audit", "seal", ...own);
  run("init", "claude-code", "--yes", ...own);
  run("sessions", "export", "--out", at("ledger"), ...own);
  run("backup", at("one.backup"), ...keys, ...own);
  run("backup", "--to", at("backups"), "--keep", "1", ...keys, ...own);
  run("backup", "--to", at("kept"), "--keep", "1", ...own);
  run("backup", "drill", at("one.backup"), ...keys, ...own);
  run("restore", at("one.backup"), ...keys, "--data", at("restored"));
  // A server that a command has started.
  run("init", "cursor", "--yes", "--data", at("another"));
  run("doctor", "--json", ...own);
  const made = globSync("**/*", { cwd: home, exclude: ["words.txt"] }).concat(
    globSync("**/.*", { cwd: home }),
  );
  const files = made.filter((name) => statSync(at(name)).isFile());
  const open = files.filter((name) => (statSync(at(name)).mode & 0o077) !== 0);
  // The files of a project, which everybody who works on it shares, hold no key.
  const secrets = files.filter((name) => name.endsWith(".key")).map((name) => read(at(name)));
  expect(secrets.length).toBeGreaterThan(5);
  expect(open.filter((name) => !name.startsWith("project/"))).toEqual([]);
  for (const name of open) {
    const text = read(at(name));
    expect(
      secrets.filter((secret) => text.includes(secret)),
      name,
    ).toEqual([]);
  }
  for (const known of ["earshot.db", "earshot.db-wal", "lock", "server.log", "backup.json"]) {
    expect(made).toContain(`data/${known}`);
  }
  for (const known of [
    "restored/earshot.db",
    "restored/lock",
    "restored/signing-keys.json",
    "one.backup",
  ]) {
    expect(made).toContain(known);
  }
  expect(made.filter((name) => name.startsWith("tmp/"))).toEqual([]);
  serving.child.kill("SIGTERM");
  await serving.finished;
  expect(openTo(data)).toEqual([]);
  run("stop", "--data", at("another"));
}, 120_000);

test("a server whose terminal is closed stops as it does on SIGTERM", async () => {
  const data = join(testFolder(), "data");
  const running = await started(data);
  running.child.kill("SIGHUP");
  expect(await running.finished).toMatchObject({ code: 0, signal: null });
  expect(globSync("server.json", { cwd: data })).toEqual([]);
});
