import type { Link } from "../channels/console/run-console.ts";

/** A connection that tells when it breaks and when it is back: `fetch` is what to call through. */
export function createLink(): Link & { readonly fetch: typeof fetch } {
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
    async fetch(input, init) {
      try {
        const response = await fetch(input, init);
        note(true);
        return response;
      } catch (error) {
        if (init?.signal?.aborted !== true) note(false);
        throw error;
      }
    },
  };
}
