import { describe, expect, test } from "vitest";
import { proposeReview } from "./review.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

describe("what the rules would do", () => {
  test.each([
    { days: 1.1, does: "remind", why: "waits_a_day" },
    { days: 3, does: "remind", why: "waits_a_day" },
    { days: 3.1, does: "escalate", why: "waits_three_days" },
    { days: 7.1, does: "escalate", why: "waits_a_week" },
    { days: 300, does: "escalate", why: "waits_a_week" },
  ])("after $days days: $does, since it $why", ({ days, does, why }) => {
    const proposal = proposeReview({ waitingMs: days * DAY, isAgentGone: false });
    expect(proposal).toEqual({ outcome: { do: does }, why });
  });

  test.each([
    { outcome: "remind", hours: 19, does: "keep" },
    { outcome: "remind", hours: 23, does: "escalate" },
    { outcome: "reroute", hours: 2, does: "keep" },
    { outcome: "escalate", hours: 24 * 6, does: "keep" },
    { outcome: "escalate", hours: 24 * 7 - 1, does: "escalate" },
    { outcome: "keep", hours: 24 * 6, does: "keep" },
    { outcome: "keep", hours: 24 * 7, does: "escalate" },
  ] as const)("$hours hours behind $outcome: $does", ({ outcome, hours, does }) => {
    const last = { outcome, agoMs: hours * HOUR };
    const proposal = proposeReview({ waitingMs: 20 * DAY, isAgentGone: false, last });
    expect(proposal.outcome).toEqual({ do: does });
  });

  test("of an agent that is gone: given up after a week, and not before", () => {
    const of = (days: number) => proposeReview({ waitingMs: days * DAY, isAgentGone: true });
    expect(of(8)).toEqual({ outcome: { do: "abandon" }, why: "agent_gone" });
    expect(of(2).outcome).toEqual({ do: "remind" });
  });

  test("never to assume, and never to approve", () => {
    for (let hours = 24; hours < 24 * 60; hours += 7) {
      for (const isAgentGone of [true, false]) {
        const { outcome } = proposeReview({ waitingMs: hours * HOUR, isAgentGone });
        expect(["remind", "escalate", "abandon"]).toContain(outcome.do);
      }
    }
  });
});
