import type { Event } from "../../domain/log/event.ts";
import { EVENT_TYPES } from "../../domain/log/event-types.ts";
import { api } from "./api.ts";
import { isSignedOut } from "./me.ts";

/** What a stream reports to its holder. */
export interface StreamListener {
  onEvent(event: Event): void;
  onState(state: "live" | "away"): void;
  /** The log is a different one than before: `seq` is its newest event. */
  onReset(seq: number): void;
  /** Nobody is signed in any more. */
  onSignedOut(): void;
}

/** A stream of events that continues by itself after it breaks off. */
export interface Stream {
  close(): void;
}

const PAUSES_MS = [300, 1_000, 2_000, 5_000];

/** The number of the newest event that the signed-in person may see. */
export async function newestSeq(): Promise<number> {
  return (await api.lastEvent()).seq;
}

/** Opens the stream after the event `seq`. */
export function openStream(seq: number, listener: StreamListener): Stream {
  let after = seq;
  let source: EventSource | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function close(): void {
    clearTimeout(timer);
    timer = undefined;
    source?.close();
    source = undefined;
  }

  function open(): void {
    close();
    const stream = new EventSource(`/v1/events?follow=true&after=${after}`);
    source = stream;
    stream.onopen = () => {
      failures = 0;
      listener.onState("live");
    };
    stream.onerror = () => {
      listener.onState("away");
      // A stream that the server refused does not come back by itself; one that was cut off does.
      if (stream.readyState === EventSource.CLOSED) again();
    };
    for (const type of EVENT_TYPES) stream.addEventListener(type, tell);
  }

  function tell(message: MessageEvent<string>): void {
    const event = JSON.parse(message.data) as Event;
    if (event.seq <= after) return;
    after = event.seq;
    listener.onEvent(event);
  }

  function again(): void {
    close();
    const pauseMs = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)];
    failures += 1;
    timer = setTimeout(() => void retry(), pauseMs);
  }

  /** Finds out why the stream was refused, which an EventSource does not report. */
  async function retry(): Promise<void> {
    await withNewest((newest) => {
      if (newest < after) {
        after = newest;
        listener.onReset(newest);
      }
      open();
    });
  }

  /** A computer that slept may hold a dead stream without knowing it. */
  async function wake(): Promise<void> {
    if (source === undefined || document.visibilityState === "hidden") return;
    await withNewest((newest) => {
      timer = setTimeout(() => {
        if (source !== undefined && after < newest) open();
      }, 1_000);
    });
  }

  async function withNewest(act: (seq: number) => void): Promise<void> {
    try {
      const newest = await newestSeq();
      if (!ended.signal.aborted) act(newest);
    } catch (error) {
      if (ended.signal.aborted) return;
      if (isSignedOut(error)) listener.onSignedOut();
      else again();
    }
  }

  const ended = new AbortController();
  const { signal } = ended;
  document.addEventListener("visibilitychange", () => void wake(), { signal });
  addEventListener("online", () => void wake(), { signal });
  open();
  return {
    close() {
      ended.abort();
      close();
    },
  };
}
