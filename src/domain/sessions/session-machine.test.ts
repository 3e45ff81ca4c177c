import { describe, expect, it } from "vitest";
import { present } from "../present.ts";
import { SESSION_STATUSES, type Session, type SessionStatus } from "./session.ts";
import { isClaimable, moveSession, type SessionEvent } from "./session-machine.ts";

const NOW = "2026-11-24T10:00:00.000Z";
const LATER = "2026-11-24T10:00:30.000Z";
const EARLIER = "2026-11-24T09:59:59.999Z";

function session(status: SessionStatus, given: Partial<Session> = {}): Session {
  const id = "ses_01arz3ndektsv4rrffq69g5fav" as const;
  return {
    id,
    workspace: "default",
    agent: "prn_01arz3ndektsv4rrffq69g5fav",
    agentName: "scout",
    cause: "message",
    task: "look",
    conversation: "cnv_01arz3ndektsv4rrffq69g5fav",
    lane: id,
    root: id,
    status,
    attempts: 0,
    epoch: 3,
    asked: false,
    posted: false,
    entries: 2,
    salt: "salt",
    createdAt: EARLIER,
    version: 4,
    ...present({ claim: status === "running" ? { host: "one", until: LATER } : undefined }),
    ...given,
  };
}

const EVENTS: Record<SessionEvent["type"], SessionEvent> = {
  claim: { type: "claim", claim: { host: "two", until: LATER } },
  begin: { type: "begin" },
  cancel: { type: "cancel", reason: "not needed" },
  continue: { type: "continue", by: "ses_01arz3ndektsv4rrffq69g5faw" },
  abandon: { type: "abandon", reason: "nobody answers" },
  lose: { type: "lose", reason: "restored" },
  renew: { type: "renew", epoch: 3, until: LATER },
  note: { type: "note", epoch: 3, entries: 1 },
  release: { type: "release", epoch: 3 },
  pause: {
    type: "pause",
    epoch: 3,
    waitsFor: { request: "req_01arz3ndektsv4rrffq69g5fav", kind: "question", call: "call_1" },
  },
  complete: { type: "complete", epoch: 3 },
  fail: { type: "fail", epoch: 3, reason: "no model" },
  end_cancelled: { type: "end_cancelled", epoch: 3 },
};

/** By a session that has ended for good. */
const REFUSED = {
  claim: "SESSION_CLOSED",
  cancel: "SESSION_CLOSED",
  lose: "SESSION_CLOSED",
  abandon: "SESSION_CLOSED",
  continue: "SESSION_CLOSED",
  begin: "SESSION_CLOSED",
};

/** What each event makes of each status; an error's code where it is refused. */
const TABLE: Record<SessionStatus, Partial<Record<SessionEvent["type"], string>>> = {
  pending: {
    begin: "queued",
    cancel: "cancelled",
    lose: "failed",
    claim: "SESSION_CLOSED",
    abandon: "SESSION_CLOSED",
    continue: "SESSION_CLOSED",
  },
  queued: {
    begin: "SESSION_CLOSED",
    claim: "running",
    cancel: "cancelled",
    lose: "failed",
    abandon: "SESSION_CLOSED",
    continue: "SESSION_CLOSED",
  },
  running: {
    begin: "SESSION_CLOSED",
    claim: "SESSION_CLOSED",
    cancel: "running",
    lose: "failed",
    abandon: "SESSION_CLOSED",
    renew: "running",
    note: "running",
    release: "queued",
    pause: "paused",
    complete: "completed",
    fail: "failed",
    end_cancelled: "cancelled",
    continue: "SESSION_CLOSED",
  },
  paused: {
    begin: "SESSION_CLOSED",
    claim: "SESSION_CLOSED",
    cancel: "cancelled",
    lose: "SESSION_CLOSED",
    abandon: "cancelled",
    continue: "paused",
  },
  completed: REFUSED,
  failed: REFUSED,
  cancelled: REFUSED,
};

function outcome(value: Session, event: SessionEvent, now = NOW): string {
  try {
    return moveSession(value, event, now).status;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe("every status × event of a session", () => {
  for (const status of SESSION_STATUSES) {
    for (const event of Object.values(EVENTS)) {
      const expected = TABLE[status][event.type] ?? "SESSION_LOST";
      it(`${status} × ${event.type}: ${expected}`, () => {
        const before = session(status);
        const copy = structuredClone(before);
        expect(outcome(before, event)).toBe(expected);
        expect(before).toEqual(copy);
      });
    }
  }
});

describe("the claim of a session", () => {
  it("is taken over once its time has run out, with the next epoch", () => {
    const running = session("running", { claim: { host: "one", until: NOW } });
    const next = moveSession(running, EVENTS.claim, NOW);
    expect(next).toMatchObject({ epoch: 4, attempts: 1, claim: { host: "two" }, version: 5 });
    expect(outcome(next, { type: "note", epoch: 3, entries: 1 })).toBe("SESSION_LOST");
    expect(outcome(next, { type: "note", epoch: 4, entries: 1 })).toBe("running");
  });

  it("lets its host write nothing at the moment it runs out, whoever holds it", () => {
    const running = session("running", { claim: { host: "one", until: NOW } });
    for (const type of ["note", "renew", "pause", "complete", "fail", "release"] as const) {
      expect(outcome(running, EVENTS[type])).toBe("SESSION_LOST");
    }
    expect(outcome(running, EVENTS.note, EARLIER)).toBe("running");
  });

  it("is had by queued sessions and by those whose host has gone", () => {
    expect(isClaimable(session("queued"), NOW)).toBe(true);
    expect(isClaimable(session("running"), NOW)).toBe(false);
    expect(isClaimable(session("running"), LATER)).toBe(true);
    expect(isClaimable(session("paused"), LATER)).toBe(false);
  });
});

describe("a session that is cancelled", () => {
  it("ends when its host hears of it", () => {
    const asked = moveSession(session("running"), EVENTS.cancel, NOW);
    expect(asked).toMatchObject({ status: "running", cancelAsked: true, reason: "not needed" });
    const ended = moveSession(asked, EVENTS.end_cancelled, NOW);
    expect(ended).toMatchObject({ status: "cancelled", reason: "not needed", endedAt: NOW });
    expect(ended).not.toHaveProperty("claim");
    expect(ended).not.toHaveProperty("cancelAsked");
  });

  it("ends at once where its host has gone", () => {
    const gone = session("running", { claim: { host: "one", until: EARLIER } });
    expect(moveSession(gone, EVENTS.cancel, NOW).status).toBe("cancelled");
  });
});

it("keeps what it waits for, for the session that goes on from it", () => {
  const paused = moveSession(session("running"), EVENTS.pause, NOW);
  expect(paused).toMatchObject({ status: "paused", asked: true, endedAt: NOW });
  expect(paused.waitsFor).toMatchObject({ kind: "question", call: "call_1" });
});
