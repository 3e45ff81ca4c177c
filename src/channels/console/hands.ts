/** Whoever has not touched a key for this long has looked up and sees what has changed. */
const REST_MS = 1_000;
/** A prompt in the place of another has to stand for so long before Enter can be meant for it. */
const READ_MS = 500;

/**
 * When the hands at the keys rest, and until when Enter is held: it was meant for what stood there
 * before. Nothing here reads a clock; each call says what time it is, in milliseconds.
 */
export interface Hands {
  /** A key is pressed; true while Enter is held. Hands that go on typing have not looked up, and hold it longer. */
  press(nowMs: number): boolean;
  isHeld(nowMs: number): boolean;
  /** Whether an Enter that is held ends nothing on a line that is empty, or on one that is not. */
  holds(isEmpty: boolean): boolean;
  /** How long until the hands rest that type what no prompt asked for. */
  restMs(nowMs: number): number;
  /** Only hands that rest from now on have seen what is on the screen. */
  restFrom(nowMs: number): void;
  /** The keys of an answer do not hold up the next question. */
  answered(): void;
  /** What is asked next takes the place of something else. */
  turn(): void;
  /** A prompt is shown; a program that asks one thing after another may be typed ahead. */
  ask(nowMs: number, isTypedAhead: boolean): void;
  /** The prompt was taken away, perhaps under moving hands: what they go on typing is meant for nothing else. */
  release(nowMs: number, isHidden: boolean): void;
}

export function createHands(): Hands {
  /** Of keys that nothing had asked for. */
  let lastKeyAt = Number.NEGATIVE_INFINITY;
  let pressedAt = Number.NEGATIVE_INFINITY;
  let isTurned = false;
  let heldUntil = Number.NEGATIVE_INFINITY;
  /** Within one dialogue the next prompt is expected, and only Enter pressed twice is held. */
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
