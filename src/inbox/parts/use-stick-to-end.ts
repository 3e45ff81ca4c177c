import { useLayoutEffect, useRef } from "preact/hooks";

const NEAR_PX = 80;

/** A list opens at its end, and follows new entries only while the reader is at the end. */
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
