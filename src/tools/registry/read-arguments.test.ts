import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { readArguments } from "./read-arguments.ts";

const args = (given: unknown) => {
  const read = readArguments(given);
  return read.ok ? read.args : read.problem;
};

test.each([
  ["an object", { key: "a", n: [1, null, true, { b: "c" }] }],
  ["its JSON", '{"key":"a","n":[1,null,true,{"b":"c"}]}'],
])("%s is taken as it is", (_, given) => {
  expect(args(given)).toEqual({ key: "a", n: [1, null, true, { b: "c" }] });
});

test.each([[undefined], [null], [""], ["  \n"], ["null"], ["{}"], [{}]])(
  "%j is no arguments",
  (given) => {
    expect(args(given)).toEqual({});
  },
);

test("an object without a prototype and one of another realm are plain", () => {
  expect(args(Object.assign(Object.create(null), { key: "a" }))).toEqual({ key: "a" });
  expect(args(runInNewContext("({key: 'a', list: [1]})"))).toEqual({ key: "a", list: [1] });
});

test("what is taken is a copy that later changes do not reach", () => {
  const given = { list: [1] };
  const taken = args(given);
  given.list.push(2);
  expect(taken).toEqual({ list: [1] });
});

test("a part that is undefined is left out, as JSON leaves it out", () => {
  expect(args({ key: "a", value: undefined })).toEqual({ key: "a" });
});

test.each([
  ["a list", [1, 2], "not a list"],
  ["a text in JSON", '"key"', "not text"],
  ["a number", 7, "not a number"],
  ["text that is no JSON", "key: a", "are not JSON"],
  ["half of a JSON", '{"key": "a', "are not JSON"],
  ["a function", { key: () => "a" }, "of the type function"],
  ["a symbol", { key: Symbol("a") }, "of the type symbol"],
  ["a BigInt", { key: 1n }, "of the type bigint"],
  ["a number without end", { n: Number.POSITIVE_INFINITY }, "Infinity, which JSON lacks"],
  ["a date", { at: new Date(0) }, "not plain JSON"],
  ["a map", new Map([["key", "a"]]), "not plain JSON"],
  ["an object with something behind it", Object.create({ key: "a" }), "not plain JSON"],
  ["a prototype in JSON", '{"__proto__": {"isAdmin": true}}', '"__proto__"'],
  ["one deeper down", { a: [JSON.parse('{"__proto__": 1}')] }, '"__proto__"'],
  ["half of a surrogate pair", { key: "\ud800" }, "half of a surrogate pair"],
  ["one in a key", { "\udc00": "a" }, "half of a surrogate pair"],
  ["an undefined item", { list: [undefined] }, "of the type undefined"],
  ["a getter that throws", Object.defineProperty({}, "key", { enumerable: true, get: boom }), ""],
  ["a proxy that throws", new Proxy({}, { ownKeys: boom }), "cannot be read"],
  ["a proxy that throws proxies", new Proxy({}, { ownKeys: throwProxy }), "cannot be read"],
])("%s is refused", (_, given, said) => {
  const read = readArguments(given);
  expect(read).toMatchObject({ ok: false, problem: expect.stringContaining(said) });
});

function boom(): never {
  throw new Error("boom");
}
function throwProxy(): never {
  throw new Proxy(new Error("boom"), { getPrototypeOf: boom, get: boom });
}

test("a zero below zero is zero, as it is once it is stored", () => {
  expect(args('{"n":-0}')).toEqual({ n: 0 });
});

test("what is no object is shown as it came, what is no JSON is not", () => {
  expect(readArguments([1, 2])).toMatchObject({ seen: [1, 2] });
  expect(readArguments({ key: 1n })).toMatchObject({ seen: null });
});

const cyclic: Record<string, unknown> = {};
cyclic["left"] = cyclic;
cyclic["right"] = cyclic;
const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;

test.each<[string, unknown, string]>([
  ["a cycle", cyclic, "deeper than 32"],
  ["JSON that is deep", deep, "deeper than 32"],
  ["many values", { list: Array.from({ length: 20_000 }, () => 0) }, "10000 values"],
  ["a list that claims four billion", { list: new Array(2 ** 32 - 1) }, "10000 values"],
  ["a megabyte", { value: "x".repeat(1_000_000) }, "524288 characters"],
  ["a megabyte in a key", { ["x".repeat(1_000_000)]: 1 }, "524288 characters"],
  ["ten megabytes of text", "x".repeat(10_000_000), "524288 characters"],
])("%s is refused", (_, given, said) => {
  expect(readArguments(given)).toMatchObject({ ok: false, problem: expect.stringContaining(said) });
});

test("a text of 256 KiB, the most that memory takes, passes in any script and any JSON", () => {
  const value = "…".repeat(87_381);
  expect(readArguments({ key: "a", value }).ok).toBe(true);
  const escaped = `{"value":"${"\\u2026".repeat(87_381)}"}`;
  expect(args(escaped)).toEqual({ value });
});
