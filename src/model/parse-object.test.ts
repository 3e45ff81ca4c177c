import { expect, test } from "vitest";
import { parseObject } from "./parse-object.ts";

test.each([
  ['{"a":1}', { a: 1 }],
  [' \n{"a":{"b":[1,2]}}\n', { a: { b: [1, 2] } }],
  ['```json\n{"a":1}\n```', { a: 1 }],
  ['Here: {"a":"}"} Well?', { a: "}" }],
])("%j holds an object", (text, value) => {
  expect(parseObject(text)).toEqual(value);
});

test.each(["", "no", "[1]", '"a"', "null", "{", "}{", '{"a":1} and {"b":2}', '{"a":'])(
  "%j holds none, or not one alone",
  (text) => {
    expect(parseObject(text)).toBeUndefined();
  },
);
