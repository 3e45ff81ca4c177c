import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

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

test("every path that a page names is there", () => {
  const pages = files.filter((file) => file.endsWith(".md") && !file.startsWith("skills/"));
  const missing = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), "utf8").matchAll(/`([\w@.-]+\/[\w./-]*)`/g)].flatMap(
      ([, name = ""]) => {
        const place = METHODS.has(name) ? undefined : placeOf(name)?.replace(/\/$/, "");
        const isThere = place === undefined || tree.has(place) || tree.has(`${place}.ts`);
        return isThere ? [] : [`${page}: ${name}`];
      },
    ),
  );
  expect(missing).toEqual([]);
});
