import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

/**
 * Whether all of an element can be seen now: below the top of its scroll area, and above the bar.
 */
export function isWhollyInView(element: Element | null, bar: Element | null): boolean {
  if (element === null) return false;
  const { top, bottom } = element.getBoundingClientRect();
  const floor = Math.min(innerHeight, bar?.getBoundingClientRect().top ?? innerHeight);
  return top >= ceilingOf(element) - 1 && bottom <= floor + 1;
}

function ceilingOf(element: Element): number {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) {
      return Math.max(0, at.getBoundingClientRect().top);
    }
  }
  return 0;
}

interface Watched {
  readonly end: RefObject<Element | null>;
  /** What covers its lower end. */
  readonly bar?: RefObject<Element | null>;
}

/** Whether an element has been on the screen, above the bar, since `key` last changed. */
export function useReached({ end, bar }: Watched, key: string): boolean {
  const [reached, setReached] = useState("");
  useEffect(() => {
    const element = end.current;
    if (element === null) return;
    let observer: IntersectionObserver | undefined;
    const observe = () => {
      observer?.disconnect();
      const top = bar?.current?.getBoundingClientRect().top ?? innerHeight;
      const covered = Math.max(0, Math.round(innerHeight - top));
      observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) setReached(key);
        },
        { rootMargin: `0px 0px -${covered}px 0px` },
      );
      observer.observe(element);
    };
    // The bar grows and shrinks with what has to be typed in it.
    const sizes = new ResizeObserver(observe);
    if (bar?.current) sizes.observe(bar.current);
    addEventListener("resize", observe);
    observe();
    return () => {
      observer?.disconnect();
      sizes.disconnect();
      removeEventListener("resize", observe);
    };
  }, [key, end, bar]);
  return reached === key;
}
