import { describe, expect, test } from "vitest";
import type { JsonObject } from "../json.ts";
import { isCommitment, withCommitments, withPlain } from "./secret-args.ts";

const commit = (value: unknown) => `c(${JSON.stringify(value)})`;
const committed = (args: JsonObject, ...pointers: readonly string[]) =>
  withCommitments(args, pointers, commit);

describe("a commitment is an object of one key with text", () => {
  test.each<[unknown, boolean]>([
    [{ $secret: "x" }, true],
    [{ $secret: "" }, true],
    [{ $secret: 1 }, false],
    [{ $secret: null }, false],
    [{ $secret: "x", more: 1 }, false],
    [{ secret: "x" }, false],
    [{}, false],
    [["x"], false],
    ["$secret", false],
    [null, false],
    [undefined, false],
  ])("%j: %s", (value, expected) => {
    expect(isCommitment(value as never)).toBe(expected);
  });
});

describe("what is refused says which argument it is", () => {
  test("a pointer that names nothing", () => {
    expect(() => committed({ a: 1 }, "/b")).toThrow(
      expect.objectContaining({
        code: "INVALID_INPUT",
        message:
          'There is no argument at "/b" that could be secret. Name one that is there, such as /password.',
        details: { pointer: "/b" },
      }),
    );
  });

  test("a pointer to all of the arguments", () => {
    expect(() => committed({ a: 1 }, "")).toThrow(
      /There is no argument at "" that could be secret/,
    );
  });

  test("what is no pointer, as a secret argument", () => {
    expect(() => committed({ a: 1 }, "a")).toThrow(/secret argument/);
  });

  test.each([
    ["/a/b", ["/a", "/a/b"]],
    ["/a/b", ["/a/b", "/a"]],
    ["/a", ["/a", "/a"]],
  ])("%s, which lies within another", (inner, pointers) => {
    expect(() => committed({ a: { b: 1 } }, ...pointers)).toThrow(
      expect.objectContaining({
        code: "INVALID_INPUT",
        message: `The secret argument "${inner}" is named twice, or lies within another one. Name each once.`,
        details: { pointer: inner },
      }),
    );
  });

  test("neighbours whose names begin alike are no overlap", () => {
    expect(committed({ a: 1, ab: 2 }, "/a", "/ab").plain).toEqual({ "/a": 1, "/ab": 2 });
  });

  test.each<[string, JsonObject]>([
    ["at the top", { $secret: "x" }],
    ["in an object", { a: { $secret: "x", more: 1 } }],
    ["in a list in a list", { a: [[{ $secret: 1 }]] }],
  ])("a mark of the caller's own %s", (_, args) => {
    expect(() => committed(args)).toThrow(
      'Arguments must not hold the key "$secret", which stands for a secret that Earshot keeps. Name secret arguments by their pointers in "secrets".',
    );
  });

  test("the place of a secret at which there is none any more", () => {
    expect(() => withPlain({ a: "seen" }, { "/a": "x" })).toThrow(
      expect.objectContaining({
        code: "INVALID_INPUT",
        message:
          'There is no secret argument at "/a" any more. A secret can be neither moved nor replaced.',
        details: { pointer: "/a" },
      }),
    );
  });
});

test("secrets that were taken out are put back as they were", () => {
  const args = { user: "ana", password: "hunter2", nested: { token: ["a", null] } };
  const { args: shown, plain } = committed(args, "/password", "/nested/token");
  expect(shown).toEqual({
    user: "ana",
    password: { $secret: 'c("hunter2")' },
    nested: { token: { $secret: 'c(["a",null])' } },
  });
  expect(withPlain(shown, plain)).toEqual(args);
  expect(committed(args)).toEqual({ args, plain: {} });
});
