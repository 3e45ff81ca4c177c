import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withFolder } from "../../src/cli/terminal/with-folder.ts";
import { startServer } from "../../src/compose/compose.ts";
import { dataPaths } from "../../src/system/data-folder.ts";
import { earshot, testFolder } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";

/* A folder that is served in two places would let each approval be used twice. */

const COPIED = { code: "INVALID_INPUT", details: { reason: "copied_or_moved" } };

/** A folder that a server has left. */
async function served(): Promise<string> {
  const data = join(testFolder(), "data");
  await makeEmptyDataFolder(data);
  await serveOnce(data);
  return data;
}

async function serveOnce(dataFolder: string, isMoved?: boolean): Promise<void> {
  const server = await startServer({ dataFolder, port: 0, isDeaf: true, isMoved });
  await server.stop();
}

function copyOf(data: string): string {
  const copy = join(testFolder(), "copy");
  cpSync(data, copy, { recursive: true });
  return copy;
}

test("a copy is not served, and the first folder still is", async () => {
  const data = await served();
  const copy = copyOf(data);
  await expect(serveOnce(copy)).rejects.toMatchObject(COPIED);
  // Nor the second time: the refusal notes nothing.
  await expect(serveOnce(copy)).rejects.toMatchObject(COPIED);
  await serveOnce(data);
});

test("nor is a copy that takes the place of the first", async () => {
  const data = await served();
  const copy = copyOf(data);
  rmSync(data, { recursive: true });
  renameSync(copy, data);
  await expect(serveOnce(data)).rejects.toMatchObject(COPIED);
});

test("a folder that is moved within one disk, or seen at another path, is served", async () => {
  const data = await served();
  const there = join(testFolder(), "there");
  renameSync(data, there);
  await serveOnce(there);
});

test("what is told to be moved is served, and from then on as if it had always been there", async () => {
  const copy = copyOf(await served());
  await serveOnce(copy, true);
  await serveOnce(copy);
});

test("a folder of a version that noted no place is served", async () => {
  const data = await served();
  rmSync(dataPaths(data).place);
  await serveOnce(data);
  expect(readFileSync(dataPaths(data).place, "utf8")).toContain(data);
});

test("a folder whose note of its place is damaged is not served until somebody says that it was moved", async () => {
  const data = await served();
  for (const damaged of ["", "{", "null", "7", "{}"]) {
    writeFileSync(dataPaths(data).place, damaged);
    await expect(serveOnce(data)).rejects.toMatchObject(COPIED);
  }
  await serveOnce(data, true);
  await serveOnce(data);
});

test("a start says that the keys of a signed record are gone, and only then", async () => {
  const data = await served();
  const start = async () => {
    const server = await startServer({ dataFolder: data, port: 0, isDeaf: true });
    await server.stop();
    return server.lostHeads.filter((fault) => fault.includes("new ones are made"));
  };
  expect(await start()).toEqual([]);
  rmSync(dataPaths(data).signingKeys);
  expect(await start()).toHaveLength(1);
  expect(await start()).toEqual([]);
});

test("the command says what to do, and a backup of the copy can be restored and served", async () => {
  const copy = copyOf(await served());
  const refused = await earshot(["start", "--no-console", "--port", "0", "--data", copy]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(withFolder("npx earshot start --moved", copy));
  const backup = join(testFolder(), "copy.backup");
  expect(await earshot(["backup", backup, "--data", copy])).toMatchObject({ code: 0 });
  const restored = join(testFolder(), "restored");
  // Another folder's note is no reason to refuse what was restored beside it.
  await makeEmptyDataFolder(restored);
  rmSync(dataPaths(restored).database);
  writeFileSync(dataPaths(restored).place, '{"path":"/elsewhere","file":"1"}\n');
  expect(await earshot(["restore", backup, "--data", restored])).toMatchObject({ code: 0 });
  await serveOnce(restored);
});
