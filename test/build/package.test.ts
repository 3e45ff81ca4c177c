import { execFileSync } from "node:child_process";
import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../support/cli.ts";

/* What `npm install earshot` puts on a disk, as it is built here. */

const MOST_MEGABYTES = 19;
const MOST_FILES = 2_500;
const MOST_INSTALLED_MEGABYTES = 90;
const BLOCK = 4_096;
const MEGABYTE = 1_024 * 1_024;

const inBlocks = (bytes: number) => Math.ceil(bytes / BLOCK) * BLOCK;

/** As `du` counts: each file and each folder in whole blocks. */
function onDisk(files: readonly { readonly path: string; readonly size: number }[]): number {
  const folders = new Set<string>();
  for (const { path } of files) {
    for (let up = dirname(path); !folders.has(up); up = dirname(up)) folders.add(up);
  }
  const sizes = files.map(({ size }) => inBlocks(size));
  return sizes.reduce((sum, size) => sum + size, folders.size * BLOCK);
}

/** What would be packed. Programs of earlier builds are left out: a build for a package keeps none. */
function packedFiles() {
  const said = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 16 * MEGABYTE,
    shell: process.platform === "win32",
  });
  const [packed] = JSON.parse(said) as [
    { readonly files: readonly { readonly path: string; readonly size: number }[] },
  ];
  const [program] = /program-\w+/.exec(readFileSync(join(ROOT, "dist/earshot.js"), "utf8")) ?? [];
  return packed.files.filter(
    ({ path }) => !path.startsWith("dist/program-") || path.startsWith(`dist/${program}/`),
  );
}

/** The folders of the packages that npm installs with it, by the lock file. */
function installedBeside(): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  const left = ["dev", "peer", "optional", "devOptional"];
  return Object.entries(packages)
    .filter(([path, entry]) => path !== "" && left.every((word) => entry[word] !== true))
    .map(([path]) => path);
}

function filesOf(folder: string) {
  const files = globSync("**/*", { cwd: join(ROOT, folder), withFileTypes: true });
  return files
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .map((path) => ({ path, size: statSync(path).size }));
}

/** npm compresses all of it to say what it would pack. */
const FILES = packedFiles();

test("the package and its whole install stay small", () => {
  const paths = FILES.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["bin/earshot.js", "dist/library/index.js"]));
  const own = onDisk(FILES);
  expect(own / MEGABYTE).toBeLessThanOrEqual(MOST_MEGABYTES);
  expect(FILES.length).toBeLessThanOrEqual(MOST_FILES);
  const beside = installedBeside();
  expect(beside).toEqual(["node_modules/zod"]);
  const all = beside.reduce((sum, folder) => sum + onDisk(filesOf(folder)), own);
  expect(all / MEGABYTE).toBeLessThanOrEqual(MOST_INSTALLED_MEGABYTES);
});

test("sources, maps and suites do not ship, and the licences of what is bundled do", () => {
  const paths = FILES.map(({ path }) => path);
  const needless = /^src\/|^test\/|\.map$|\.test\.|(?<!\.d)\.tsx?$/;
  expect(paths.filter((path) => needless.test(path))).toEqual([]);
  expect(paths.filter((path) => path.startsWith("dist/client/"))).toEqual([]);
  const licences = paths.find((path) => path.endsWith("/THIRD-PARTY-LICENSES.txt"));
  const text = readFileSync(join(ROOT, licences ?? ""), "utf8");
  for (const name of ["kysely", "ai", "@modelcontextprotocol/server", "tinyld", "zod"]) {
    expect(text).toMatch(new RegExp(`^${name} \\d`, "m"));
  }
});
