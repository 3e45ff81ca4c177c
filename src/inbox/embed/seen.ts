/*
 * Whether what is approved can be seen. A page can lay something over a frame, or make it invisible, so
 * that somebody presses a button whose words they never read. Where the browser tells whether a frame is
 * really visible, it has to have been for a while; elsewhere the button is pressed twice.
 */

/** Version 2 of the observer, which Chromium has: `isVisible` looks at what is drawn above, too. */
interface SeenEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

export const TELLS_SEEN =
  typeof IntersectionObserverEntry === "function" &&
  "isVisible" in IntersectionObserverEntry.prototype;

const SEEN_MS = 500;
/** The least that the browser takes between two looks. */
const LOOK_MS = 100;

export interface Seeing {
  /** Whether all of it has been visible for long enough. */
  isSeen(): boolean;
  stop(): void;
}

export function watchSeen(element: Element): Seeing {
  let since = Number.POSITIVE_INFINITY;
  const observer = new IntersectionObserver(
    (entries) => {
      const { isVisible } = (entries.at(-1) ?? {}) as SeenEntry;
      if (isVisible !== true) since = Number.POSITIVE_INFINITY;
      else since = Math.min(since, performance.now());
    },
    { threshold: [0, 0.5, 1], trackVisibility: true, delay: LOOK_MS } as IntersectionObserverInit,
  );
  observer.observe(element);
  return {
    isSeen: () => performance.now() - since >= SEEN_MS,
    stop: () => observer.disconnect(),
  };
}
