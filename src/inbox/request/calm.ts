/*
 * After a decision the next request takes the place of the one that is gone. A key pressed once more out
 * of habit would decide something that nobody has looked at: for a moment keys that decide do nothing.
 */
const CALM_MS = 400;
const FOLLOWS_MS = 3_000;
let decidedAtMs = Number.NEGATIVE_INFINITY;

export function noteDecided(): void {
  decidedAtMs = performance.now();
}

/** Whether what appeared at `shownAtMs` came by itself a moment ago. */
export function isTooSoon(shownAtMs: number): boolean {
  const isNext = shownAtMs >= decidedAtMs && shownAtMs - decidedAtMs < FOLLOWS_MS;
  return isNext && performance.now() - shownAtMs < CALM_MS;
}
