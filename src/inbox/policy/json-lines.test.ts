import { expect, test } from "vitest";
import { locate, placeFaults } from "./json-lines.ts";

const TEXT = `{
  "version": 1,
  "rules": [
    { "name": "a" },
    {
      "name": "b",
      "args": {
        "/amount": { "over": 10 }
      }
    }
  ]
}`;

function lineOf(place: string): number {
  const located = locate(TEXT);
  return "value" in located ? located.lineOf(place) : 0;
}

test("a place is found at its line", () => {
  expect(["version", "rules[0].name", "rules[1]", "rules[1].name"].map(lineOf)).toEqual([
    2, 4, 5, 6,
  ]);
});

test("a key of a map is found by the way in which faults name it", () => {
  expect(lineOf('rules[1].args["/amount"]')).toBe(8);
});

test("what is missing is shown at the part that lacks it", () => {
  expect(lineOf("rules[1].decision")).toBe(5);
  expect(lineOf("nothing")).toBe(1);
});

test("text that is no JSON is told with its line and what is wrong", () => {
  expect(locate('{\n  "version": 1\n  "rules": []\n}')).toEqual({
    fault: 'Here there is "rules" where a comma or } should be.',
    line: 3,
  });
  expect(locate('{\n  "version":\n')).toEqual({
    fault: "Here the text ends where a value should be.",
    line: 2,
  });
  expect(locate("{ version: 1 }")).toMatchObject({ line: 1 });
  expect(locate('{"a": 1,}')).toMatchObject({ line: 1 });
  expect(locate("[1] 2")).toMatchObject({ fault: "Here there is 2 where the end should be." });
});

test("a text that hides a line end in a string is refused where it begins to be wrong", () => {
  expect(locate('{\n "a": "x\n" }')).toMatchObject({ line: 2 });
});

test("faults of the server stand at their lines", () => {
  const located = locate(TEXT);
  if (!("value" in located)) throw new Error("the text is JSON");
  expect(
    placeFaults(["rules[1].level: it is one of LOW, HIGH.", "too long."], located.lineOf),
  ).toEqual([
    { line: 5, text: "rules[1].level: it is one of LOW, HIGH." },
    { line: 1, text: "too long." },
  ]);
});
