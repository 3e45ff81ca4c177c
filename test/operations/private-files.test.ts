import { chmodSync, globSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dataPaths } from "../../src/system/data-folder.ts";
import { eventually, type Running, spawnEarshot, testFolder } from "../support/cli.ts";

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

test("a server whose terminal is closed stops as it does on SIGTERM", async () => {
  const data = join(testFolder(), "data");
  const running = await started(data);
  running.child.kill("SIGHUP");
  expect(await running.finished).toMatchObject({ code: 0, signal: null });
  expect(globSync("server.json", { cwd: data })).toEqual([]);
});
