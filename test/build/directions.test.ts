import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const STYLES = fileURLToPath(new URL("../../src/inbox/styles", import.meta.url));
const SIDES =
  /(?:^|[\s;{-])(?:left|right)(?:-\w+)*:|(?:text-align|float|clear): (?:left|right)|translateX/;
const FOUR = /\b(?:margin|padding|inset|border-width|border-style|border-radius): ([^;]+);/;

/** A triangle of two of its own edges, which is turned as a whole. */
const TURNED = ["request.css: border-width: 0 1.5px 1.5px 0;"];

/** Values with what stands in parentheses left out. */
function valuesOf(text: string): readonly string[] {
  let flat = text;
  for (let former = ""; former !== flat; ) [former, flat] = [flat, flat.replace(/\([^()]*\)/, "")];
  return flat.trim().split(/\s+/);
}

function namesASide(line: string): boolean {
  if (SIDES.test(line)) return true;
  const [, right, , left] = valuesOf(FOUR.exec(line)?.[1] ?? "");
  return right !== left && left !== undefined;
}

test("styles name where lines begin and end, and no side: they hold from right to left too", () => {
  const found = globSync("*.css", { cwd: STYLES }).flatMap((file) =>
    readFileSync(join(STYLES, file), "utf8")
      .split("\n")
      .filter(namesASide)
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual(TURNED);
});

test.each(["  left: 0;", "  margin-right: 1px;", "  text-align: left;", "  padding: 0 1px 0 2px;"])(
  "%s names a side",
  (line) => {
    expect(namesASide(line)).toBe(true);
  },
);
