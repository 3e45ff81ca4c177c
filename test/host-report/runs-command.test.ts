import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { takeLock } from "../../src/system/lock.ts";
import { earshot, eventually, spawnEarshot, testFolder } from "../support/cli.ts";
import { earshotOnPty } from "../support/pty.ts";
import { logText, runId, sampleRun, storeRun } from "./sample-run.ts";

/* `earshot runs` as a person meets it, over a folder of logs. */

const [OLD, YOUNG] = [runId(0), runId(90)];
const whole = sampleRun();
const killed = sampleRun({ run: YOUNG, name: "second try" }).slice(0, 24);

function folderWithRuns(): string {
  const data = testFolder();
  storeRun(data, OLD, logText(whole));
  storeRun(data, YOUNG, logText(killed));
  return data;
}

const runs = (data: string, ...args: readonly string[]) =>
  earshot(["runs", ...args, "--data", data], { cwd: data });

test("runs lists them, newest first, a line each", async () => {
  const data = folderWithRuns();
  const { code, stdout, stderr } = await runs(data);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n")).toEqual([
    `${YOUNG}  unfinished  1/3 cycles      1m 12s   4.9k tokens    1 asked  second try`,
    `${OLD}  finished    3/3 cycles      1m 34s    12k tokens    2 asked  pattern-hunt`,
    "",
  ]);
  expect((await runs(data, "list")).stdout).toBe(stdout);
  const limited = await runs(data, "--limit", "1");
  expect(limited.stdout).toContain(YOUNG);
  expect(limited.stdout).not.toContain(OLD);
  expect(limited.stderr).toBe(`1 older: npx earshot runs --data ${data} --limit 2\n`);
  const { items } = JSON.parse((await runs(data, "--json")).stdout);
  expect(items).toMatchObject([
    { run: YOUNG, state: "unfinished", cyclesDone: 1, cyclesPlanned: 3 },
    { run: OLD, state: "finished", total: { questions: 2, toolFailures: 1 } },
  ]);
});

test("a run that a process has is running", async () => {
  const data = folderWithRuns();
  const lock = takeLock(join(data, "runs", YOUNG, "lock"));
  onTestFinished(() => lock?.release());
  const { items } = JSON.parse((await runs(data, "--json")).stdout);
  expect(items.map(({ state }: { state: string }) => state)).toEqual(["running", "finished"]);
});

test("a folder without runs says so", async () => {
  const data = testFolder();
  expect(await runs(data)).toMatchObject({ code: 0, stdout: "", stderr: `No runs in ${data}.\n` });
  const { code, stderr } = await runs(data, "show");
  expect(code).toBe(1);
  expect(stderr).toContain(`There are no runs in ${data}.`);
});

test("show tells the newest run, or the one that is named", async () => {
  const data = folderWithRuns();
  const newest = await runs(data, "show");
  expect(newest.stdout.split("\n").slice(0, 8)).toEqual([
    `${YOUNG}  unfinished`,
    "started    2026-11-22T09:30:00.000Z",
    "elapsed    1m 12s",
    "cycles     1 of 3",
    "tokens     4,574 in, 355 out",
    "tools      4 calls, 1 failed",
    "questions  1, 1m 3s waited",
    "",
  ]);
  const old = await runs(data, "show", OLD);
  expect(old.stdout).toContain(
    "    1:05               [OPERATOR]: Begin with B, it is the shorter",
  );
  expect(old.stdout).not.toContain("\x1b");
  const none = await runs(data, "show", "run_7");
  expect(none).toMatchObject({ code: 1, stdout: "" });
  expect(none.stderr).toContain('begins with "run_7"');
});

test("show --json prints the records, one a line", async () => {
  const { stdout } = await runs(folderWithRuns(), "show", OLD, "--json");
  expect(stdout).toBe(logText(whole));
});

test("on a terminal lines are fitted and dressed, and plain ones where that is asked for", async () => {
  const data = folderWithRuns();
  const args = ["runs", "show", OLD, "--data", data];
  const dressed = earshotOnPty(args, { columns: 80 });
  await dressed.exited;
  expect(dressed.output()).toContain("\x1b[1mCycle 1\x1b[22m");
  expect(Math.max(...dressed.screen().map((line) => line.length))).toBeLessThanOrEqual(80);
  const plain = earshotOnPty([...args, "--plain"]);
  const colourless = earshotOnPty(args, { env: { NO_COLOR: "1" } });
  await Promise.all([plain.exited, colourless.exited]);
  for (const { output } of [plain, colourless]) expect(output()).not.toContain("\x1b[");
});

test("a damaged log is shown up to the damage, and says where it is", async () => {
  const data = testFolder();
  const log = storeRun(data, OLD, `${logText(whole.slice(0, 3))}{oops\n`);
  const { code, stdout, stderr } = await runs(data, "show", "--json");
  expect({ code, stdout }).toEqual({ code: 0, stdout: logText(whole.slice(0, 3)) });
  expect(stderr).toBe(
    `Line 4 of ${log} is not a record: it is not JSON. What follows it is left out.\n`,
  );
});

test("follow shows what is appended, from the beginning to the end of the run", async () => {
  const data = testFolder();
  const log = join(data, "runs", OLD, "log.jsonl");
  const following = spawnEarshot(["runs", "follow", OLD, "--data", data]);
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, logText(whole.slice(0, 8)));
  await eventually(() => following.stdout().includes("→ list {}") || undefined);
  appendFileSync(log, logText(whole.slice(8)));
  const { code, stdout } = await following.finished;
  expect(code).toBe(0);
  expect(stdout).toContain("[AGENT]: Which series shall I begin with?");
  expect(stdout).toMatch(/Finished\n$/);
});

test("follow is ended by an interrupt", async () => {
  const data = folderWithRuns();
  const following = spawnEarshot(["runs", "follow", "--json", "--data", data]);
  await eventually(() => following.stdout().split("\n").length > killed.length || undefined);
  following.child.kill("SIGINT");
  expect(await following.finished).toMatchObject({ code: 130, stdout: logText(killed) });
});

test("compare puts two runs side by side", async () => {
  const data = folderWithRuns();
  const { code, stdout } = await runs(data, "compare", OLD, YOUNG);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^cycles +3 of 3 +1 of 3$/m);
  const asJson = JSON.parse((await runs(data, "compare", OLD, YOUNG, "--json")).stdout);
  expect(asJson).toMatchObject({
    a: { run: OLD },
    b: { run: YOUNG },
    changed: { model: false, system: false },
  });
  expect((await runs(data, "compare", OLD)).code).toBe(2);
});

test("report writes a page and prints where it is", async () => {
  const data = folderWithRuns();
  const named = join(data, "page.html");
  expect(await runs(data, "report", OLD, "-o", named)).toMatchObject({
    code: 0,
    stdout: `${named}\n`,
  });
  const page = readFileSync(named, "utf8");
  expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
  const unnamed = await runs(data, "report", "--json");
  expect(JSON.parse(unnamed.stdout)).toMatchObject({ run: YOUNG });
  expect(existsSync(join(data, `${YOUNG}.html`))).toBe(true);
  const toOutput = await runs(data, "report", OLD, "-o", "-");
  expect(toOutput.stdout).toBe(page);
  const nowhere = await runs(data, "report", "-o", join(data, "absent", "page.html"));
  expect(nowhere.code).toBe(1);
  expect(nowhere.stderr).toMatch(/The report could not be written to .*Name another file with/);
});
