import { describe, expect, test } from "vitest";
import type { JsonObject } from "../json.ts";
import { differInDigits, type LikenessOfAction, likenessOf } from "./likeness.ts";

const sought = (args: JsonObject, over: Partial<LikenessOfAction> = {}): LikenessOfAction => ({
  tool: "pay",
  level: "MEDIUM",
  args,
  resources: [],
  ...over,
});
const isLike = (one: JsonObject, other: JsonObject, anyAt: readonly string[] = []) =>
  likenessOf(sought(one), { anyAt }) === likenessOf(sought(other), { anyAt });

describe("actions are alike where nothing but padding differs", () => {
  test.each([
    ["a space at the end", { note: "Rent" }, { note: "Rent " }],
    ["white space within", { note: "Rent for May" }, { note: "Rent\n\n for\tMay" }],
    ["letters that nobody sees", { note: "Rent" }, { note: "R\u200be\u2060n\u00adt\u{e0041}" }],
    ["upper and lower case", { note: "Rent" }, { note: "RENT" }],
    ["other forms of the same letters", { note: "Rent" }, { note: "Ｒｅｎｔ" }],
    ["full stops", { note: "Rent" }, { note: "Rent...!?" }],
    ["a letter again and again", { note: "Rent" }, { note: "Renttttt" }],
    ["an argument that is empty", { note: "Rent" }, { note: "Rent", x: "", y: null, z: [{}] }],
    ["the order of arguments", { a: 1, b: 2 }, { b: 2, a: 1 }],
    ["padding deep within", { to: [{ name: "ana" }] }, { to: [{ name: "ana " }, ""] }],
  ])("%s", (_, one, other) => {
    expect(isLike(one, other)).toBe(true);
  });

  test.each([
    ["a number", { amount: 1 }, { amount: 11 }],
    ["a digit in a text", { to: "DE11" }, { to: "DE1" }],
    ["zeros in a text", { to: "100" }, { to: "1000" }],
    ["a point in a text", { to: "1.5" }, { to: "15" }],
    ["a word", { note: "Rent for May" }, { note: "Rent for June" }],
    ["the order of items", { to: ["a", "b"] }, { to: ["b", "a"] }],
    ["true and false", { all: true }, { all: false }],
    ["a number and its text", { n: 1 }, { n: "1" }],
    ["the name of an argument", { to: "ana" }, { cc: "ana" }],
    ["an argument more", { to: "ana" }, { to: "ana", cc: "ben" }],
    ["an object and a list of pairs", { "": [["a", 1]] }, { a: 1 }],
    ["a key of every object", JSON.parse('{"__proto__":1}') as JsonObject, {}],
  ])("and not where there differs %s", (_, one, other) => {
    expect(isLike(one, other)).toBe(false);
  });

  test("tool, level, resources and on whose behalf tell actions apart", () => {
    const like = likenessOf(sought({ a: 1 }));
    const sha256 = "0".repeat(64);
    for (const over of [
      { tool: "pay2" },
      { level: "HIGH" },
      { resources: [{ uri: "file:///a", sha256 }] },
      { onBehalfOf: "ben" },
    ] as const) {
      expect(likenessOf(sought({ a: 1 }, over))).not.toBe(like);
    }
  });

  test("what stands where anything may be tells nothing apart, and what is beside it does", () => {
    expect(isLike({ a: 1, note: "x" }, { a: 1, note: { y: 2 } }, ["/note"])).toBe(true);
    expect(isLike({ a: 1, note: "x" }, { a: 2, note: "x" }, ["/note"])).toBe(false);
    expect(isLike({ a: { b: 1, c: 1 } }, { a: { b: 2, c: 1 } }, ["/a/b"])).toBe(true);
  });
});

describe("digits tell nothing apart where a person has said so", () => {
  const isLikeAt = (digitsAt: string, one: JsonObject, other: JsonObject) =>
    likenessOf(sought(one), { digitsAt: [digitsAt] }) ===
    likenessOf(sought(other), { digitsAt: [digitsAt] });

  test.each<[string, JsonObject, JsonObject]>([
    ["a counter", { n: "tmp1" }, { n: "tmp230" }],
    ["a number", { n: 7 }, { n: 12 }],
    ["a time", { n: "2026-01-02T03:04:05Z" }, { n: "2026-11-27T23:59:59Z" }],
    [
      "an id as machines make it",
      { n: "a3f9c2d1-0b4e-4f6a-9c8d-112233445566" },
      { n: "00aa11bb-ccdd-4eef-8001-ffeeddccbbaa" },
    ],
    ["a digest", { n: "commit 9f8e7d6c5b4a" }, { n: "commit 0a1b2c3d4e5f60" }],
    ["digits of another script", { n: "tmp1" }, { n: "tmp٢" }],
    ["whatever lies within", { n: { at: [{ row: 1 }] } }, { n: { at: [{ row: 2 }] } }],
  ])("%s", (_, one, other) => {
    expect(isLikeAt("/n", one, other)).toBe(true);
    expect(isLike(one, other)).toBe(false);
  });

  test.each<[string, JsonObject, JsonObject]>([
    ["another word", { n: "tmp1" }, { n: "log1" }],
    ["a name of letters that an id could have", { n: "deadbeef" }, { n: "cafebabe" }],
    ["a sign", { n: -7 }, { n: 7 }],
    ["digits and none", { n: "tmp1" }, { n: "tmp" }],
    ["a number and its text", { n: 7 }, { n: "7" }],
    ["digits of another argument", { n: 1, m: 1 }, { n: 1, m: 2 }],
    ["a list of more", { n: [1] }, { n: [1, 2] }],
    ["an object that looks like a number", { n: 7 }, { n: { "": "7" } }],
  ])("and not %s", (_, one, other) => {
    expect(isLikeAt("/n", one, other)).toBe(false);
  });

  test("what differs in padding alone does not differ in digits", () => {
    expect(differInDigits("tmp1", "tmp2")).toBe(true);
    expect(differInDigits("tmp1", "tmp1 ")).toBe(false);
    expect(differInDigits("tmp1", "log2")).toBe(false);
  });
});
