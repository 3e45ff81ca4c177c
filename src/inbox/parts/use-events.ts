import { useEffect, useRef } from "preact/hooks";
import type { Event } from "../../domain/log/event.ts";
import { onEvent, onReset } from "../server/live.ts";

/** Reports each event while the component is shown, and when everything loaded is void. */
export function useEvents(listener: (event: Event) => void, reset: () => void): void {
  const current = useRef({ listener, reset });
  current.current = { listener, reset };
  useEffect(() => {
    const endEvents = onEvent((event) => current.current.listener(event));
    const endResets = onReset(() => current.current.reset());
    return () => {
      endEvents();
      endResets();
    };
  }, []);
}
