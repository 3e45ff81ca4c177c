import { describe, expect, expectTypeOf, test } from "vitest";
import type { Write } from "../../ports/store/write.ts";
import { ANA, DIGEST, openAuthorization, VOTE } from "../../testing/machine-values.ts";
import {
  closerOf,
  isAskedOf,
  type OpenQuestion,
  type Request,
  type Shown,
  type ShownRequest,
  storedOf,
  waited,
} from "./request.ts";
import { transition } from "./request-machine.ts";

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

describe("a request that was shown", () => {
  const told = {
    alsoAskedBy: [],
    behind: request.id,
    keyRevoked: true,
    agentHalted: true,
    forOthers: { why: "You watch.", deciders: [] },
  } as const;

  test("is no stored one, so nothing changes or writes it", () => {
    type ChangedRow = Extract<Write, { readonly request: Request }>["request"];
    expectTypeOf<ShownRequest>().not.toExtend<Request>();
    expectTypeOf<Shown<OpenQuestion>>().not.toExtend<Request>();
    expectTypeOf<ShownRequest>().not.toExtend<Parameters<typeof transition>[0]>();
    expectTypeOf<ShownRequest>().not.toExtend<ChangedRow>();
    const shown: ShownRequest = { ...request, ...told };
    // @ts-expect-error What a viewer was told is not stored.
    expect(transition(shown, { type: "deliver" }, request.createdAt)).toEqual(shown);
  });

  test("is more than a stored one, which can be shown as it is", () => {
    expectTypeOf<Request>().toExtend<ShownRequest>();
    expectTypeOf<OpenQuestion>().toExtend<Shown<OpenQuestion>>();
  });

  test("has the stored one in it, without anything that was told", () => {
    expect(storedOf({ ...request, ...told })).toEqual(request);
    const over = {
      usedAt: request.createdAt,
      usableUntil: request.createdAt,
      over: "used",
    } as const;
    const approved = settled("approved");
    expect(storedOf({ ...approved, ...over } as ShownRequest)).toEqual(approved);
    const rejected = settled("rejected");
    expect(storedOf({ ...rejected, alsoRevoked: [request.id] } as ShownRequest)).toEqual(rejected);
  });
});

function settled(outcome: "approved" | "rejected"): Request {
  const basis = { kind: "rule", rule: "all" } as const;
  return transition(openAuthorization, { type: "settle", outcome, basis }, request.createdAt);
}
