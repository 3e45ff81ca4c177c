import { expect, test } from "vitest";
import type { TaskSpecification } from "../../domain/liaison/task-specification.ts";
import { makeStatement } from "./make-statement.ts";
import { requirementsOf } from "./requirements.ts";

const goal = makeStatement("I need a sales dashboard", "msg_1");

test("the goal must be, and each requirement knows who said it", () => {
  const [first, second] = requirementsOf(
    [goal, makeStatement("Add a map", "msg_2")],
    goal,
    undefined,
  );
  expect(first).toMatchObject({ description: "A sales dashboard", importance: 1 });
  expect(second).toMatchObject({ description: "Add a map", extracted_from: ["msg_2"] });
});

test("the same thing said twice is one that weighs more", () => {
  const said = ["Can it be filterable by region?", "Filterable by region"];
  const statements = said.map((text, index) => makeStatement(text, `msg_${index}`));
  const found = requirementsOf(statements, undefined, undefined);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ importance: 1, extracted_from: ["msg_0", "msg_1"] });
});

test("a requirement keeps the id that it had", () => {
  const [own] = requirementsOf([goal], goal, undefined);
  const former = { requirements: [{ ...own, id: "kept" }] } as unknown as TaskSpecification;
  expect(requirementsOf([goal], goal, former)[0]?.id).toBe("kept");
});

test("limits in its words and limits about it are its constraints", () => {
  const report = makeStatement("I need a report without charts", "msg_1");
  expect(requirementsOf([report], report, undefined)[0]?.constraints).toEqual(["without charts"]);
  const statements = [
    goal,
    makeStatement("Add a map", "msg_1"),
    makeStatement("The map must not be red", "msg_1"),
  ];
  expect(requirementsOf(statements, goal, undefined)[1]?.constraints).toEqual([
    "The map must not be red",
  ]);
});

test("the 61st requirement is kept, and the 300th", () => {
  const many = Array.from({ length: 300 }, (_, index) =>
    makeStatement(`Add item${index}`, "msg_1"),
  );
  expect(requirementsOf(many, undefined, undefined)).toHaveLength(300);
});
