import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** Until the first row is measured; matches the style sheet at the usual font size. */
const ROW_PX = 84;
const STEP = 8;
const MARGIN = 8;
/** For the first drawing, so that the visible part appears sooner. */
const FIRST_MARGIN = 0;

export interface Span {
  readonly from: number;
  readonly to: number;
  readonly rowPx: number;
  /** Anything further down is out of sight. */
  readonly end: number;
}

/** Which of `count` rows of equal height are in the document, however many there are. */
export function useWindow(box: RefObject<HTMLElement | null>, count: number): Span {
  const top = useSignal(0);
  const height = useSignal(900);
  const rowPx = useSignal(ROW_PX);
  const margin = useSignal(FIRST_MARGIN);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    // In steps, so that scrolling seldom draws anything again.
    const shift = () => {
      const first = Math.floor(element.scrollTop / rowPx.value);
      top.value = Math.floor(first / STEP) * STEP;
    };
    const look = () => {
      const row = element.querySelector("li");
      if (row !== null && row.offsetHeight > 0) rowPx.value = row.offsetHeight;
      height.value = element.clientHeight;
      shift();
    };
    let soon: ReturnType<typeof setTimeout> | undefined;
    const scrolled = () => {
      const isDrawn = Math.abs(element.scrollTop / rowPx.value - top.peek()) < margin.peek() / 2;
      if (!isDrawn) shift();
      // What comes into sight is there already, and its frame does not wait for more of its kind.
      else
        soon ??= setTimeout(() => {
          soon = undefined;
          shift();
        });
    };
    look();
    const size = new ResizeObserver(look);
    size.observe(element);
    element.addEventListener("scroll", scrolled, { passive: true });
    const timer = setTimeout(() => {
      margin.value = MARGIN;
    }, 100);
    return () => {
      clearTimeout(timer);
      clearTimeout(soon);
      size.disconnect();
      element.removeEventListener("scroll", scrolled);
    };
  }, [box, count === 0]);
  const end = top.value + Math.ceil(height.value / rowPx.value) + STEP;
  const from = Math.max(0, Math.min(top.value - margin.value, count - 1));
  return { from, to: Math.min(count, end + margin.value), rowPx: rowPx.value, end };
}
