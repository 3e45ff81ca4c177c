import { describe, expect, it } from "vitest";
import { diffRows } from "./diff-rows.ts";

describe("a diff", () => {
  it("names each change with what was and what becomes", () => {
    expect(
      diffRows({ amount: 250, to: { iban: "DE1" } }, { amount: 25, to: { iban: "DE1" } }),
    ).toEqual([{ where: "/amount", was: "250", becomes: "25" }]);
  });

  it("keeps types apart and shows what hides", () => {
    expect(diffRows({ a: 1 }, { a: "1" })).toEqual([{ where: "/a", was: "1", becomes: '"1"' }]);
    expect(diffRows({ a: "x" }, { a: "x\u200b" })[0]?.becomes).toBe('"x\\u{200b}"');
  });

  it("has one side only for what comes or goes", () => {
    expect(diffRows({ a: 1 }, { b: 2 })).toEqual([
      { where: "/a", was: "1" },
      { where: "/b", becomes: "2" },
    ]);
    expect(diffRows({ a: 1 }, { a: 1 })).toEqual([]);
  });
});
