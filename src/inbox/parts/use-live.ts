import { useEffect, useRef } from "preact/hooks";
import type { Event } from "../../domain/log/event.ts";
import { beFollowing } from "../server/live.ts";
import { useEvents } from "./use-events.ts";
import { type Loaded, useLoad } from "./use-load.ts";

const BATCH_MS = 500;

/**
 * Loads what a screen shows, and again when events of these types may have changed it; many events
 * at once cause one load. The log is followed before the load, so that what happens in between is
 * shown too.
 */
export function useLive<T>(
  changes: RegExp | ((event: Event) => boolean),
  load: () => Promise<T>,
  key = "",
): Loaded<T> {
  const loaded = useLoad(async () => {
    await beFollowing();
    return await load();
  }, key);
  const now = useRef(loaded);
  now.current = loaded;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const reloadSoon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      // A load under way is not overtaken: with endless events nothing would ever arrive.
      if (now.current.isBusy) reloadSoon();
      else now.current.reload();
    }, BATCH_MS);
  };
  useEvents((event) => {
    if (changes instanceof RegExp ? changes.test(event.type) : changes(event)) reloadSoon();
  }, loaded.reload);
  return loaded;
}
