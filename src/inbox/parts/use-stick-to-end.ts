import { useLayoutEffect, useRef } from "preact/hooks";

const NEAR_PX = 80;

/** A list shows its end when it is opened, and what comes to whoever is at the end; nobody else is moved. */
export function useStickToEnd(shown: unknown) {
  const ref = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const note = () => {
      isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
    };
    box.addEventListener("scroll", note, { passive: true });
    return () => box.removeEventListener("scroll", note);
  }, []);
  useLayoutEffect(() => {
    if (isAtEnd.current) ref.current?.scrollTo({ top: ref.current.scrollHeight });
  }, [shown]);
  return ref;
}
