import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { earshot, testFolder } from "../support/cli.ts";

const FILES = ["TOOLS.md", join("skills", "earshot", "SKILL.md")] as const;
const [PAGE, SKILL] = FILES;

function workspace() {
  const folder = testFolder();
  const path = (name: string) => join(folder, name);
  return {
    path,
    read: (name: string) => readFileSync(path(name), "utf8"),
    write: (...more: readonly string[]) => earshot(["templates", folder, ...more]),
  };
}

test("both files are written, and a second run leaves them as they are", async () => {
  const { write, read } = workspace();
  expect(await write()).toMatchObject({ code: 0 });
  const first = FILES.map(read);
  expect(first[0]).toContain("## ask_human");
  const second = await write();
  expect(second).toMatchObject({ code: 0 });
  expect(second.stdout.match(/is as it should be/g)).toHaveLength(2);
  expect(FILES.map(read)).toEqual(first);
});

test("the sets that are named are what the files teach", async () => {
  const { write, read } = workspace();
  expect(await write("--set", "classic", "hub")).toMatchObject({ code: 0 });
  const sections = [...read(PAGE).matchAll(/^## ([a-z_]+)$/gm)].map(([, name]) => name);
  expect(sections).toEqual([
    "write",
    "read",
    "list",
    "delete",
    "pattern_search",
    "send_message_to_operator",
    "message",
  ]);
  expect(await write("--set", "hub")).toMatchObject({ code: 0 });
  expect(read(PAGE)).not.toContain("pattern_search");
});

test("two sets that have a tool of one name are refused, and nothing is written", async () => {
  const { write, path } = workspace();
  const refused = await write("--set", "classic", "interaction");
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain("send_message_to_operator");
  expect(existsSync(path(PAGE))).toBe(false);
});

test("what a person has changed stays, with all the rest, unless forced", async () => {
  const { write, read, path } = workspace();
  await write();
  rmSync(path(PAGE));
  writeFileSync(path(SKILL), `${read(SKILL)}Our own rule.\n`);
  const refused = await write();
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain("SKILL.md is not as Earshot wrote");
  expect(read(SKILL)).toContain("Our own rule.");
  expect(existsSync(path(PAGE))).toBe(false);
  expect(await write("--force")).toMatchObject({ code: 0 });
  expect(read(SKILL)).not.toContain("Our own rule.");
});

test("a file that is a link, or was there before, is somebody's own", async () => {
  const { write, read, path } = workspace();
  writeFileSync(path("own.md"), "Own.\n");
  symlinkSync(path("own.md"), path(PAGE));
  expect(await write()).toMatchObject({ code: 1 });
  expect(read("own.md")).toBe("Own.\n");
});

test("--json says what was written", async () => {
  const { write, path } = workspace();
  const { stdout } = await write("--json");
  const files = FILES.map((name) => ({ path: path(name), isWritten: true }));
  expect(JSON.parse(stdout)).toEqual({ files });
});

test("a set that there is not is wrong usage", async () => {
  expect(await workspace().write("--set", "clasic")).toMatchObject({ code: 2 });
});
