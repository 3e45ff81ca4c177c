import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeDataFolder } from "./data-folder.ts";
import { writePrivateFile } from "./private-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "earshot-private-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function leave(name: string, minutesAgo: number): void {
  const path = join(folder, name);
  writeFileSync(path, "{");
  const then = Date.now() / 1_000 - minutesAgo * 60;
  utimesSync(path, then, then);
}

test("what a killed process has left half written goes with a later write, and nothing else", () => {
  leave("drill.json.4711.draft", 61);
  leave("backup.json.4712.draft", 1);
  leave("somebodys.draft", 61);
  writePrivateFile(join(folder, "drill.json"), "{}\n");
  expect(readdirSync(folder).sort()).toEqual([
    "backup.json.4712.draft",
    "drill.json",
    "somebodys.draft",
  ]);
});

test("a folder in whose making a process was killed is kept from git all the same", () => {
  leave(".gitignore.4711.draft", 0);
  makeDataFolder(folder);
  expect(readdirSync(folder)).toContain(".gitignore");
});
