import fc from "fast-check";
import { expect, test } from "vitest";
import { ANY_CHARACTER } from "../../../test/support/any-character.ts";
import { plainFileName, plainMediaType } from "./plain-file.ts";

test.each([
  ["report.pdf", "report.pdf"],
  ["Bericht März.xlsx", "Bericht März.xlsx"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\ana\\log.txt", "log.txt"],
  ["/", "attachment"],
  ["..", "attachment"],
  ["", "attachment"],
  [".bashrc", "bashrc"],
  ["a\r\nSet-Cookie: x=1.txt", "aSet-Cookie_ x=1.txt"],
  ['a"; filename="b.exe', "a__ filename=_b.exe"],
  ["gpj.\u202eexe", "gpj.exe"],
  ["nul.txt", "_nul.txt"],
  ["page.html. ", "page.html"],
])("a file called %j is called %j", (given, name) => {
  expect(plainFileName(given)).toBe(name);
});

test("a long name keeps its ending", () => {
  const name = plainFileName(`${"x".repeat(10_000)}.txt`);
  expect(name).toHaveLength(128);
  expect(name.endsWith("x.txt")).toBe(true);
});

test("no name has a path, a control character or a sign of a header", () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER }), (given) => {
      const name = plainFileName(given);
      expect(name).toMatch(/^[^\\/"*:<>?|\p{Cc}]{1,129}$/u);
      expect(name.startsWith(".")).toBe(false);
    }),
  );
});

test.each([
  ["text/plain", "text/plain"],
  ["Text/CSV; charset=utf-8", "text/csv"],
  ["image/png", "image/png"],
  ["application/pdf", "application/pdf"],
  ["text/html", "application/octet-stream"],
  ["image/svg+xml", "application/octet-stream"],
  ["application/xhtml+xml", "application/octet-stream"],
  ["text/javascript", "application/octet-stream"],
  ["multipart/related", "application/octet-stream"],
  ["text/plain\r\nx: y", "application/octet-stream"],
  ["nonsense", "application/octet-stream"],
  [undefined, "application/octet-stream"],
])("what is said to be %j is kept as %j", (given, type) => {
  expect(plainMediaType(given)).toBe(type);
});
