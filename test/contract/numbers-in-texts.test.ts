import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { inBytes, inDigits, inTime } from "../../src/domain/in-words.ts";
import * as limits from "../../src/domain/limits.ts";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));
/** Where texts name limits: what a door describes, what a command's help says. */
const ROOMS = ["contract/**/*.ts", "cli/commands/**/*.ts", "tools/**/*.ts"];

/** How a limit reads in a text: only with its unit or with a comma, since a bare 100 means anything. */
function formsOf(name: string, value: number): readonly string[] {
  if (name.endsWith("_MS")) return [inTime(value), inDigits(value)];
  if (name.endsWith("_BYTES")) return [inBytes(value)];
  if (name.endsWith("_LENGTH")) return [`${value} characters`];
  if (name.endsWith("_DAYS")) return [`${value} days`];
  return value >= 1_000 ? [inDigits(value)] : [];
}

const FORMS = new Set(
  Object.entries(limits).flatMap(([name, value]) =>
    typeof value === "number" ? formsOf(name, value) : [],
  ),
);
const WRITTEN_OUT = new RegExp(`(?<![\\w,.])(?:${[...FORMS].join("|")})(?![\\w,])`);
const COMMENT = /^\s*(?:\/\/|\/?\*)/;

test("no description, help or refusal writes a limit out that domain/limits.ts holds", () => {
  const files = globSync(ROOMS, { cwd: SRC }).filter((file) => !file.endsWith(".test.ts"));
  const found = files.flatMap((file) =>
    readFileSync(join(SRC, file), "utf8")
      .split("\n")
      .flatMap((line, at) => {
        const [form] = COMMENT.test(line) ? [] : (WRITTEN_OUT.exec(line) ?? []);
        return form === undefined ? [] : [`${file}:${at + 1}: ${form}`];
      }),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
