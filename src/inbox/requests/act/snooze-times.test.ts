import { describe, expect, it } from "vitest";
import { snoozeFault, snoozeTimes } from "./snooze-times.ts";

describe("times to put a request off", () => {
  it("are in five minutes, a quarter of an hour, in an hour, this evening and tomorrow morning", () => {
    const times = snoozeTimes(new Date(2026, 10, 22, 14, 5));
    expect(times.map(({ label }) => label)).toEqual([
      "5 minutes",
      "15 minutes",
      "1 hour",
      "This evening, 18:00",
      "Tomorrow, 9:00",
    ]);
    expect(times.map(({ at }) => at)).toEqual([
      new Date(2026, 10, 22, 14, 10),
      new Date(2026, 10, 22, 14, 20),
      new Date(2026, 10, 22, 15, 5),
      new Date(2026, 10, 22, 18),
      new Date(2026, 10, 23, 9),
    ]);
  });

  it("leave the evening out once it is there", () => {
    expect(snoozeTimes(new Date(2026, 10, 30, 17, 45))).toHaveLength(4);
    expect(snoozeTimes(new Date(2026, 10, 30, 22))[3]?.at).toEqual(new Date(2026, 11, 1, 9));
  });

  it("of one's own lie in the next 30 days", () => {
    const now = new Date(2026, 10, 22, 14);
    expect(snoozeFault(new Date(2026, 10, 22, 15), { now })).toBeUndefined();
    expect(snoozeFault(new Date(2026, 10, 22, 13), { now })).toContain("future");
    expect(snoozeFault(new Date(2027, 0, 22), { now })).toContain("30 days");
    expect(snoozeFault(new Date(""), { now })).toContain("Choose");
  });

  it("end before the request does", () => {
    const now = new Date(2026, 10, 22, 14);
    const expiresAt = new Date(2026, 10, 22, 14, 10).toISOString();
    expect(snoozeTimes(now, expiresAt).map(({ label }) => label)).toEqual(["5 minutes"]);
    expect(snoozeFault(new Date(2026, 10, 22, 15), { now, expiresAt })).toContain("expired");
    expect(snoozeFault(new Date(2026, 10, 22, 14, 9), { now, expiresAt })).toBeUndefined();
  });
});
