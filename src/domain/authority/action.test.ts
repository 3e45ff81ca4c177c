import { describe, expect, test } from "vitest";
import { isAtLeast, isTypedPart, LEVELS, TYPED_DIGITS } from "./action.ts";

const DIGEST = `0a1b2c${"d".repeat(58)}`;

test("levels are in order, and each is at least itself and those below", () => {
  const table = LEVELS.map((level) => LEVELS.map((least) => (isAtLeast(level, least) ? 1 : 0)));
  expect(LEVELS).toEqual(["LOW", "MEDIUM", "HIGH", "CRITICAL"]);
  expect(table).toEqual([
    [1, 0, 0, 0],
    [1, 1, 0, 0],
    [1, 1, 1, 0],
    [1, 1, 1, 1],
  ]);
});

describe("what was typed is a part of the digest", () => {
  test.each([
    ["six digits", "0a1b2c"],
    ["more", "0a1b2cdd"],
    ["all of them", DIGEST],
    ["capitals", "0A1B2C"],
    ["blanks around", "  0a1b2c\n"],
  ])("with %s", (_, typed) => {
    expect(isTypedPart(typed, DIGEST)).toBe(true);
  });

  test.each([
    ["five digits", "0a1b2"],
    ["five digits and a blank", "0a1b2 "],
    ["nothing", ""],
    ["blanks", "         "],
    ["the middle", "a1b2cd"],
    ["the end", "dddddd"],
    ["one wrong digit", "0a1b2d"],
    ["more than there are", `${DIGEST}d`],
    ["a blank inside", "0a1 b2c"],
    ["a yes", "yesyes"],
  ])("but not with %s", (_, typed) => {
    expect(isTypedPart(typed, DIGEST)).toBe(false);
  });

  test("of which six digits are the fewest", () => {
    expect(TYPED_DIGITS).toBe(6);
  });
});
