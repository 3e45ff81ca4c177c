import { expect, test } from "vitest";
import type { Requirement } from "../../domain/liaison/task-specification.ts";
import { updatedWords } from "./change-words.ts";
import { confirmWords } from "./specification-words.ts";
import { wordingIn } from "./wording.ts";

const requirement = (description: string, over: Partial<Requirement> = {}): Requirement => ({
  id: "rqm_1",
  description,
  importance: 0.9,
  constraints: [],
  examples: [],
  extracted_from: [],
  ...over,
});
const english = await wordingIn("en");
const worded = (...requirements: readonly Requirement[]) => wordedWith({}, requirements);
const wordedWith = (
  context: Readonly<Record<string, readonly string[]>>,
  requirements: readonly Requirement[],
) =>
  confirmWords(
    english,
    {
      title: "Dashboard",
      description: "A dashboard.",
      requirements,
      constraints: [],
      success_criteria: [],
      required_capabilities: [],
      context,
      assumptions: [],
      confidence: {
        score: 0.9,
        reasoning: "",
        confidence_factors: { clarity: 1, completeness: 1, consistency: 1 },
      },
    },
    undefined,
  );

test("the first wish is the purpose, others have their weight, a detail is told as it is", () => {
  const [purpose, wish] = ["A dashboard", "Bar charts"].map((text) => requirement(text));
  expect(
    worded(purpose as Requirement, wish as Requirement, requirement("Period: last quarter")),
  ).toContain("- Purpose: A dashboard\n- Bar charts\n- Period: last quarter");
});

test("circumstances are shown, so that people see that they were heard", () => {
  const told = wordedWith({ background: ["My mother turns eighty"] }, [requirement("A trip")]);
  expect(told).toContain("What I know besides:\n- My mother turns eighty");
});

test("examples that the words name are not named twice", () => {
  const examples = ["revenue", "units"];
  expect(worded(requirement("Metrics: revenue and units", { examples }))).not.toContain("such as");
  expect(worded(requirement("Filters", { examples }))).toContain("such as revenue and units");
});

test("a detail is named in the person's language, and its value is as they said it", async () => {
  const german = await wordingIn("de");
  const changes = [{ kind: "added", field: "assumptions", after: "Audience: das Team" } as const];
  expect(updatedWords(german, changes)).toContain("neu (Annahme): Für wen: das Team");
});
