import { expect, test } from "vitest";
import { createClockOffset } from "./clock-offset.ts";

/** An answer that took `took`, by a database that is `ahead`, which looked at its clock at `share` of it. */
function sample({ at = 0, took = 2, ahead = 0, share = 0.5 }) {
  return { databaseMs: at + took * share + ahead, askedAt: at, answeredAt: at + took };
}

test("the middle of the round trip is when the database told its time", () => {
  const offset = createClockOffset();
  expect(offset.ms()).toBe(0);
  offset.add(sample({ at: 1_000, took: 10, ahead: 500 }));
  expect(offset.ms()).toBe(500);
  expect(offset.errorMs()).toBe(5);
});

test("a shorter round trip wins over a longer one, whichever came first", () => {
  const offset = createClockOffset();
  offset.add(sample({ at: 0, took: 2, ahead: 100 }));
  offset.add(sample({ at: 10, took: 80, ahead: 100, share: 0 }));
  expect(offset.ms()).toBe(100);
  offset.add(sample({ at: 100, took: 1, ahead: 101 }));
  expect(offset.ms()).toBe(101);
});

test("what was measured half a minute ago counts no more", () => {
  const offset = createClockOffset();
  offset.add(sample({ at: 0, took: 1, ahead: 100 }));
  offset.add(sample({ at: 20_000, took: 6, ahead: 103 }));
  expect(offset.ms()).toBe(100);
  offset.add(sample({ at: 40_000, took: 8, ahead: 104 }));
  expect(offset.ms()).toBe(103);
});

test("a clock that was set is followed at once, forward and back", () => {
  const offset = createClockOffset();
  offset.add(sample({ at: 0, took: 1, ahead: 0 }));
  offset.add(sample({ at: 100, took: 20, ahead: 3_600_000 }));
  expect(offset.ms()).toBe(3_600_000);
  offset.add(sample({ at: 200, took: 20, ahead: -60_000 }));
  expect(offset.ms()).toBe(-60_000);
});

test("a commit that waited long for its disk is not taken for a clock that was set", () => {
  const offset = createClockOffset();
  offset.add(sample({ at: 0, took: 1, ahead: 0 }));
  offset.add(sample({ at: 100, took: 9_000, ahead: 0, share: 0 }));
  expect(offset.ms()).toBe(0);
});
