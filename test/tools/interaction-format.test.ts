import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatContent } from "../../src/tools/interaction/format-response.ts";

/*
 * What people are shown, letter for letter. A golden file is edited by hand, on purpose, together
 * with what it is about.
 */
const golden = (name: string) =>
  readFileSync(new URL(`golden/format/${name}`, import.meta.url), "utf8");

const CASES: readonly (readonly [string, string, string])[] = [
  ["json.txt", "json", '{"b":1.0,"a":[1,{},[],"x: y, {z}"],"long":12345678901234567890,"a":null}'],
  ["json-broken.txt", "json", '{"ok": true,\n  "list": [1, 2,]}'],
  ["json-empty.txt", "json", "  "],
  ["markdown.txt", "markdown", "\nThe build **passed**.  \n\n- one\n- two\n\n"],
  ["markdown-headed.txt", "markdown", "# Result\n\nIt works."],
  [
    "security-summary.txt",
    "security_summary",
    "2 refused keys\r\n\r\n   • nobody got in  \nrate limit: 0",
  ],
  ["security-summary-empty.txt", "security_summary", " \n\n"],
  ["structured.txt", "structured", "First line  \nSecond line\n\n"],
];

test.each(CASES)("%s is what %s makes of it", (file, format, content) => {
  expect(formatContent(content, format)).toEqual({ text: golden(file), format });
});

test.each(["", "JSON", "html", "constructor"])(
  "the unknown type %j is taken as structured",
  (type) => {
    expect(formatContent("First line  \nSecond line\n\n", type)).toEqual({
      text: golden("structured.txt"),
      format: "structured",
    });
  },
);

test.each([
  "null",
  "-0.5e+10",
  '"\\u00e9 \\" é"',
  "[[1],[2,[3]]]",
  '{"a":{"b":{"c":[true,false]}},"d":""}',
  " [ ] ",
])("JSON %s is indented as the machine's own writer does", (json) => {
  const { text } = formatContent(json, "json");
  expect(JSON.parse(text)).toEqual(JSON.parse(json));
  const isSame = JSON.stringify(JSON.parse(json)) === json.trim();
  if (isSame) expect(text).toBe(JSON.stringify(JSON.parse(json), null, 2));
});

test.each([
  ["{", "line 1, column 2 (position 1): expected a key in double quotes, found the end."],
  ["[1 2]", 'line 1, column 4 (position 3): expected , or ], found "2".'],
  ["{'a':1}", 'line 1, column 2 (position 1): expected a key in double quotes, found "\'".'],
  ['{"a" 1}', 'line 1, column 6 (position 5): expected : after the key, found "1".'],
  ["truth", 'line 1, column 1 (position 0): expected a value, found "t".'],
  ["01", 'line 1, column 2 (position 1): nothing more was expected, found "1".'],
  [
    '\n\n  "abc',
    "line 3, column 3 (position 4): a string begins here that is broken or never ends",
  ],
  ['["a\tb"]', "column 4 (position 3): a string holds no control character as it is"],
  ["NaN", 'expected a value, found "N".'],
  ["[".repeat(40), "(position 32): at most 32 levels are formatted"],
])("of %j it is said where it is broken", (content, said) => {
  const { text } = formatContent(content, "json");
  expect(text).toContain("INVALID JSON\n");
  expect(text).toContain(said);
  expect(() => JSON.parse(content)).toThrow();
});
