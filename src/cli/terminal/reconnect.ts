import type { Link } from "../../channels/console/run-console.ts";
import type { Fetch } from "../../client/transport.ts";
import { isEarshotError } from "../../domain/errors.ts";
import { localFetch } from "./local-fetch.ts";

export interface CallLink extends Link {
  /** What to call through. */
  readonly fetch: Fetch;
  /** Hears about retries: if no server is to be called, nothing is fetched. */
  readonly onRetry: (error: Error) => void;
}

/** A connection that reports when it breaks and when it is back. */
export function createLink(): CallLink {
  let isUp = true;
  let tell: (isUp: boolean) => void = () => {};
  function note(isUpNow: boolean): void {
    if (isUpNow === isUp) return;
    isUp = isUpNow;
    tell(isUp);
  }
  return {
    onChange(listener) {
      tell = listener;
    },
    onRetry(error) {
      if (isEarshotError(error, "UNREACHABLE")) note(false);
    },
    async fetch(input, init) {
      try {
        const response = await localFetch(input, init);
        note(true);
        return response;
      } catch (error) {
        if (init?.signal?.aborted !== true) note(false);
        throw error;
      }
    },
  };
}
