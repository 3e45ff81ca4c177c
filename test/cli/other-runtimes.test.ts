import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const BIN = fileURLToPath(new URL("../../bin/earshot.js", import.meta.url));

const OLDER_NODE = `Object.defineProperties(process, {
  version: { value: "v20.20.2" },
  versions: { value: { ...process.versions, node: "20.20.2" } },
})`;

/** Runs a program where what `process` says of itself is something else. */
function runPosing(posing: string, program: readonly string[] = [BIN, "--version"]) {
  const preload = `data:text/javascript,${encodeURIComponent(posing)}`;
  return spawnSync(process.execPath, ["--import", preload, ...program], { encoding: "utf8" });
}

test.each(["Bun", "Deno"])("a command on %s is refused, with the reason", (name) => {
  const versions = `{ ...process.versions, ${name.toLowerCase()}: "1.0.0" }`;
  const { status, stderr } = runPosing(
    `Object.defineProperty(process, "versions", { value: ${versions} })`,
  );
  expect(stderr).toBe(
    `Earshot's server and commands run on Node 24 or newer, and not on ${name}.\n`,
  );
  expect(status).toBe(1);
});

test("a command on an older Node is refused, with what it needs", () => {
  const { status, stderr } = runPosing(OLDER_NODE);
  expect(stderr).toBe(
    "Earshot's server and commands need Node 24 or newer, and this is v20.20.2: npm ci in a clone, or npm install node@24 in a project, gets it.\n",
  );
  expect(status).toBe(1);
});

/** What a program has imported when it fails on an older Node: modules are found before any of them runs. */
const SQLITE = /^import (?!type )[^;]*from "node:sqlite";/m;

test.each(["index.ts", "testing/index.ts", "testing/channel-contract/index.ts"])(
  "whoever imports %s on an older Node is told what it needs and where to get it",
  (entry) => {
    const file = fileURLToPath(new URL(`../../src/${entry}`, import.meta.url));
    const { status, stderr } = runPosing(OLDER_NODE, [file]);
    expect(stderr).toContain(
      "Earshot's server and commands need Node 24 or newer, and this is v20.20.2",
    );
    expect(stderr).toContain("npm install node@24");
    expect(stderr).toContain("earshot-client");
    expect(status).toBe(1);
  },
);

test("no module imports node:sqlite by name: on an older Node nothing would say why it fails", () => {
  const sources = fileURLToPath(new URL("../../src", import.meta.url));
  const importing = globSync("**/*.ts", { cwd: sources, exclude: ["**/*.test.ts"] }).filter(
    (file) => SQLITE.test(readFileSync(join(sources, file), "utf8")),
  );
  expect(importing).toEqual([]);
});
