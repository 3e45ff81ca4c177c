import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/**
 * For the control that has the focus when it appears; the HTML attribute works only when a page
 * loads.
 */
export function useFirstFocus<T extends HTMLElement>(wanted: boolean): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    if (wanted) ref.current?.focus();
  }, [wanted]);
  return ref;
}
