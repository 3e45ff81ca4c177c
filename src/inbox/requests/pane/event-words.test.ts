import { describe, expect, it } from "vitest";
import type { Event } from "../../../domain/log/event.ts";
import { historyWords } from "./event-words.ts";

const EVENT: Event = {
  workspace: "default",
  seq: 1,
  type: "request.approved",
  at: "2026-11-22T10:00:00.000Z",
  actor: "prn_01k00000000000000000000abc",
  subject: "req_1",
};

describe("a line of the history", () => {
  it("says who did what, how and where", () => {
    const names = new Map([[EVENT.actor ?? "prn_", "ana"]] as const);
    const event: Event = {
      ...EVENT,
      data: { edited: true, passkey: true, steppedUp: true, via: "inbox" },
    };
    expect(historyWords(event, names)).toBe(
      "ana approved, with other arguments, proved by passkey, via inbox",
    );
  });

  it("names by the end of the id who is not known", () => {
    expect(historyWords(EVENT, new Map())).toBe("…000abc approved");
  });

  it("says on which channel it was brought, and who had it brought again", () => {
    const names = new Map([[EVENT.actor ?? "prn_", "ana"]] as const);
    const { actor: _actor, ...sent } = EVENT;
    const data = { channel: "slack", via: "slack" };
    expect(historyWords({ ...sent, type: "delivery.sent", data }, names)).toBe(
      "It was sent on Slack",
    );
    expect(
      historyWords({ ...EVENT, type: "delivery.resent", data: { ...data, via: "inbox" } }, names),
    ).toBe("ana had it sent again on Slack, via inbox");
  });

  it("needs nobody where time did it, and a type of its own", () => {
    const { actor: _actor, ...event } = EVENT;
    expect(historyWords({ ...event, type: "request.expired" }, new Map())).toBe("Its time ran out");
  });
});
