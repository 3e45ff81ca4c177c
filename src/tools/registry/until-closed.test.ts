import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EarshotError } from "../../domain/errors.ts";
import { type Waited, waited } from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { anOpenRequest, answeredWith } from "../../testing/builders.ts";
import { untilClosed } from "./until-closed.ts";

const open = anOpenRequest();
const closed = answeredWith(open, "yes");
const away = new EarshotError("UNREACHABLE", "Nobody there.");
const signal = new AbortController().signal;

/** Waits that come out like this, one after another; the last for ever. */
function waiting(...outcomes: (Waited | Error)[]) {
  const told: { holds: number[] } & Pick<Earshot, "wait"> = {
    holds: [],
    async wait({ holdMs = 0 }, options) {
      const outcome = outcomes[Math.min(told.holds.length, outcomes.length - 1)];
      told.holds.push(holdMs);
      options?.signal?.throwIfAborted();
      if (outcome === undefined || outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
  return told;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("it waits in stretches until the request has closed", async () => {
  const earshot = waiting(waited(open), waited(open), waited(closed));
  const result = untilClosed(earshot, open.id, signal);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await result).toEqual(closed);
  expect(earshot.holds).toEqual([50_000, 50_000, 50_000]);
});

test("a server that is away for an hour is only a delay", async () => {
  const times = 7_200;
  const earshot = waiting(...Array.from({ length: times }, () => away), waited(closed));
  const result = untilClosed(earshot, open.id, signal);
  await vi.advanceTimersByTimeAsync(times * 500);
  expect(await result).toEqual(closed);
});

test("a server that sends everyone away at once is asked twice a second, not more", async () => {
  const earshot = waiting(waited(open));
  const caller = new AbortController();
  const result = untilClosed(earshot, open.id, caller.signal).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(earshot.holds.length).toBeLessThanOrEqual(21);
  const reason = new Error("gone");
  caller.abort(reason);
  expect(await result).toBe(reason);
});

test("what no repetition can mend is thrown", async () => {
  const unknown = new EarshotError("NOT_FOUND", "No such request.");
  await expect(untilClosed(waiting(unknown), open.id, signal)).rejects.toBe(unknown);
});

test("a caller who has gone ends it at once", async () => {
  const reason = new Error("gone");
  const ended = untilClosed(waiting(away), open.id, AbortSignal.abort(reason));
  await expect(ended).rejects.toBe(reason);
});
