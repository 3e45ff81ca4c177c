import { describe, expect, test } from "vitest";
import { LONGEST_LEAP_MS, LONGEST_PAUSE_MS } from "../../domain/limits.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../domain/time.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createSteadyClock } from "./steady-clock.ts";

const START = Date.UTC(2026, 5, 1);

function open(lastMs?: number) {
  const system = createFakeClock(START);
  const clock = createSteadyClock(system);
  if (lastMs !== undefined) clock.begin(lastMs);
  const isWaiting = () => clock.standing().isWaiting;
  return { system, clock, isWaiting, now: () => clock.now() - START };
}

describe("a clock that is right", () => {
  test("is followed", async () => {
    const { system, clock, now } = open();
    await system.advance(1_234);
    expect(now()).toBe(1_234);
    expect(clock.standing()).toMatchObject({ toldMs: START + 1_234, isWaiting: false });
  });

  test("is followed over a small leap, and over any sleep", () => {
    const { system, now, isWaiting } = open();
    system.set(LONGEST_LEAP_MS);
    expect(now()).toBe(LONGEST_LEAP_MS);
    system.jump(3 * DAY_MS);
    expect(now()).toBe(LONGEST_LEAP_MS + 3 * DAY_MS);
    expect(isWaiting()).toBe(false);
  });

  test("may be slewed all the time, as by 500 parts in a million", async () => {
    const { system, clock, isWaiting } = open();
    for (let hour = 0; hour < 72; hour++) {
      await system.advance(HOUR_MS);
      system.set(0.0005 * HOUR_MS);
      clock.now();
    }
    expect(isWaiting()).toBe(false);
  });

  test("may be read thousands of times a second", async () => {
    const { system, clock, isWaiting } = open();
    const rounded = createSteadyClock({ ...system, now: () => Math.floor(system.now()) });
    for (let read = 0; read < 50_000; read++) {
      await Promise.resolve();
      system.jump(0.1);
      rounded.now();
      clock.now();
    }
    expect(rounded.now() - START).toBeCloseTo(5_000, -1);
    expect(isWaiting()).toBe(false);
  });
});

describe("a clock that is set back", () => {
  test("takes no time back: it goes on, a tenth slower", async () => {
    const { system, clock, now } = open();
    await system.advance(MINUTE_MS);
    expect(now()).toBe(MINUTE_MS);
    system.set(-HOUR_MS);
    expect(now()).toBe(MINUTE_MS);
    await system.advance(10 * SECOND_MS);
    expect(now()).toBe(MINUTE_MS + 9 * SECOND_MS);
    expect(clock.standing()).toMatchObject({ isWaiting: false, setBacks: 1 });
  });

  test("is followed again once it has caught up", async () => {
    const { system, clock, now } = open();
    system.set(-MINUTE_MS);
    for (let second = 0; second < 700; second++) {
      await system.advance(SECOND_MS);
      clock.now();
    }
    expect(now()).toBe(700 * SECOND_MS - MINUTE_MS);
  });

  test("is counted once, however long it is behind", async () => {
    const { system, clock } = open();
    system.set(-DAY_MS);
    for (let hour = 0; hour < 5; hour++) {
      await system.advance(HOUR_MS);
      clock.now();
    }
    expect(clock.standing().setBacks).toBe(1);
  });

  test("may be set right again by as much as it was set back", () => {
    const { system, now, isWaiting } = open();
    system.set(-DAY_MS);
    now();
    system.set(DAY_MS);
    expect(now()).toBe(0);
    expect(isWaiting()).toBe(false);
  });
});

describe("a clock that jumps ahead", () => {
  test("waits for a person, while time goes on as before", async () => {
    const { system, clock, now, isWaiting } = open();
    system.set(LONGEST_LEAP_MS + 1);
    expect(now()).toBe(0);
    await system.advance(SECOND_MS);
    expect(now()).toBe(SECOND_MS);
    expect(isWaiting()).toBe(true);
    expect(clock.standing().jumps).toBe(1);
  });

  test("waits no more when it comes back", async () => {
    const { system, now, isWaiting } = open();
    system.set(DAY_MS);
    now();
    await system.advance(SECOND_MS);
    system.set(-DAY_MS);
    expect(isWaiting()).toBe(false);
    expect(now()).toBe(SECOND_MS);
  });

  test("waits no more when the log is there", async () => {
    const { system, clock, now, isWaiting } = open();
    system.set(DAY_MS);
    clock.reached(START + DAY_MS);
    expect(now()).toBe(DAY_MS);
    expect(isWaiting()).toBe(false);
    await system.advance(SECOND_MS);
    expect(now()).toBe(DAY_MS + SECOND_MS);
  });

  test("waits too if it creeps ahead", async () => {
    const { system, clock, isWaiting } = open();
    const leaps = Array.from({ length: 4 }, () => 4 * MINUTE_MS);
    for (const ms of leaps) {
      await system.advance(HOUR_MS);
      system.set(ms);
      clock.now();
    }
    expect(isWaiting()).toBe(true);
  });

  test("may leap as far again the next day", async () => {
    const { system, clock, isWaiting } = open();
    system.set(LONGEST_LEAP_MS);
    clock.now();
    await system.advance(DAY_MS);
    system.set(LONGEST_LEAP_MS);
    expect(isWaiting()).toBe(false);
  });
});

describe("a start", () => {
  test("takes a pause up to the longest, and no longer one", () => {
    expect(open(START - LONGEST_PAUSE_MS).isWaiting()).toBe(false);
    const late = open(START - LONGEST_PAUSE_MS - 1);
    expect(late.isWaiting()).toBe(true);
    expect(late.now()).toBe(-LONGEST_PAUSE_MS - 1);
  });

  test("with a clock behind the log goes on from the log", async () => {
    const { system, clock, now } = open(START + HOUR_MS);
    expect(now()).toBe(HOUR_MS);
    await system.advance(10 * SECOND_MS);
    expect(now()).toBe(HOUR_MS + 9 * SECOND_MS);
    expect(clock.standing().setBacks).toBe(1);
  });

  test("before the clock is right may be as long ago as any, as on a machine that keeps no time", () => {
    const { system, now, isWaiting } = open(START + HOUR_MS);
    system.set(HOUR_MS + 20 * DAY_MS);
    expect(isWaiting()).toBe(false);
    expect(now()).toBe(HOUR_MS + 20 * DAY_MS);
    system.set(DAY_MS);
    expect(isWaiting()).toBe(true);
  });
});
