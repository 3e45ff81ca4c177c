import { describe, expect, test } from "vitest";
import type { RequestId } from "../../domain/id.ts";
import type { Request } from "../../domain/requests/request.ts";
import { createFakeClock, settled } from "../../testing/fake-clock.ts";
import { awaitClose, createWaiters, type WaitEnd } from "./waiters.ts";

const ONE: RequestId = "req_01k00000000000000000000001";
const TWO: RequestId = "req_01k00000000000000000000002";

function closed(id: RequestId): Request {
  return {
    id,
    workspace: "default",
    kind: "question",
    agent: "prn_01k00000000000000000000000",
    agentName: "builder",
    conversation: "cnv_01k00000000000000000000000",
    to: [],
    question: { text: "Which?", form: { kind: "text" } },
    salt: "c2FsdHNhbHRzYWx0",
    createdAt: "2026-11-21T09:30:00.000Z",
    version: 2,
    status: "expired",
    closedAt: "2026-11-21T09:31:00.000Z",
  };
}

describe("waiters of a request", () => {
  test.each([1, 2, 5])("are all woken, each once, with the request: %d", (count) => {
    const waiters = createWaiters();
    const woken: (Request | "stopped")[] = [];
    for (let index = 0; index < count; index++) {
      waiters.attach(ONE, (request) => woken.push(request));
    }
    expect(waiters.count()).toBe(count);
    const request = closed(ONE);
    waiters.wake(request);
    expect(woken).toEqual(Array(count).fill(request));
    expect(waiters.count()).toBe(0);
    waiters.wake(request);
    expect(woken).toHaveLength(count);
  });

  test("do not hear of other requests", () => {
    const waiters = createWaiters();
    const woken: unknown[] = [];
    waiters.attach(ONE, (request) => woken.push(request));
    waiters.wake(closed(TWO));
    expect(woken).toEqual([]);
    expect(waiters.count()).toBe(1);
  });

  test("that went away are not called, and count no more", () => {
    const waiters = createWaiters();
    const woken: number[] = [];
    const detach = [0, 1, 2].map((index) => waiters.attach(ONE, () => woken.push(index)));
    detach[1]?.();
    detach[1]?.();
    expect(waiters.count()).toBe(2);
    waiters.wake(closed(ONE));
    expect(woken).toEqual([0, 2]);
    for (const goAway of detach) goAway();
    expect(waiters.count()).toBe(0);
  });

  test("may all go away and others come", () => {
    const waiters = createWaiters();
    const woken: string[] = [];
    for (const goAway of [0, 1].map(() => waiters.attach(ONE, () => woken.push("gone")))) goAway();
    expect(waiters.count()).toBe(0);
    waiters.attach(ONE, () => woken.push("here"));
    waiters.wake(closed(ONE));
    expect(woken).toEqual(["here"]);
  });

  test("may attach anew while they are woken, for the next time", () => {
    const waiters = createWaiters();
    let woken = 0;
    const again = () => {
      woken++;
      if (woken < 3) waiters.attach(ONE, again);
    };
    waiters.attach(ONE, again);
    waiters.wake(closed(ONE));
    expect([woken, waiters.count()]).toEqual([1, 1]);
    waiters.wake(closed(ONE));
    expect([woken, waiters.count()]).toEqual([2, 1]);
  });

  test("may send each other away while they are woken", () => {
    const waiters = createWaiters();
    const woken: string[] = [];
    let detachSecond = () => {};
    waiters.attach(ONE, () => {
      woken.push("first");
      detachSecond();
    });
    detachSecond = waiters.attach(ONE, () => woken.push("second"));
    waiters.wake(closed(ONE));
    expect(woken[0]).toBe("first");
    expect(waiters.count()).toBe(0);
  });
});

describe("the stop", () => {
  test("sends every waiter away, and each who comes later", () => {
    const waiters = createWaiters();
    const ends: (Request | "stopped")[] = [];
    waiters.attach(ONE, (end) => ends.push(end));
    waiters.attach(ONE, (end) => ends.push(end));
    waiters.attach(TWO, (end) => ends.push(end));
    waiters.stop();
    expect(ends).toEqual(["stopped", "stopped", "stopped"]);
    waiters.attach(TWO, (end) => ends.push(end))();
    expect(ends).toHaveLength(4);
    expect(waiters.count()).toBe(0);
  });
});

describe("a wait", () => {
  function start(
    ids: readonly RequestId[],
    options: { holdMs?: number; signal?: AbortSignal } = {},
  ) {
    const clock = createFakeClock();
    const waiters = createWaiters();
    const held = awaitClose({ waiters, clock }, ids, { holdMs: 1_000, ...options });
    let end: WaitEnd | "waiting" = "waiting";
    const outcome = held.closed.then(
      (value) => {
        end = value;
      },
      (error) => {
        end = error;
      },
    );
    return { clock, waiters, held, outcome, now: () => end };
  }

  test("ends with the first of its requests that closes, and leaves no waiter behind", async () => {
    const { waiters, outcome, now } = start([ONE, TWO]);
    expect(waiters.count()).toBe(2);
    waiters.wake(closed(TWO));
    await outcome;
    expect(now()).toEqual(closed(TWO));
    expect(waiters.count()).toBe(0);
  });

  test("ends when the hold is over, and not before", async () => {
    const { clock, waiters, now } = start([ONE]);
    await clock.advance(999);
    expect(now()).toBe("waiting");
    await clock.advance(1);
    await settled();
    expect(now()).toBe("timeout");
    expect(waiters.count()).toBe(0);
  });

  test("that has ended is not ended again by its time", async () => {
    const { clock, waiters, outcome, now } = start([ONE]);
    waiters.wake(closed(ONE));
    await outcome;
    await clock.advance(10_000);
    expect(now()).toEqual(closed(ONE));
  });

  test("ends with its signal", async () => {
    const controller = new AbortController();
    const { waiters, outcome, now } = start([ONE], { signal: controller.signal });
    controller.abort(new Error("went away"));
    await outcome;
    expect(now()).toBe("aborted");
    expect(waiters.count()).toBe(0);
  });

  test("under a signal that has ended never begins", async () => {
    const { waiters, outcome, now } = start([ONE], { signal: AbortSignal.abort() });
    expect(waiters.count()).toBe(0);
    await outcome;
    expect(now()).toBe("aborted");
  });

  test("that is cancelled leaves nothing behind and hears of nothing", async () => {
    const controller = new AbortController();
    const { clock, waiters, held, now } = start([ONE, TWO], { signal: controller.signal });
    held.cancel();
    expect(waiters.count()).toBe(0);
    waiters.wake(closed(ONE));
    controller.abort(new Error("went away"));
    await clock.advance(10_000);
    await settled();
    expect(now()).toBe("waiting");
  });

  test("after the stop is sent away at once", async () => {
    const clock = createFakeClock();
    const waiters = createWaiters();
    waiters.stop();
    const held = awaitClose({ waiters, clock }, [ONE, TWO], { holdMs: 1_000 });
    await expect(held.closed).resolves.toBe("stopped");
    expect(waiters.count()).toBe(0);
  });
});
