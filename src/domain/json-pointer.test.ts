import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "./json.ts";
import { checkPointer, pointerPart, pointerParts, valueAt, withValueAt } from "./json-pointer.ts";

/** The example of RFC 6901, section 5. */
const DOCUMENT: Json = {
  foo: ["bar", "baz"],
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  'k"l': 6,
  " ": 7,
  "m~n": 8,
};

const parsed = (text: string): Json => JSON.parse(text);

describe("what stands at a pointer", () => {
  test.each([
    ["", DOCUMENT],
    ["/foo", ["bar", "baz"]],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/c%d", 2],
    ["/e^f", 3],
    ["/g|h", 4],
    ["/i\\j", 5],
    ['/k"l', 6],
    ["/ ", 7],
    ["/m~0n", 8],
  ] as const)("RFC 6901: %j", (pointer, expected) => {
    expect(valueAt(DOCUMENT, pointer)).toEqual(expected);
  });

  test.each(["/none", "/foo/2", "/foo/-", "/foo/01", "/foo/-1", "/foo/1e0", "/foo/length", "/a/b"])(
    "nothing stands at %j",
    (pointer) => {
      expect(valueAt(DOCUMENT, pointer)).toBeUndefined();
    },
  );

  test.each(["/__proto__", "/constructor", "/toString", "/a/__proto__", "/a/constructor/name"])(
    "what objects inherit is not found: %j",
    (pointer) => {
      expect(valueAt({ a: {} }, pointer)).toBeUndefined();
    },
  );

  test("keys named like what objects inherit are keys", () => {
    const value = parsed('{"__proto__":{"x":1},"constructor":2}');
    expect(valueAt(value, "/__proto__/x")).toBe(1);
    expect(valueAt(value, "/constructor")).toBe(2);
  });

  test("null is a value", () => {
    expect(valueAt({ a: null }, "/a")).toBeNull();
  });

  test("any key can be written and read back", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 5 }), (keys) => {
        expect(pointerParts(keys.map(pointerPart).join(""))).toEqual(keys);
      }),
    );
  });
});

describe("putting a value at a pointer", () => {
  test("the value stands there afterwards, and all else is as it was", () => {
    const before = { a: [{ b: 1, c: 2 }], d: 3 };
    expect(withValueAt(before, "/a/0/b", "new")).toEqual({ a: [{ b: "new", c: 2 }], d: 3 });
    expect(before).toEqual({ a: [{ b: 1, c: 2 }], d: 3 });
  });

  test("a key that is not there is added", () => {
    expect(withValueAt({ a: {} }, "/a/b", 1)).toEqual({ a: { b: 1 } });
  });

  test("a key named __proto__ becomes the object's own", () => {
    const changed = withValueAt({ a: {} }, "/a/__proto__", { polluted: true });
    expect(JSON.stringify(changed)).toBe('{"a":{"__proto__":{"polluted":true}}}');
    expect(Object.getPrototypeOf(changed["a"])).toBe(Object.prototype);
    const replaced = withValueAt(parsed('{"__proto__":{"x":1}}') as never, "/__proto__/x", 2);
    expect(JSON.stringify(replaced)).toBe('{"__proto__":{"x":2}}');
  });

  test.each(["", "/none/b", "/a/1", "/a/-", "/d/x", "/toString/x", "no pointer"])(
    "there is no place at %j",
    (pointer) => {
      expect(() => withValueAt({ a: [0], d: 3 }, pointer, 1)).toThrow(
        expect.objectContaining({ code: "INVALID_INPUT" }),
      );
    },
  );
});

test.each(["a", "a/b", "/~", "/~2", "/a~", "#/a", `/${"x".repeat(1_024)}`, "/\ud800"])(
  "%j is no pointer",
  (text) => {
    expect(() => checkPointer(text, "secret")).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT" }),
    );
  },
);
