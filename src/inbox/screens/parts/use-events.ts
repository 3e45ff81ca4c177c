import { useEffect, useRef } from "preact/hooks";
import type { Event } from "../../../domain/event.ts";
import { call } from "../../api.ts";
import { follow, onEvent, onReset } from "../../live.ts";

/** Follows the log from its end, where nobody does yet; what is loaded after it misses nothing. */
export async function ensureFollowing(): Promise<void> {
  const { seq } = (await call("GET /v1/events/last", {})) as { readonly seq: number };
  follow(seq);
}

/** Tells of each event while the component is shown, and when all that was loaded is void. */
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
