import { signal } from "@preact/signals";

/** What a screen reader says next, without moving the focus. */
export const announced = signal("");

const APART_MS = 5_000;
let lastMs = Number.NEGATIVE_INFINITY;
let waiting: ReturnType<typeof setTimeout> | undefined;
let next = "";

/**
 * Announces it to a screen reader, at most once in five seconds; if several come sooner, only the
 * last.
 */
export function announce(text: string): void {
  next = text;
  if (waiting !== undefined) return;
  const waitMs = Math.max(0, lastMs + APART_MS - performance.now());
  waiting = setTimeout(() => {
    waiting = undefined;
    lastMs = performance.now();
    // The same words twice are announced twice.
    announced.value = announced.value === next ? `${next}\u00a0` : next;
  }, waitMs);
}
