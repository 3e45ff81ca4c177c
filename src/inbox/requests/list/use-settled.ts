import { useEffect, useRef, useState } from "preact/hooks";

const FAST_MS = 150;
const REST_MS = 90;

/**
 * Whether a value has come to rest. The selection is painted before what it selects is drawn, and
 * what is only passed on the way is not drawn at all, nor counted as seen.
 */
export function useSettled(value: string): boolean {
  const [settled, settle] = useState("");
  const changed = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (value === settled) return;
    const now = performance.now();
    const waitMs = now - changed.current < FAST_MS ? REST_MS : 0;
    changed.current = now;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => settle(value), waitMs);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value, settled]);
  return value === settled;
}
