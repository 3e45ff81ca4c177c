import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ANA,
  BOB,
  CLEO,
  DIGEST,
  NOW,
  NOW_MS,
  openAuthorization,
  openQuestion,
  withVotes,
} from "../../testing/machine-values.ts";
import { toTimestamp } from "../timestamp.ts";
import type { OpenRequest, Request } from "./request.ts";
import { isDue, type RequestEvent, transition } from "./request-machine.ts";

const REFUSALS = ["REQUEST_CLOSED", "INVALID_INPUT", "ALREADY_VOTED", "DIGEST_MISMATCH"];

const moments = fc.integer({ min: NOW_MS - 1_000, max: NOW_MS + 1_000 }).map(toTimestamp);
const actors = fc.constantFrom(ANA, BOB, CLEO);
const events: fc.Arbitrary<RequestEvent> = fc.oneof(
  fc.record({
    type: fc.constant("answer" as const),
    answer: fc.string().map((text) => ({ text })),
    by: actors,
  }),
  fc.record({
    type: fc.constant("approve" as const),
    vote: fc.record({ by: actors, digest: fc.constantFrom(DIGEST, DIGEST, "e2".repeat(32)) }),
  }),
  fc.record({ type: fc.constant("reject" as const), reason: fc.string(), by: actors }),
  fc.record({ type: fc.constant("cancel" as const), by: actors }),
  fc.record({ type: fc.constant("cancel" as const), reason: fc.string(), by: actors }),
  fc.constant({ type: "expire" as const }),
);
const born = fc
  .record({
    request: fc.constantFrom<OpenRequest>(openQuestion, openAuthorization, withVotes(2)),
    version: fc.integer({ min: 1, max: 1_000 }),
    expiresAt: fc.option(moments, { nil: undefined }),
  })
  .map(({ request, version, expiresAt }): OpenRequest => {
    const timed = expiresAt === undefined ? {} : { expiresAt };
    return Object.freeze({ ...request, version, ...timed });
  });
const histories = fc.array(fc.tuple(events, moments), { maxLength: 12 });

/** The value after the event; the same one where it is refused. */
function following(request: Request, event: RequestEvent, now: string): Request {
  try {
    return Object.freeze(transition(request, event, now));
  } catch (error) {
    expect(REFUSALS).toContain((error as { code?: string }).code);
    return request;
  }
}

function lastOf(request: OpenRequest, history: readonly (readonly [RequestEvent, string])[]) {
  let at: Request = request;
  for (const [event, now] of history) at = following(at, event, now);
  return at;
}

describe("in any history", () => {
  test("a closed request never changes", () => {
    fc.assert(
      fc.property(born, histories, (first, history) => {
        let request: Request = first;
        for (const [event, now] of history) {
          const next = following(request, event, now);
          if (request.status !== "open") expect(next).toBe(request);
          request = next;
        }
      }),
    );
  });

  test("the version rises by exactly one with a change, and stays without", () => {
    fc.assert(
      fc.property(born, histories, (first, history) => {
        let request: Request = first;
        for (const [event, now] of history) {
          const next = following(request, event, now);
          expect(next.version).toBe(next === request ? request.version : request.version + 1);
          request = next;
        }
      }),
    );
  });

  test("what was asked, of whom, by whom and until when stays as it was", () => {
    fc.assert(
      fc.property(born, histories, (first, history) => {
        const last = lastOf(first, history);
        const { status, version, ...asked } = first;
        expect(last.expiresAt).toBe(first.expiresAt);
        if (asked.kind === "question") expect(last).toMatchObject(asked);
        else {
          const { votes, ...authorization } = asked.authorization;
          expect(last).toMatchObject({ ...asked, authorization });
        }
      }),
    );
  });

  test("an approval has as many different people behind it as were demanded, and no more", () => {
    fc.assert(
      fc.property(born, histories, (first, history) => {
        const last = lastOf(first, history);
        if (last.kind !== "authorization") return;
        const { votes, demand, digest } = last.authorization;
        const people = new Set(votes.map(({ by }) => by.principal));
        expect(people.size).toBe(votes.length);
        expect(votes.every((vote) => vote.digest === digest)).toBe(true);
        if (last.status === "approved") expect(votes).toHaveLength(demand.quorum);
        else expect(votes.length).toBeLessThan(demand.quorum);
      }),
    );
  });

  test("the first of several answers is the one that stays", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (texts) => {
        let request: Request = openQuestion;
        for (const text of texts) {
          request = following(request, { type: "answer", answer: { text }, by: ANA }, NOW);
        }
        expect(request).toMatchObject({ status: "answered", answer: { text: texts[0] } });
      }),
    );
  });
});

describe("at any moment", () => {
  const around = fc.integer({ min: -2_000, max: 2_000 });
  const decision = { type: "approve", vote: { by: ANA, digest: DIGEST } } as const;

  test("either a decision is taken or an expiry is, never both and never neither", () => {
    fc.assert(
      fc.property(around, (offset) => {
        const request = { ...openAuthorization, expiresAt: NOW };
        const now = toTimestamp(NOW_MS + offset);
        const isApproved = following(request, decision, now).status === "approved";
        const isExpired = transition(request, { type: "expire" }, now).status === "expired";
        expect([isApproved, isExpired]).toEqual([offset < 0, offset >= 0]);
        expect(isDue(request, now)).toBe(offset >= 0);
      }),
    );
  });
});
