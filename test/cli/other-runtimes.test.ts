import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const BIN = fileURLToPath(new URL("../../bin/earshot.js", import.meta.url));

/** Runs a command where what `process` says of itself is something else. */
function runPosing(posing: string) {
  const preload = `data:text/javascript,${encodeURIComponent(posing)}`;
  return spawnSync(process.execPath, ["--import", preload, BIN, "--version"], { encoding: "utf8" });
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
  const { status, stderr } = runPosing(
    `Object.defineProperties(process, {
      version: { value: "v20.20.2" },
      versions: { value: { ...process.versions, node: "20.20.2" } },
    })`,
  );
  expect(stderr).toBe(
    "Earshot needs Node 24 or newer; this is v20.20.2. In a clone: npm ci, then npx earshot.\n",
  );
  expect(status).toBe(1);
});
