import { useEffect, useRef } from "preact/hooks";
import { useEvents } from "./use-events.ts";

const BATCH_MS = 500;

/** Loads again what events of these types may have changed; many at once have it loaded once. */
export function useReload(types: RegExp, reload: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEvents(({ type }) => {
    if (!types.test(type) || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      reload();
    }, BATCH_MS);
  }, reload);
}
