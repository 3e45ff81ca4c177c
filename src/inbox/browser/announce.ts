import { signal } from "@preact/signals";

/** What is read aloud next, without taking the focus. */
export const announced = signal("");

const APART_MS = 5_000;
let lastMs = Number.NEGATIVE_INFINITY;
let waiting: ReturnType<typeof setTimeout> | undefined;
let next = "";

/** Says it to who listens, at most once in five seconds; of several that come sooner only the last. */
export function announce(text: string): void {
  next = text;
  if (waiting !== undefined) return;
  const waitMs = Math.max(0, lastMs + APART_MS - performance.now());
  waiting = setTimeout(() => {
    waiting = undefined;
    lastMs = performance.now();
    // The same words twice are said twice.
    announced.value = announced.value === next ? `${next}\u00a0` : next;
  }, waitMs);
}
