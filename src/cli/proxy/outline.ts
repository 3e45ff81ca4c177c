const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING: readonly number[] = [0x7b, 0x5b];
const CLOSING: readonly number[] = [0x7d, 0x5d];
const MAX_KEPT = 4_096;

/**
 * The outer parts of a JSON text of any length: `{"result":{},"id":5}` of one with a long result.
 */
export interface Outline {
  feed(bytes: Uint8Array): void;
  /** Undefined if the outer part itself is long. */
  text(): string | undefined;
}

export function createOutline(): Outline {
  let kept = "";
  let depth = 0;
  let isInText = false;
  let isEscaped = false;

  function move(byte: number): void {
    if (isInText) {
      const isEnd = byte === QUOTE && !isEscaped;
      isEscaped = byte === BACKSLASH && !isEscaped;
      isInText = !isEnd;
    } else if (byte === QUOTE) isInText = true;
    else if (OPENING.includes(byte)) depth += 1;
    else if (CLOSING.includes(byte)) depth -= 1;
  }

  return {
    feed(bytes) {
      for (const byte of bytes) {
        const wasOutside = depth < 2;
        move(byte);
        if ((wasOutside || depth < 2) && kept.length <= MAX_KEPT) kept += String.fromCharCode(byte);
      }
    },
    text: () => (kept.length > MAX_KEPT ? undefined : kept),
  };
}
