import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Event } from "../../domain/log/event.ts";
import { createEventTail } from "./event-tail.ts";

const A = "default";
const B = "another";

/** Events `from` to `to`, as a commit brings them. */
function events(from: number, to: number, workspace = A): Event[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    workspace,
    seq: from + index,
    type: "message.created",
    at: "2026-11-21T09:30:00.000Z",
    subject: `msg_${from + index}`,
  }));
}

const seqs = (found: readonly Event[] | undefined) => found?.map(({ seq }) => seq);

describe("what follows an event", () => {
  test("is all that was appended behind it, in order", () => {
    const tail = createEventTail();
    tail.append(A, events(5, 6));
    tail.append(A, events(7, 7));
    expect(seqs(tail.since(A, 4))).toEqual([5, 6, 7]);
    expect(seqs(tail.since(A, 6))).toEqual([7]);
    expect(seqs(tail.since(A, 7))).toEqual([]);
  });

  test("is unknown further back than the tail reaches", () => {
    const tail = createEventTail();
    expect(tail.since(A, 0)).toBeUndefined();
    tail.append(A, events(5, 6));
    expect(tail.since(A, 3)).toBeUndefined();
    expect(tail.since(A, 0)).toBeUndefined();
  });

  test("is of its own workspace alone", () => {
    const tail = createEventTail();
    tail.append(A, events(1, 2));
    tail.append(B, events(1, 1, B));
    expect(tail.since(B, 0)).toEqual(events(1, 1, B));
    expect(seqs(tail.since(A, 0))).toEqual([1, 2]);
    expect(tail.since("third", 0)).toBeUndefined();
  });

  test("after a gap is known from behind the gap only", () => {
    const tail = createEventTail();
    tail.append(A, events(1, 3));
    tail.append(A, events(6, 7));
    expect(tail.since(A, 2)).toBeUndefined();
    expect(tail.since(A, 4)).toBeUndefined();
    expect(seqs(tail.since(A, 5))).toEqual([6, 7]);
  });

  test("is a list of its own: what is appended later does not change it", () => {
    const tail = createEventTail();
    tail.append(A, events(1, 1));
    const found = tail.since(A, 0);
    tail.append(A, events(2, 2));
    expect(seqs(found)).toEqual([1]);
  });

  test("reaches back a thousand events at least and not without end", () => {
    const tail = createEventTail();
    for (let seq = 1; seq <= 10_000; seq++) {
      tail.append(A, events(seq, seq));
      tail.since(A, seq);
    }
    expect(tail.since(A, 9_000)).toHaveLength(1_000);
    expect(tail.since(A, 7_000)).toBeUndefined();
  });

  test("is without gaps and repeats, for any sizes of commits and any start", () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 12 });
    fc.assert(
      fc.property(sizes, fc.nat(4_000), (commits, after) => {
        const tail = createEventTail();
        let last = 0;
        tail.since(A, 0);
        for (const size of commits) {
          tail.append(A, events(last + 1, last + size));
          last += size;
          tail.since(A, last);
        }
        const found = seqs(tail.since(A, Math.min(after, last)));
        const expected = seqs(events(Math.min(after, last) + 1, last));
        if (found !== undefined) expect(found).toEqual(expected);
        if (last - after < 1_000 && last > 0) expect(found).toBeDefined();
      }),
    );
  });
});

test("of a workspace that nobody follows little is kept, and of one that was forgotten nothing", () => {
  const tail = createEventTail();
  for (let seq = 1; seq <= 5_000; seq++) tail.append(A, events(seq, seq));
  expect(tail.since(A, 4_980)).toHaveLength(20);
  expect(tail.since(A, 4_900)).toBeUndefined();
  tail.forget(A);
  expect(tail.since(A, 4_980)).toBeUndefined();
});

describe("who waits for the next event", () => {
  test("is called once, at the next append to the workspace", () => {
    const tail = createEventTail();
    let calls = 0;
    tail.onNext(A, () => calls++);
    tail.append(B, events(1, 1, B));
    expect(calls).toBe(0);
    tail.append(A, events(1, 1));
    tail.append(A, events(2, 2));
    expect(calls).toBe(1);
  });

  test("finds the event there when called", () => {
    const tail = createEventTail();
    let found: readonly Event[] | undefined;
    tail.onNext(A, () => {
      found = tail.since(A, 0);
    });
    tail.append(A, events(1, 2));
    expect(seqs(found)).toEqual([1, 2]);
  });

  test("is not called by a commit without events", () => {
    const tail = createEventTail();
    let calls = 0;
    tail.onNext(A, () => calls++);
    tail.append(A, []);
    expect(calls).toBe(0);
  });

  test("is not called after it went away", () => {
    const tail = createEventTail();
    const called: string[] = [];
    tail.onNext(A, () => called.push("gone"))();
    tail.onNext(A, () => called.push("here"));
    tail.append(A, events(1, 1));
    expect(called).toEqual(["here"]);
  });

  test("may wait anew while being called, for the append after", () => {
    const tail = createEventTail();
    let calls = 0;
    const again = () => {
      calls++;
      tail.onNext(A, again);
    };
    tail.onNext(A, again);
    tail.append(A, events(1, 1));
    expect(calls).toBe(1);
    tail.append(A, events(2, 2));
    expect(calls).toBe(2);
  });

  test("is called at the stop, in every workspace, and whoever comes later at once", () => {
    const tail = createEventTail();
    const called: string[] = [];
    expect(tail.isStopped()).toBe(false);
    tail.onNext(A, () => called.push("a"));
    tail.onNext(B, () => called.push("b"));
    tail.stop();
    expect(tail.isStopped()).toBe(true);
    tail.onNext(A, () => called.push("late"))();
    expect(called).toEqual(["a", "b", "late"]);
  });
});
