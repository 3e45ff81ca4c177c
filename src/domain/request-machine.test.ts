import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EarshotError } from "./errors.ts";
import type { ClosedRequest, OpenRequest, Request } from "./request.ts";
import { REQUEST_STATUSES } from "./request.ts";
import { closedError, isDue, type RequestEvent, transition } from "./request-machine.ts";
import type { Actor } from "./surface.ts";
import { toTimestamp } from "./timestamp.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 9, 30);
const NOW = toTimestamp(NOW_MS);
const EARLIER = toTimestamp(NOW_MS - 60_000);
const LATER = toTimestamp(NOW_MS + 60_000);

const AGENT = "prn_01k00000000000000000000000";
const ADA: Actor = { principal: "prn_01k00000000000000000000001", name: "ada", via: "console" };
const BOB: Actor = { principal: "prn_01k00000000000000000000002", name: "bob", via: "cli" };

const open: OpenRequest = {
  id: "req_01k00000000000000000000000",
  workspace: "default",
  kind: "question",
  agent: AGENT,
  agentName: "builder",
  conversation: "cnv_01k00000000000000000000000",
  to: ["ada"],
  question: { text: "Which pattern first?", form: { kind: "text" } },
  salt: "c2FsdHNhbHRzYWx0",
  createdAt: EARLIER,
  version: 1,
  status: "open",
};
const closing = { version: 2, closedAt: EARLIER } as const;

/** A request in every status, and open in each way that makes a difference. */
const STATES = {
  open,
  "open, not yet due": { ...open, expiresAt: LATER },
  "open but due": { ...open, expiresAt: NOW },
  "open but overdue": { ...open, expiresAt: EARLIER },
  answered: { ...open, ...closing, status: "answered", answer: { text: "B" }, closedBy: BOB },
  cancelled: { ...open, ...closing, status: "cancelled", reason: "solved", closedBy: BOB },
  expired: { ...open, ...closing, status: "expired", expiresAt: EARLIER },
} as const satisfies Record<string, Request>;
type State = keyof typeof STATES;

const EVENTS = {
  answer: { type: "answer", answer: { text: "A" }, by: ADA },
  cancel: { type: "cancel", reason: "no longer needed", by: ADA },
  expire: { type: "expire" },
} as const satisfies { readonly [T in RequestEvent["type"]]: Extract<RequestEvent, { type: T }> };
type EventName = keyof typeof EVENTS;

/** The status that follows, `same` value, or the status that REQUEST_CLOSED names. */
type Cell = "answered" | "cancelled" | "expired" | "same" | `refused as ${ClosedRequest["status"]}`;

const TABLE: Record<State, Record<EventName, Cell>> = {
  open: { answer: "answered", cancel: "cancelled", expire: "same" },
  "open, not yet due": { answer: "answered", cancel: "cancelled", expire: "same" },
  "open but due": {
    answer: "refused as expired",
    cancel: "refused as expired",
    expire: "expired",
  },
  "open but overdue": {
    answer: "refused as expired",
    cancel: "refused as expired",
    expire: "expired",
  },
  answered: { answer: "refused as answered", cancel: "refused as answered", expire: "same" },
  cancelled: { answer: "refused as cancelled", cancel: "refused as cancelled", expire: "same" },
  expired: { answer: "refused as expired", cancel: "refused as expired", expire: "same" },
};

/** What closing adds to the value, by the status that follows. */
const CLOSED_WITH = {
  answered: { answer: { text: "A" }, closedBy: ADA },
  cancelled: { reason: "no longer needed", closedBy: ADA },
  expired: {},
} as const;

function cells(): { state: State; event: EventName; cell: Cell }[] {
  return Object.entries(TABLE).flatMap(([state, row]) =>
    Object.entries(row).map(([event, cell]) => ({
      state: state as State,
      event: event as EventName,
      cell,
    })),
  );
}

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("every status × event", () => {
  test("the table covers every status and every event", () => {
    const statuses = new Set(Object.values(STATES).map(({ status }) => status));
    expect([...statuses].sort()).toEqual([...REQUEST_STATUSES].sort());
    expect(cells()).toHaveLength(Object.keys(STATES).length * Object.keys(EVENTS).length);
  });

  test.each(cells())("$state × $event: $cell", ({ state, event, cell }) => {
    const request: Request = STATES[state];
    const run = () => transition(request, EVENTS[event], NOW);
    if (cell === "same") {
      expect(run()).toBe(request);
    } else if (cell.startsWith("refused as ")) {
      const error = thrownBy(run);
      expect(error).toBeInstanceOf(EarshotError);
      expect(error).toMatchObject({
        code: "REQUEST_CLOSED",
        details: { id: request.id, status: cell.slice("refused as ".length) },
      });
    } else {
      const status = cell as keyof typeof CLOSED_WITH;
      const closed = { status, version: 2, closedAt: NOW, ...CLOSED_WITH[status] };
      expect(run()).toEqual({ ...request, ...closed });
    }
  });

  test("an event of another kind is a fault of the program, never a change", () => {
    const unknown = { type: "approve" } as unknown as RequestEvent;
    expect(() => transition(open, unknown, NOW)).toThrow(/Unknown event/);
  });

  test("a cancel without a reason leaves none behind", () => {
    const cancelled = transition(open, { type: "cancel", by: ADA }, NOW);
    expect(cancelled).not.toHaveProperty("reason");
  });
});

describe("what a late answer or cancel is told", () => {
  test("who answered, through what, and when", () => {
    expect(closedError(STATES.answered)).toMatchObject({
      message: `Request ${open.id} was answered by bob via cli at ${EARLIER}.`,
      details: { id: open.id, status: "answered", closedAt: EARLIER, closedBy: BOB },
    });
  });

  test("of an expired one, when it ended; nobody did it", () => {
    const error = closedError(STATES.expired);
    expect(error.message).toBe(`Request ${open.id} was expired at ${EARLIER}.`);
    expect(error.details).not.toHaveProperty("closedBy");
  });

  test("of a due one that no timer has expired yet, the moment at which its time ran out", () => {
    const late = () => transition(STATES["open but overdue"], EVENTS.answer, NOW);
    expect(thrownBy(late)).toMatchObject({ details: { status: "expired", closedAt: EARLIER } });
  });
});

const moments = fc.integer({ min: NOW_MS - 1_000, max: NOW_MS + 1_000 }).map(toTimestamp);
const actors = fc.constantFrom(ADA, BOB);
const events: fc.Arbitrary<RequestEvent> = fc.oneof(
  fc.record({
    type: fc.constant("answer" as const),
    answer: fc.string().map((text) => ({ text })),
    by: actors,
  }),
  fc.record({ type: fc.constant("cancel" as const), by: actors }),
  fc.record({ type: fc.constant("cancel" as const), reason: fc.string(), by: actors }),
  fc.constant({ type: "expire" as const }),
);
const openRequests = fc
  .record({
    version: fc.integer({ min: 1, max: 1_000 }),
    expiresAt: fc.option(moments, { nil: undefined }),
  })
  .map(({ version, expiresAt }): OpenRequest => {
    const request = { ...open, version, ...(expiresAt === undefined ? {} : { expiresAt }) };
    return Object.freeze(request);
  });
const histories = fc.array(fc.tuple(events, moments), { maxLength: 12 });

/** The value after the event; the same one where it is refused. */
function following(request: Request, event: RequestEvent, now: string): Request {
  try {
    return Object.freeze(transition(request, event, now));
  } catch (error) {
    expect(error).toMatchObject({ code: "REQUEST_CLOSED" });
    return request;
  }
}

describe("in any history", () => {
  test("a closed request never changes", () => {
    fc.assert(
      fc.property(openRequests, histories, (born, history) => {
        let request: Request = born;
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
      fc.property(openRequests, histories, (born, history) => {
        let request: Request = born;
        for (const [event, now] of history) {
          const next = following(request, event, now);
          expect(next.version).toBe(next === request ? request.version : request.version + 1);
          request = next;
        }
      }),
    );
  });

  test("question, agent, form, addressees and time of expiry stay as they were asked", () => {
    fc.assert(
      fc.property(openRequests, histories, (born, history) => {
        let request: Request = born;
        for (const [event, now] of history) request = following(request, event, now);
        const { status, version, ...asked } = born;
        expect(request).toMatchObject(asked);
        expect(request.expiresAt).toBe(born.expiresAt);
        expect(request).toHaveProperty("question", born.question);
      }),
    );
  });

  test("the first of several answers is the one that stays", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (texts) => {
        let request: Request = open;
        for (const text of texts) {
          request = following(request, { type: "answer", answer: { text }, by: ADA }, NOW);
        }
        expect(request).toMatchObject({ status: "answered", answer: { text: texts[0] } });
      }),
    );
  });
});

describe("the moment of expiry", () => {
  const around = fc.integer({ min: -2_000, max: 2_000 });

  test("an answer in the millisecond before it wins, one in its own millisecond is too late", () => {
    const request: OpenRequest = { ...open, expiresAt: NOW };
    const before = toTimestamp(NOW_MS - 1);
    expect(transition(request, EVENTS.answer, before).status).toBe("answered");
    expect(thrownBy(() => transition(request, EVENTS.answer, NOW))).toMatchObject({
      code: "REQUEST_CLOSED",
    });
  });

  test("at any moment either an answer is taken or an expiry is, never both and never neither", () => {
    fc.assert(
      fc.property(around, (offset) => {
        const request: OpenRequest = { ...open, expiresAt: NOW };
        const now = toTimestamp(NOW_MS + offset);
        const isAnswered = following(request, EVENTS.answer, now).status === "answered";
        const isExpired = transition(request, EVENTS.expire, now).status === "expired";
        expect([isAnswered, isExpired]).toEqual([offset < 0, offset >= 0]);
        expect(isDue(request, now)).toBe(offset >= 0);
      }),
    );
  });

  test("a request without one is never due", () => {
    expect(isDue(open, toTimestamp(Date.UTC(9999, 0)))).toBe(false);
  });

  test("a closed request is not due, however late it is", () => {
    expect(isDue({ ...STATES.answered, expiresAt: EARLIER }, LATER)).toBe(false);
  });
});
