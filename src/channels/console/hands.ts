/** Somebody who has touched no key for this long has looked up and seen what changed. */
const REST_MS = 1_000;
/** A prompt that replaces another must stand this long before Enter can be meant for it. */
const READ_MS = 500;

/**
 * Tells when the hands at the keyboard rest, and how long Enter is held because it was meant for
 * the previous prompt. It reads no clock: each call passes the time in milliseconds.
 */
export interface Hands {
  /**
   * Registers a key; true while Enter is held. Continued typing extends the hold, because the
   * typist has not looked up.
   */
  press(nowMs: number): boolean;
  isHeld(nowMs: number): boolean;
  /** Whether a held Enter does nothing on an empty line, or on a line with text. */
  holds(isEmpty: boolean): boolean;
  /** How long until the hands rest that type without a prompt. */
  restMs(nowMs: number): number;
  /** Only hands that rest from now on have seen what is on the screen. */
  restFrom(nowMs: number): void;
  /** The keys of an answer do not delay the next question. */
  answered(): void;
  /** The next question replaces something else on the screen. */
  turn(): void;
  /** A prompt is shown. Type-ahead is fine for a program that asks one thing after another. */
  ask(nowMs: number, isTypedAhead: boolean): void;
  /**
   * The prompt was removed, perhaps during typing; what is typed from now on is meant for nothing
   * else.
   */
  release(nowMs: number, isHidden: boolean): void;
}

export function createHands(): Hands {
  /** Registers keys that no prompt asked for. */
  let lastKeyAt = Number.NEGATIVE_INFINITY;
  let pressedAt = Number.NEGATIVE_INFINITY;
  let isTurned = false;
  let heldUntil = Number.NEGATIVE_INFINITY;
  /** Within one dialogue the next prompt is expected, so only a double Enter is held. */
  let holdsOnlyEmpty = false;
  const isHeld = (nowMs: number) => nowMs < heldUntil;
  return {
    isHeld,
    press(nowMs) {
      pressedAt = nowMs;
      const held = isHeld(nowMs);
      if (held) heldUntil = nowMs + READ_MS;
      else lastKeyAt = nowMs;
      return held;
    },
    holds: (isEmpty) => isEmpty || !holdsOnlyEmpty,
    restMs: (nowMs) => lastKeyAt + REST_MS - nowMs,
    restFrom(nowMs) {
      heldUntil = Number.NEGATIVE_INFINITY;
      lastKeyAt = nowMs;
    },
    answered() {
      lastKeyAt = Number.NEGATIVE_INFINITY;
    },
    turn() {
      isTurned = true;
    },
    ask(nowMs, isTypedAhead) {
      const isMoving = isHeld(nowMs) || nowMs - pressedAt < REST_MS;
      holdsOnlyEmpty = !isTurned;
      if (isMoving && (isTurned || !isTypedAhead)) heldUntil = nowMs + READ_MS;
      isTurned = false;
    },
    release(nowMs, isHidden) {
      isTurned = true;
      holdsOnlyEmpty = false;
      pressedAt = nowMs;
      lastKeyAt = isHidden ? nowMs : Number.NEGATIVE_INFINITY;
      heldUntil = isHidden ? Number.NEGATIVE_INFINITY : nowMs + READ_MS;
    },
  };
}
