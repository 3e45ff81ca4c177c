import { expect, test } from "vitest";
import type { Requirement } from "../../domain/liaison/task-specification.ts";
import { confirmWords } from "./specification-words.ts";

const requirement = (description: string, over: Partial<Requirement> = {}): Requirement => ({
  id: "rqm_1",
  description,
  importance: 0.9,
  constraints: [],
  examples: [],
  extracted_from: [],
  ...over,
});
const worded = (...requirements: readonly Requirement[]) =>
  confirmWords(
    {
      title: "Dashboard",
      description: "A dashboard.",
      requirements,
      constraints: [],
      success_criteria: [],
      required_capabilities: [],
      context: {},
      assumptions: [],
      confidence: {
        score: 0.9,
        reasoning: "",
        confidence_factors: { clarity: 1, completeness: 1, consistency: 1 },
      },
    },
    undefined,
  );

test("a wish has its weight before it, a detail is told as it is", () => {
  expect(worded(requirement("Bar charts"), requirement("Period: last quarter"))).toContain(
    "- must: Bar charts\n- Period: last quarter",
  );
});

test("examples that the words name are not named twice", () => {
  const examples = ["revenue", "units"];
  expect(worded(requirement("Metrics: revenue and units", { examples }))).not.toContain("such as");
  expect(worded(requirement("Filters", { examples }))).toContain("such as revenue and units");
});
