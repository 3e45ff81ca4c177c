import { expect, test } from "vitest";
import { isAskedOf, type Request, waited } from "./request.ts";

const request: Request = {
  id: "req_01k00000000000000000000000",
  workspace: "default",
  kind: "question",
  agent: "prn_01k00000000000000000000000",
  agentName: "builder",
  conversation: "cnv_01k00000000000000000000000",
  to: [],
  question: { text: "Which pattern first?", form: { kind: "text" } },
  salt: "c2FsdHNhbHRzYWx0",
  createdAt: "2026-11-21T09:30:00.000Z",
  version: 1,
  status: "open",
};

test("a wait for an open request brings pending", () => {
  expect(waited(request)).toEqual({ outcome: "pending", request });
});

test("a wait for a closed request brings how it closed", () => {
  const expired: Request = { ...request, status: "expired", closedAt: request.createdAt };
  expect(waited(expired)).toEqual({ outcome: "expired", request: expired });
});

test("a request to nobody in particular is asked of every operator", () => {
  expect(isAskedOf(request, "ada")).toBe(true);
});

test("a request with names is asked of those and of nobody else", () => {
  const named: Request = { ...request, to: ["ada", "bob"] };
  expect(["ada", "bob", "carol", "ad"].filter((name) => isAskedOf(named, name))).toEqual([
    "ada",
    "bob",
  ]);
});
