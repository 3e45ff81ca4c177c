import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import type { Json, JsonObject } from "./json.ts";
import { isSameJson } from "./json-equal.ts";
import { applyPatch, diffPatch } from "./json-patch.ts";

/** Few keys and small values, so that two objects have much in common. */
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(null, true, 0, 1, "", "a", "b"),
    fc.array(tie("json"), { maxLength: 5 }),
    objects(tie("json")),
  ),
}));

function objects(value: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> {
  const keys = fc.constantFrom("a", "b", "a/b", "~", "", "0", "__proto__", "constructor");
  return fc
    .uniqueArray(fc.tuple(keys, value), { selector: ([key]) => key, maxLength: 5 })
    .map((entries) => Object.fromEntries(entries));
}

describe("a patch", () => {
  test("carried out, it makes the one object the other", () => {
    fc.assert(
      fc.property(objects(json), objects(json), (from, to) => {
        const made = applyPatch(from, diffPatch(from, to));
        expect(isSameJson(made, to), JSON.stringify({ from, to, made })).toBe(true);
      }),
      { numRuns: casesOf(2_000) },
    );
  });

  test("between the same objects is empty, whatever the order of keys", () => {
    fc.assert(
      fc.property(objects(json), (object) => {
        const reordered = Object.fromEntries(Object.entries(object).reverse());
        expect(diffPatch(object, reordered)).toEqual([]);
      }),
    );
  });

  test.for<[string, JsonObject, JsonObject, unknown]>([
    [
      "names the value that changed",
      { to: "a", amount: 5 },
      { to: "a", amount: 4 },
      [{ op: "replace", path: "/amount", value: 4 }],
    ],
    [
      "names what came and what went",
      { a: 1, b: { c: 2, d: 3 } },
      { b: { d: 3, "e/f": 4 } },
      [
        { op: "remove", path: "/a" },
        { op: "remove", path: "/b/c" },
        { op: "add", path: "/b/e~1f", value: 4 },
      ],
    ],
    [
      "leaves the items around an inserted one alone",
      { items: [1, 2, 3] },
      { items: [1, 9, 2, 3] },
      [{ op: "add", path: "/items/1", value: 9 }],
    ],
    [
      "leaves the items around a removed one alone",
      { items: [1, 2, 2, 3] },
      { items: [1, 2, 3] },
      [{ op: "remove", path: "/items/2" }],
    ],
    [
      "goes into an item",
      { items: [{ a: 1, b: 2 }] },
      { items: [{ a: 1, b: 3 }] },
      [{ op: "replace", path: "/items/0/b", value: 3 }],
    ],
  ])("%s", ([, from, to, expected]) => {
    expect(diffPatch(from, to)).toEqual(expected);
  });

  test.each([
    { op: "remove", path: "/none" },
    { op: "replace", path: "/none", value: 1 },
    { op: "add", path: "/none/x", value: 1 },
    { op: "add", path: "/list/3", value: 1 },
    { op: "replace", path: "/list/2", value: 1 },
    { op: "remove", path: "/list/-" },
    { op: "add", path: "/text/x", value: 1 },
    { op: "remove", path: "/toString" },
    { op: "remove", path: "" },
    { op: "replace", path: "", value: 1 },
  ] as const)("%j does not fit", (step) => {
    expect(() => applyPatch({ list: [1, 2], text: "t" }, [step])).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT" }),
    );
  });
});
