import { expect, test } from "vitest";
import { isAsWritten, markTemplate } from "./template-mark.ts";

const written = markTemplate("# Tools\n\nText.\n");

test("what was written is known again", () => {
  expect(isAsWritten(written)).toBe(true);
});

test.each([
  ["a changed word", written.replace("Text", "Test")],
  ["a line behind it", `${written}More.\n`],
  ["a line before it", `More.\n${written}`],
  ["no mark", "# Tools\n\nText.\n"],
  ["a mark alone", written.slice(written.indexOf("<!--"))],
  ["other line ends", written.replaceAll("\n", "\r\n")],
  ["nothing", ""],
])("%s is somebody's own", (_, text) => {
  expect(isAsWritten(text)).toBe(false);
});
