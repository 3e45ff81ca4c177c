import { expect, test } from "vitest";
import { ANA, DIGEST, openAuthorization, VOTE } from "../../testing/machine-values.ts";
import { closerOf, isAskedOf, type Request, waited } from "./request.ts";

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

test("a wait for an authorization brings whether it was approved", () => {
  const approved: Request = {
    ...openAuthorization,
    status: "approved",
    basis: { kind: "people" },
    authorization: {
      ...openAuthorization.authorization,
      votes: [{ ...VOTE, at: openAuthorization.createdAt }],
    },
    closedAt: openAuthorization.createdAt,
    closedBy: ANA,
    collectBy: openAuthorization.createdAt,
  };
  expect(waited(openAuthorization).outcome).toBe("pending");
  expect(waited(approved)).toEqual({ outcome: "approved", request: approved });
  expect(approved.authorization.digest).toBe(DIGEST);
});

test("it is closed by whoever closed it; time and rules are nobody", () => {
  const closed = { closedAt: request.createdAt, version: 2 } as const;
  expect(closerOf({ ...request, ...closed, status: "cancelled", closedBy: ANA })).toBe(ANA);
  expect(closerOf({ ...request, ...closed, status: "expired" })).toBeUndefined();
  const basis = { kind: "rule", rule: "never" } as const;
  expect(closerOf({ ...openAuthorization, ...closed, status: "rejected", basis })).toBeUndefined();
});
