import { expect, test } from "vitest";
import { agentSearch, approvalSentence } from "./agent-words.ts";

const none = {
  answered: 0,
  approved: 0,
  edited: 0,
  rejected: 0,
  responded: 0,
  expired: 0,
  cancelled: 0,
};

test("the rate of approval is of what people decided, not of what expired", () => {
  const outcomes = [
    { ...none, tool: "pay", level: "HIGH" as const, approved: 3, edited: 1, rejected: 1 },
    { ...none, tool: "read", level: "LOW" as const, expired: 9 },
    { ...none, tool: "question", level: "QUESTION" as const, answered: 2 },
  ];
  expect(approvalSentence(outcomes)).toBe(
    "75\u00a0% approved: 3 of 4 authorizations, 1 of them with changes. 2 questions answered.",
  );
  expect(approvalSentence([])).toBe("No authorization was decided.");
});

test("a name with a space is searched for as one", () => {
  expect(agentSearch("ci")).toBe("agent:ci");
  expect(agentSearch("data pipeline")).toBe('agent:"data pipeline"');
});
