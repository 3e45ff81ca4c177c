import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { matchesGlob } from "../../src/domain/glob.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
}).split("\n");

/** Files and folders of the tree. */
const tree = new Set(
  files.flatMap((file) => {
    const found = [file];
    for (let path = dirname(file); path !== "."; path = dirname(path)) found.push(path);
    return found;
  }),
);

const ROOMS = new Set(
  files.flatMap((file) => (/^src\/[^/]+\//.test(file) ? [file.split("/")[1]] : [])),
);
const PATH = /`([\w@.-]+\/[\w.*/-]*)`/g;
/** What people who read the pages see at the top of a clone. */
const TOPS = new Set(["src", "test", "scripts", "bench", "bin", "examples", "deploy", "lint"]);

/** Where a name in a page would lie: rooms are named without `src/`. */
function placeOf(name: string): string | undefined {
  const [top = ""] = name.split("/");
  if (TOPS.has(top)) return name;
  return ROOMS.has(top) ? join("src", name) : undefined;
}

/** Methods of MCP, which read like paths. */
const METHODS = new Set(["tools/call", "tools/list"]);

/** Whether a file or folder of the tree has this name, which may hold `*` and leave out `.ts`. */
function isThere(place: string): boolean {
  if (tree.has(place) || tree.has(`${place}.ts`)) return true;
  return place.includes("*") && files.some((file) => matchesGlob(place, file));
}

const isTest = (place: string) => isThere(place) && /^test\/|\.test\.ts$|\/testing\//.test(place);

test("every path that a page names is there", () => {
  const pages = files.filter((file) => file.endsWith(".md") && !file.startsWith("skills/"));
  const missing = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), "utf8").matchAll(PATH)].flatMap(([, name = ""]) => {
      const place = METHODS.has(name) ? undefined : placeOf(name)?.replace(/\/$/, "");
      return place === undefined || isThere(place) ? [] : [`${page}: ${name}`];
    }),
  );
  expect(missing).toEqual([]);
});

test("every threat of SECURITY.md names a file of tests that prove its control", () => {
  const page = readFileSync(join(ROOT, "SECURITY.md"), "utf8");
  const [, table = ""] = /^## Threats[^\n]*\n+(.*?)\n## /ms.exec(page) ?? [];
  const [, , ...rows] = table.split("\n").filter((line) => line.startsWith("|"));
  expect(rows.length).toBeGreaterThan(80);
  const unproved = rows.filter((row) => {
    const [, , , proof = ""] = row.split(/(?<!\\)\|/);
    const named = [...proof.matchAll(PATH)].map(([, name = ""]) => placeOf(name) ?? name);
    return !named.some((place) => place.endsWith(".ts") && isTest(place));
  });
  expect(unproved).toEqual([]);
});
