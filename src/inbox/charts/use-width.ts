import { useLayoutEffect, useRef, useState } from "preact/hooks";

const LEAST = 240;

/** The width there is, so that a chart is drawn in real pixels and its words keep their size. */
export function useWidth<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(LEAST);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const note = () => setWidth(Math.max(Math.floor(box.clientWidth), LEAST));
    note();
    const observer = new ResizeObserver(note);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
