import { expect, test } from "vitest";
import { fitting, scoreOf } from "./palette-match.ts";

const names = (typed: string) =>
  fitting([{ name: "Approve" }, { name: "Agents" }, { name: "Approve with scope" }], typed).map(
    ({ name }) => name,
  );

test("with nothing typed all stand in their order", () => {
  expect(names(" ")).toEqual(["Approve", "Agents", "Approve with scope"]);
});

test("letters fit in their order only", () => {
  expect(scoreOf("Agents", "gnt")).toBeDefined();
  expect(scoreOf("Agents", "tng")).toBeUndefined();
});

test("beginnings of words come first", () => {
  expect(names("aws")).toEqual(["Approve with scope"]);
  expect(names("ap")[0]).toBe("Approve");
});
