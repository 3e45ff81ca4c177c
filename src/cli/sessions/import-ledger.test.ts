import { expect, test } from "vitest";
import { utf8Length } from "../../domain/text.ts";
import { importLines } from "./import-ledger.ts";

/** Takes every line but those that begin with `bad`. */
function taker() {
  const calls: (readonly string[])[] = [];
  const take = async (lines: readonly string[]) => {
    calls.push(lines);
    const skipped = lines.flatMap((text, index) =>
      text.startsWith("bad") ? [{ line: index + 1, why: "It is not JSON." }] : [],
    );
    const filled = lines.filter((text) => text !== "");
    return { imported: filled.length - skipped.length, known: 0, skipped };
  };
  return { calls, take };
}

test("a long ledger is handed on in parts, and lines keep their numbers", async () => {
  const { calls, take } = taker();
  const lines = Array.from({ length: 1_203 }, (_, n) => (n === 1_100 ? "bad" : `{"n":${n}}`));
  const taken = await importLines(lines, take);
  expect(taken).toEqual({
    imported: 1_202,
    known: 0,
    skipped: [{ line: 1_101, why: "It is not JSON." }],
  });
  expect(calls.map(({ length }) => length)).toEqual([500, 500, 203]);
  expect(calls.flat()).toEqual(lines);
});

test("parts of long lines fit a call each", async () => {
  const { calls, take } = taker();
  const lines = Array.from({ length: 12 }, () => '"'.repeat(60_000));
  expect(await importLines(lines, take)).toMatchObject({ imported: 12 });
  expect(calls.length).toBeGreaterThan(1);
  for (const part of calls) expect(utf8Length(JSON.stringify(part))).toBeLessThan(300 * 1_024);
});

test("a line that no call could carry is skipped and named", async () => {
  const { take } = taker();
  const taken = await importLines(["bad", "x".repeat(70_000), "{}"], take);
  expect(taken).toEqual({
    imported: 1,
    known: 0,
    skipped: [
      { line: 1, why: "It is not JSON." },
      { line: 2, why: "It has more than 64 KiB." },
    ],
  });
});

test("an empty ledger is no call", async () => {
  const { calls, take } = taker();
  expect(await importLines([], take)).toEqual({ imported: 0, known: 0, skipped: [] });
  expect(calls).toEqual([]);
});
