import { expect, test } from "vitest";
import type { ToolOutcomes } from "../../ports/earshot/inbox.ts";
import { outcomesSentence, stacks } from "./outcomes-model.ts";

const none = {
  answered: 0,
  approved: 0,
  edited: 0,
  rejected: 0,
  responded: 0,
  expired: 0,
  cancelled: 0,
};
const transfer: ToolOutcomes = {
  tool: "transfer",
  level: "HIGH" as const,
  ...none,
  approved: 5,
  edited: 2,
  rejected: 3,
};
const questions: ToolOutcomes = { tool: "question", level: "QUESTION", ...none, answered: 12 };

test("the parts of a bar follow each other without a gap", () => {
  const [stack] = stacks([transfer]);
  expect(stack?.segments).toEqual([
    { outcome: "approved", count: 3, from: 0, to: 3 },
    { outcome: "edited", count: 2, from: 3, to: 5 },
    { outcome: "rejected", count: 3, from: 5, to: 8 },
  ]);
  expect(stack?.total).toBe(8);
});

test("the most requests stand first, and tools without any have no bar", () => {
  const bars = stacks([transfer, { ...transfer, ...none, tool: "idle" }, questions]);
  expect(bars.map(({ name }) => name)).toEqual(["Questions", "transfer"]);
});

test("hidden characters of a tool's name are shown", () => {
  expect(stacks([{ ...transfer, tool: "a\u202eb" }])[0]?.name).toBe("a\\u{202e}b");
});

test("the sentence counts every outcome, and the share of no among decisions", () => {
  expect(outcomesSentence(stacks([transfer, questions]))).toBe(
    "Of 20 closed requests, 12 were answered, 5 were approved (2 with changes), 3 were rejected. People said no to 38\u00a0% of the authorizations they decided.",
  );
  expect(outcomesSentence([])).toBe("No request closed in this time.");
});
