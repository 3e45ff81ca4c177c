import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const BIN = fileURLToPath(new URL("../../bin/earshot.js", import.meta.url));

test.each(["Bun", "Deno"])("a command on %s is refused, with the reason", (name) => {
  const versions = `{ ...process.versions, ${name.toLowerCase()}: "1.0.0" }`;
  const posing = `Object.defineProperty(process, "versions", { value: ${versions} })`;
  const preload = `data:text/javascript,${encodeURIComponent(posing)}`;
  const { status, stderr } = spawnSync(process.execPath, ["--import", preload, BIN, "--version"], {
    encoding: "utf8",
  });
  expect(stderr).toBe(
    `Earshot's server and commands run on Node 24 or newer, and not on ${name}.\n`,
  );
  expect(status).toBe(1);
});
