import { describe, expect, onTestFinished, test, vi } from "vitest";
import { EarshotError } from "../domain/errors.ts";
import type { Event } from "../domain/log/event.ts";
import { settled } from "../testing/fake-clock.ts";
import { followEvents } from "./follow-events.ts";

const WAITS = { timeout: 30_000 };

const event = (seq: number): Event => ({
  workspace: "default",
  seq,
  type: "message.created",
  at: "2026-11-21T09:30:00.000Z",
  subject: `msg_${seq}`,
});
const message = (seq: number) => `id: ${seq}\ndata: ${JSON.stringify(event(seq))}\n\n`;

type Ending = "end" | "error" | "open";

/** A stream that brings these texts and then ends, breaks, or stays open until it is cancelled. */
function body(texts: readonly string[], ending: Ending = "end"): ReadableStream<Uint8Array> {
  const pieces = texts.map((text) => new TextEncoder().encode(text));
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece !== undefined) controller.enqueue(piece);
      else if (ending === "end") controller.close();
      else if (ending === "error") controller.error(new TypeError("terminated"));
    },
  });
}

/** Follows through these streams, one an attempt; an error stands for an attempt that failed. */
function follow(streams: (ReadableStream<Uint8Array> | Error)[], wanted: number) {
  const controller = new AbortController();
  const asked: number[] = [];
  const reopen = async (seen: number) => {
    asked.push(seen);
    const next = streams.shift();
    if (next === undefined) return body([], "open");
    if (next instanceof Error) throw next;
    return next;
  };
  const first = streams.shift() as ReadableStream<Uint8Array>;
  const { signal } = controller;

  async function read(): Promise<number[]> {
    const seen: number[] = [];
    for await (const { seq } of followEvents(first, { after: 0, reopen, signal })) {
      seen.push(seq);
      if (seen.length === wanted) controller.abort();
    }
    return seen;
  }
  return { read, asked, controller };
}

describe("a stream of events", () => {
  test("goes on behind the last event wherever it is cut", WAITS, async () => {
    const { read, asked } = follow(
      [
        body([message(1), message(2)]),
        body([message(3), message(4).slice(0, 20)], "error"),
        body([message(4), message(5)]),
      ],
      5,
    );
    expect(await read()).toEqual([1, 2, 3, 4, 5]);
    expect(asked).toEqual([2, 3]);
  });

  test("goes on from where it was told to begin where nothing has come yet", WAITS, async () => {
    const asked: number[] = [];
    const controller = new AbortController();
    const reopen = async (seen: number) => {
      asked.push(seen);
      return body([message(8)]);
    };
    const events = followEvents(body([]), { after: 7, reopen, signal: controller.signal });
    expect((await events.next()).value).toEqual(event(8));
    expect(asked).toEqual([7]);
    controller.abort();
    expect((await events.next()).done).toBe(true);
  });

  test("outlasts attempts that time can mend", WAITS, async () => {
    const { read, asked } = follow(
      [
        body([message(1)]),
        new EarshotError("UNREACHABLE", "Nobody there."),
        new TypeError("fetch failed"),
        body([message(2)]),
      ],
      2,
    );
    expect(await read()).toEqual([1, 2]);
    expect(asked).toEqual([1, 1, 1]);
  });

  test("ends with an error that no attempt can mend", WAITS, async () => {
    const refused = new EarshotError("NOT_SIGNED_IN", "The key was revoked.");
    const { read, asked } = follow([body([message(1)]), refused, body([message(2)])], 9);
    await expect(read()).rejects.toBe(refused);
    expect(asked).toEqual([1]);
  });
});

describe("the signal", () => {
  test("ends a stream that is cut, without another attempt", WAITS, async () => {
    const { read, asked } = follow([body([message(1)]), body([message(2)])], 1);
    expect(await read()).toEqual([1]);
    expect(asked).toEqual([]);
  });

  test("ends the pause before the next attempt", WAITS, async () => {
    // Time stands still: only the signal can end a pause.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const controller = new AbortController();
    const reopen = () => Promise.reject(new Error("there must be no further attempt"));
    const events = followEvents(body([]), { after: 0, reopen, signal: controller.signal });
    const next = events.next();
    await settled();
    expect(vi.getTimerCount()).toBe(1);
    controller.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  test("that has ended brings no attempt", WAITS, async () => {
    const reopen = () => Promise.reject(new Error("there must be no further attempt"));
    const events = followEvents(body([]), { after: 0, reopen, signal: AbortSignal.abort() });
    expect((await events.next()).done).toBe(true);
  });
});
