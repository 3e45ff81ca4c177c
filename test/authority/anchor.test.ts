import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAnchor } from "../../src/system/anchor.ts";
import { testFolder } from "../support/cli.ts";

const anchorFile = () => join(testFolder(), "anchor.jsonl");

test("lines are appended whole and in order, also those written at once", async () => {
  const path = anchorFile();
  const anchor = createAnchor(path);
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`);
  await Promise.all(lines.map((line) => anchor.append(line)));
  expect(readFileSync(path, "utf8")).toBe(`${lines.join("\n")}\n`);
});

test("only its owner may read it", async () => {
  const path = anchorFile();
  await createAnchor(path).append("one");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("what was there stays, and a line that a crash cut off does not take the next with it", async () => {
  const path = anchorFile();
  await createAnchor(path).append("one");
  appendFileSync(path, '{"cut":');
  await createAnchor(path).append("two");
  expect(readFileSync(path, "utf8")).toBe('one\n{"cut":\ntwo\n');
});

test("an append that fails is told to its caller, and the next one succeeds", async () => {
  const path = anchorFile();
  mkdirSync(path);
  const anchor = createAnchor(path);
  const failed = anchor.append("one");
  await expect(failed).rejects.toMatchObject({ code: "EISDIR" });
  rmSync(path, { recursive: true });
  writeFileSync(path, "");
  await anchor.append("two");
  expect(readFileSync(path, "utf8")).toBe("two\n");
});

test("a text of two lines is no line", async () => {
  const path = anchorFile();
  await expect(createAnchor(path).append("one\ntwo")).rejects.toMatchObject({ code: "INTERNAL" });
  expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
});
