import { expect, test } from "vitest";
import { diffSpecifications } from "./specification-diff.ts";
import type { Requirement, TaskSpecification } from "./task-specification.ts";

const requirement = (id: string, description: string, importance = 0.8): Requirement => ({
  id,
  description,
  importance,
  constraints: [],
  examples: [],
  extracted_from: [],
});

const specification = (over: Partial<TaskSpecification> = {}): TaskSpecification => ({
  id: "tsk_1",
  version: 1,
  title: "Dashboard",
  description: "A dashboard.",
  requirements: [requirement("a", "Show revenue")],
  constraints: ["No pie charts"],
  success_criteria: [],
  required_capabilities: [],
  assumptions: [],
  context: { audience: "executives" },
  confidence: {
    score: 0.9,
    reasoning: "",
    confidence_factors: { clarity: 1, completeness: 1, consistency: 1 },
  },
  ...over,
});

test("a specification does not differ from itself", () => {
  expect(diffSpecifications(specification(), specification())).toEqual([]);
});

test("version and confidence are no change of what is to be done", () => {
  const confidence = { ...specification().confidence, score: 0.1 };
  expect(diffSpecifications(specification(), specification({ version: 2, confidence }))).toEqual(
    [],
  );
});

test("a requirement is added, removed and changed by its id", () => {
  const before = specification({ requirements: [requirement("a", "A"), requirement("b", "B")] });
  const after = specification({ requirements: [requirement("b", "B", 1), requirement("c", "C")] });
  const changes = diffSpecifications(before, after);
  expect(changes.map(({ kind, field, id }) => [kind, field, id])).toEqual([
    ["removed", "requirements", "a"],
    ["changed", "requirements", "b"],
    ["added", "requirements", "c"],
  ]);
});

test("a requirement that was said again is the same", () => {
  const again: Requirement = { ...requirement("a", "Show revenue"), extracted_from: ["msg_2"] };
  expect(diffSpecifications(specification(), specification({ requirements: [again] }))).toEqual([]);
});

test("elements of lists are added and removed, whatever their order", () => {
  const before = specification({ constraints: ["one", "two"] });
  const after = specification({ constraints: ["three", "two"] });
  expect(diffSpecifications(before, after)).toEqual([
    { kind: "removed", field: "constraints", before: "one" },
    { kind: "added", field: "constraints", after: "three" },
  ]);
});

test("context is compared field by field", () => {
  const after = specification({ context: { audience: "customers", period: "last quarter" } });
  expect(diffSpecifications(specification(), after)).toEqual([
    { kind: "changed", field: "context.audience", before: "executives", after: "customers" },
    { kind: "added", field: "context.period", after: "last quarter" },
  ]);
});

test("a field of the context named like one of every object is only there where it is", () => {
  const after = specification({ context: { audience: "executives", constructor: "x" } });
  expect(diffSpecifications(specification(), after)).toEqual([
    { kind: "added", field: "context.constructor", after: "x" },
  ]);
});
