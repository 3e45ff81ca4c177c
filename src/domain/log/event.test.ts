import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  concernsAgent,
  EVENT_TYPES,
  type Event,
  type EventData,
  eventBody,
  eventCode,
  meaningOf,
} from "./event.ts";

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
    level: "HIGH",
    rule: "default",
    revision: "abc",
    permission: "per_01k00000000000000000000000",
    grant: "grt_01k00000000000000000000000",
    unattended: true,
    soleOperator: true,
    steppedUp: true,
    edited: true,
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

// Pinned: whoever watches a log goes by its codes, and none may come to mean something else.
describe("the codes of events", () => {
  test("are these", () => {
    expect(Object.fromEntries(EVENT_TYPES.map((type) => [eventCode(type), type]))).toEqual({
      EAR1001: "workspace.created",
      EAR1002: "principal.created",
      EAR1003: "key.created",
      EAR1004: "key.revoked",
      EAR1005: "passphrase.set",
      EAR1006: "passphrase.refused",
      EAR1007: "sign_in_link.created",
      EAR1008: "web_session.started",
      EAR1009: "web_session.ended",
      EAR1010: "web_session.revoked",
      EAR1011: "passkey.added",
      EAR1012: "passkey.removed",
      EAR1013: "passkey.refused",
      EAR1014: "operator.removed",
      EAR1015: "agent.halted",
      EAR1016: "agent.resumed",
      EAR1017: "channel.linked",
      EAR1018: "channel.unlinked",
      EAR1019: "attention.changed",
      EAR1020: "channel.unheard",
      EAR1021: "channel.heard",
      EAR1022: "invitation.created",
      EAR1023: "invitation.accepted",
      EAR1024: "key.rotated",
      EAR1029: "agent.tied",
      EAR1030: "subscription.set",
      EAR1031: "subscription.rotated",
      EAR1032: "subscription.removed",
      EAR1033: "replies.changed",
      EAR1034: "signer.stated",
      EAR1035: "signer.added",
      EAR1036: "signer.ended",
      EAR1037: "signer.owner_changed",
      EAR2001: "request.created",
      EAR2002: "request.answered",
      EAR2003: "request.answered_late",
      EAR2004: "request.cancelled",
      EAR2005: "request.expired",
      EAR2006: "request.approval_voted",
      EAR2007: "request.approved",
      EAR2008: "request.rejected",
      EAR2009: "request.decision_refused",
      EAR2010: "request.erased",
      EAR2011: "request.claimed",
      EAR2012: "request.released",
      EAR2013: "request.snoozed",
      EAR2014: "request.undeliverable",
      EAR2015: "request.shared",
      EAR2016: "request.reminded",
      EAR2017: "request.rerouted",
      EAR2018: "request.escalated",
      EAR2019: "request.abandoned",
      EAR2020: "request.assumed",
      EAR2021: "request.kept",
      EAR2022: "request.answered_by_permission",
      EAR2023: "request.demand_changed",
      EAR2024: "request.separated",
      EAR2025: "request.vote_revoked",
      EAR2026: "request.revoked",
      EAR2027: "request.edited",
      EAR2028: "request.responded",
      EAR2029: "request.asked_back",
      EAR2030: "request.answered_back",
      EAR2040: "request.assigned",
      EAR2041: "request.unassigned",
      EAR2042: "request.decision_held",
      EAR2043: "request.decision_undone",
      EAR2044: "request.decision_dropped",
      EAR2045: "test.ended",
      EAR3001: "grant.minted",
      EAR3002: "grant.redeemed",
      EAR3003: "grant.refused",
      EAR3004: "grant_key.rotated",
      EAR3005: "policy.changed",
      EAR3006: "permission.given",
      EAR3007: "permission.used",
      EAR3008: "permission.revoked",
      EAR3009: "grant.voided",
      EAR3010: "tool.pinned",
      EAR3012: "tools.offered",
      EAR3011: "permission.erased",
      EAR4001: "conversation.created",
      EAR4002: "message.created",
      EAR4006: "message.erased",
      EAR4003: "mailbox.acknowledged",
      EAR4004: "delivery.sent",
      EAR4005: "delivery.seen",
      EAR4007: "delivery.failed",
      EAR4008: "delivery.resent",
      EAR4009: "delivery.dropped",
      EAR4010: "message.held",
      EAR5001: "memory.written",
      EAR5002: "memory.deleted",
      EAR5003: "memory.restored",
      EAR5004: "tool.succeeded",
      EAR5005: "tool.failed",
      EAR5006: "skill.read",
      EAR5007: "skills.counted",
      EAR5008: "memory.erased",
      EAR6001: "log.sealed",
      EAR6002: "log.restored",
      EAR6003: "matter.erased",
      EAR6004: "log.went_back",
      EAR6005: "log.accepted",
      EAR6006: "clock.went_back",
      EAR6007: "clock.jumped",
      EAR7001: "session.created",
      EAR7002: "session.started",
      EAR7003: "session.released",
      EAR7004: "session.paused",
      EAR7005: "session.completed",
      EAR7006: "session.failed",
      EAR7007: "session.cancelled",
      EAR7008: "session.imported",
      EAR7009: "session.erased",
      EAR7010: "session.adopted",
      EAR7011: "agent.registered",
      EAR7012: "session.cancel_asked",
      EAR7013: "session.begun",
      EAR8001: "liaison.begun",
      EAR8002: "liaison.said",
      EAR8003: "liaison.replied",
      EAR8004: "liaison.moved",
      EAR8005: "liaison.erased",
      EAR8006: "liaison.shared",
      EAR8101: "task.created",
      EAR8102: "task.updated",
      EAR8103: "task.taken",
      EAR8104: "task.progressed",
      EAR8105: "task.completed",
      EAR8106: "task.feedback_received",
      EAR8107: "task.withdrawn",
      EAR8108: "task.feedback_withdrawn",
      EAR8109: "task.question_asked",
      EAR8110: "task.question_answered",
    });
  });

  test("are each given to one type", () => {
    expect(new Set(EVENT_TYPES.map(eventCode)).size).toBe(EVENT_TYPES.length);
    for (const type of EVENT_TYPES) expect(eventCode(type)).toMatch(/^EAR[1-8]\d{3}$/);
  });

  test.each(["request.delegated", "", "constructor", "__proto__"])(
    "leave %j, which this version does not know, without a meaning",
    (type) => {
      expect(eventCode(type)).toBe("EAR0000");
      expect(meaningOf(type)).toContain("does not know");
    },
  );
});
