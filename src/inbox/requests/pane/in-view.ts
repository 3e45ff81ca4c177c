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

/** Scrolls until the end of an element stands above the bar, however high that is. */
export function showEnd(element: Element | null, bar: Element | null): void {
  if (element === null) return;
  element.scrollIntoView({ block: "end" });
  const floor = Math.min(innerHeight, bar?.getBoundingClientRect().top ?? innerHeight);
  const covered = element.getBoundingClientRect().bottom - floor;
  if (covered > 0) (scrollAreaOf(element) ?? document.documentElement).scrollBy(0, covered);
}

function ceilingOf(element: Element): number {
  return Math.max(0, scrollAreaOf(element)?.getBoundingClientRect().top ?? 0);
}

function scrollAreaOf(element: Element): Element | undefined {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) {
      return at;
    }
  }
  return undefined;
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
