import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import { pointerPart } from "../json-pointer.ts";
import { isCommitment, withCommitments, withPlain } from "./secret-args.ts";

const commit = (value: Json) => `c:${JSON.stringify(value)}`;
const invalid = expect.objectContaining({ code: "INVALID_INPUT" });

test("a commitment stands in the place of a secret, and the secret by its pointer", () => {
  const args = { user: "ana", auth: { password: "hunter2", hints: ["a", "b"] } };
  expect(withCommitments(args, ["/auth/password", "/auth/hints/1"], commit)).toEqual({
    args: {
      user: "ana",
      auth: { password: { $secret: 'c:"hunter2"' }, hints: ["a", { $secret: 'c:"b"' }] },
    },
    plain: { "/auth/password": "hunter2", "/auth/hints/1": "b" },
  });
});

test("without secrets arguments stay as they are", () => {
  const args = { user: "ana" };
  expect(withCommitments(args, [], commit)).toEqual({ args, plain: {} });
});

test("arguments with all their secrets put back are those that were given", () => {
  const key = fc.oneof(fc.string(), fc.constantFrom("__proto__", "a/b", "a~b", ""));
  const values = fc.jsonValue({ depthSize: "small" }) as fc.Arbitrary<Json>;
  const isPlain = (value: Json) => !JSON.stringify(value).includes("$secret");
  const objects = fc
    .array(fc.tuple(key, values), { minLength: 1, maxLength: 5 })
    .map((entries) => Object.fromEntries(entries) as JsonObject)
    .filter(isPlain);
  fc.assert(
    fc.property(objects, (args) => {
      const pointers = Object.keys(args).map(pointerPart);
      const { args: committed, plain } = withCommitments(args, pointers, commit);
      expect(Object.values(committed).every(isCommitment)).toBe(true);
      expect(withPlain(committed, plain)).toEqual(args);
    }),
  );
});

test("the order of the pointers changes nothing of the arguments", () => {
  const args = { a: 1, b: [2, 3] };
  const one = withCommitments(args, ["/a", "/b/0"], commit).args;
  expect(withCommitments(args, ["/b/0", "/a"], commit).args).toEqual(one);
});

test.each([
  ["that names nothing", ["/b"]],
  ["to the whole of the arguments", [""]],
  ["behind the end of a list", ["/list/2"]],
  ["to what every object inherits", ["/constructor"]],
  ["that is none", ["a"]],
  ["given twice", ["/a", "/a"]],
  ["inside another", ["/o", "/o/x"]],
  ["around another", ["/o/x", "/o"]],
])("a pointer %s is refused", (_, pointers) => {
  const args = { a: 1, list: [1, 2], o: { x: 1 } };
  expect(() => withCommitments(args, pointers, commit)).toThrow(invalid);
});

test("pointers that only begin alike are different places", () => {
  const { plain } = withCommitments({ a: 1, ab: 2 }, ["/a", "/ab"], commit);
  expect(plain).toEqual({ "/a": 1, "/ab": 2 });
});

test.each<[string, JsonObject]>([
  ["at the top", { $secret: "c" }],
  ["deep inside", { list: [{ o: { $secret: 1 } }] }],
  ["in what is secret itself", { a: { $secret: "c" } }],
])("arguments that hold the mark of a secret %s are refused", (_, args) => {
  expect(() => withCommitments(args, [], commit)).toThrow(invalid);
  expect(() => withCommitments({ ...args, a: args["a"] ?? 1 }, ["/a"], commit)).toThrow(invalid);
});

test.each<[string, JsonObject]>([
  ["was replaced", { password: "mine" }],
  ["is gone", {}],
  ["has more beside the commitment", { password: { $secret: "c", x: 1 } }],
])("a secret is not put in the place of one that %s", (_, args) => {
  expect(() => withPlain(args, { "/password": "hunter2" })).toThrow(invalid);
});
