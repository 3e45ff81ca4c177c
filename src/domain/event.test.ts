import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { concernsAgent, type Event, type EventData, eventBody } from "./event.ts";

const AGENT = "prn_01k00000000000000000000000";
const ADA = "prn_01k00000000000000000000001";
const event: Event = {
  workspace: "default",
  seq: 7,
  type: "request.answered",
  at: "2026-11-21T09:30:00.000Z",
  actor: ADA,
  subject: "req_01k00000000000000000000000",
  agent: AGENT,
  data: { digest: "abc", via: "console" },
};

describe("the text that is hashed", () => {
  // Pinned: with any other text no log of an earlier version would verify.
  test("is this, to the letter", () => {
    expect(eventBody(event)).toBe(
      `{"v":1,"workspace":"default","seq":7,"type":"request.answered","at":"2026-11-21T09:30:00.000Z","actor":"${ADA}","subject":"req_01k00000000000000000000000","agent":"${AGENT}","data":{"digest":"abc","via":"console"}}`,
    );
  });

  test("leaves out what is absent", () => {
    const { actor, agent, data, ...least } = event;
    expect(eventBody(least)).toBe(
      `{"v":1,"workspace":"default","seq":7,"type":"request.answered","at":"2026-11-21T09:30:00.000Z","subject":"req_01k00000000000000000000000"}`,
    );
  });

  const facts: EventData = {
    digest: "abc",
    via: "cli",
    message: "msg_01k00000000000000000000000",
    name: "ada",
    kind: "person",
    version: 3,
    from: 1,
    run: "run-1",
    error: "TimedOut",
  };

  /** The same value with its properties held in another order. */
  const shuffled = <T extends object>(value: T) =>
    fc
      .shuffledSubarray(Object.entries(value), { minLength: Object.keys(value).length })
      .map((entries) => Object.fromEntries(entries) as T);

  test("does not depend on the order in which properties and facts are held", () => {
    const body = eventBody({ ...event, data: facts });
    fc.assert(
      fc.property(shuffled(event), shuffled(facts), (held, data) => {
        expect(eventBody({ ...held, data })).toBe(body);
      }),
    );
  });

  test("changes with every property and every fact of the event", () => {
    const whole: Event = { ...event, data: facts };
    const bodies = new Set([eventBody(whole)]);
    for (const key of Object.keys(event).filter((name) => name !== "data")) {
      bodies.add(eventBody({ ...whole, [key]: "other" }));
    }
    for (const key of Object.keys(facts)) {
      bodies.add(eventBody({ ...whole, data: { ...facts, [key]: "other" } }));
    }
    expect(bodies.size).toBe(1 + (Object.keys(event).length - 1) + Object.keys(facts).length);
  });

  test("covers facts that this version does not know, so that none can be slipped in", () => {
    const slipped = { ...facts, approved: true } as EventData;
    expect(eventBody({ ...event, data: slipped })).not.toBe(eventBody({ ...event, data: facts }));
  });
});

describe("an agent may read", () => {
  test("what concerns it", () => {
    expect(concernsAgent(event, AGENT)).toBe(true);
  });

  test("what it did", () => {
    const { agent, ...own } = event;
    expect(concernsAgent({ ...own, actor: AGENT }, AGENT)).toBe(true);
  });

  test("nothing else", () => {
    const { agent, actor, ...other } = event;
    expect(concernsAgent({ ...other, subject: AGENT }, AGENT)).toBe(false);
    expect(concernsAgent({ ...event, agent: ADA }, AGENT)).toBe(false);
  });
});
