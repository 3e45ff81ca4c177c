import { expect, test } from "vitest";
import { whyRefused } from "./why-refused.ts";

test("what the system refuses is told in words, with its code", () => {
  const refused = Object.assign(new Error("EROFS: read-only file system, open '/x'"), {
    code: "EROFS",
  });
  expect(whyRefused(refused)).toBe("the disk can only be read (EROFS)");
});

test("what no code tells is told in its own words", () => {
  const rare = Object.assign(new Error("ESTALE: stale handle"), { code: "ESTALE" });
  for (const [error, words] of [
    [rare, "ESTALE: stale handle"],
    [new Error("It is no JSON."), "It is no JSON"],
    [Object.assign(new Error("odd"), { code: "constructor" }), "odd"],
  ] as const) {
    expect(whyRefused(error)).toBe(words);
  }
});
