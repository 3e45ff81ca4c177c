import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SRC = fileURLToPath(new URL("../src", import.meta.url));
const HOME = "domain/time.ts";
const WRITTEN_OUT =
  /\b(?:3_?600_?000|86_?400_?000)\b|\b60 \* (?:1_?000|60 \* 1_?000|60_?000)\b|\* 60_?000\b/;

test("a minute, an hour and a day of milliseconds stand in domain/time.ts alone", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: SRC }).filter(
    (file) => file !== HOME && !/\.test\.tsx?$/.test(file),
  );
  const found = files.flatMap((file) =>
    readFileSync(join(SRC, file), "utf8")
      .split("\n")
      .flatMap((line, at) => (WRITTEN_OUT.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
