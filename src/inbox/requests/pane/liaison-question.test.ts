import { expect, test } from "vitest";
import type { OpenQuestion } from "../../../domain/requests/request.ts";
import { isOfLiaison } from "./liaison-question.ts";

const question: OpenQuestion = {
  id: "req_1",
  workspace: "default",
  kind: "question",
  status: "open",
  version: 1,
  agent: "prn_1",
  agentName: "liaison",
  conversation: "cnv_1",
  to: ["ana"],
  question: { text: "Who is it for?", form: { kind: "text" } },
  salt: "",
  createdAt: "2026-11-24T09:00:00.000Z",
};

test("what the liaison asks is told from what another agent asks", () => {
  expect(isOfLiaison(question)).toBe(true);
  expect(isOfLiaison({ ...question, agentName: "scout" })).toBe(false);
});
