import { EarshotError } from "../../domain/errors.ts";

/** How a run ended. Its later result is dropped. */
export type Ended =
  | { readonly kind: "returned"; readonly value: unknown }
  | { readonly kind: "threw"; readonly error: unknown }
  | { readonly kind: "timed-out" }
  | { readonly kind: "cancelled" };

/** Timers with a longer delay fire at once: 24.8 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface Bounds {
  readonly signal: AbortSignal;
  /** Infinity for no limit. */
  readonly timeoutMs: number;
}

/**
 * Runs something until it ends, its time is over or the signal aborts, whichever is first, even if
 * it ignores its signal.
 */
export function runBounded(
  run: (signal: AbortSignal) => Promise<unknown>,
  { signal, timeoutMs }: Bounds,
): Promise<Ended> {
  if (signal.aborted) return Promise.resolve({ kind: "cancelled" });
  return new Promise((resolve) => {
    const inner = new AbortController();
    const end = (ended: Ended) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      resolve(ended);
    };
    const onAbort = () => {
      end({ kind: "cancelled" });
      inner.abort(signal.reason);
    };
    const onTimeout = () => {
      end({ kind: "timed-out" });
      inner.abort(new EarshotError("TIMED_OUT", `The call took longer than ${timeoutMs} ms.`));
    };
    const timer = timeoutMs <= MAX_TIMER_MS ? setTimeout(onTimeout, timeoutMs) : undefined;
    signal.addEventListener("abort", onAbort, { once: true });
    startOf(run, inner.signal).then(
      (value) => end({ kind: "returned", value }),
      (error) => end({ kind: "threw", error }),
    );
  });
}

/** Errors thrown before the first await reject too. */
async function startOf(
  run: (signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  return await run(signal);
}
