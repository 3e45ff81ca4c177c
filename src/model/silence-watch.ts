import type { Fetch } from "./language-model.ts";

/** Measures how long a server has sent nothing. */
export interface SilenceWatch {
  /** Ends the requests of this watch: when the caller asks, after silence, or by `stop`. */
  readonly signal: AbortSignal;
  /** A fetch that restarts the time with every byte of a good answer. */
  readonly fetch: Fetch;
  /** True once silence has ended the call. */
  readonly isOver: boolean;
  /** The state of the newest request. */
  readonly reached: "nothing" | "answer" | "first byte";
  /** The silence that ends the call. */
  remainingMs(): number;
  /** Ends everything that still runs: a stream without a reader would keep its connection. */
  stop(): void;
}

/**
 * One watch spans all attempts of a call, so retries do not multiply the time. Bytes of an error do not
 * restart it.
 */
export function watchSilence(
  timeoutMs: number,
  fetch: Fetch,
  caller: AbortSignal | undefined,
): SilenceWatch {
  const own = new AbortController();
  const signal = caller === undefined ? own.signal : AbortSignal.any([own.signal, caller]);
  let isOver = false;
  let reached: SilenceWatch["reached"] = "nothing";
  let heardAt = performance.now();
  const timer = setTimeout(() => {
    isOver = true;
    own.abort();
  }, timeoutMs);

  function heard(what: SilenceWatch["reached"]): void {
    reached = what;
    heardAt = performance.now();
    timer.refresh();
  }

  return {
    signal,
    get isOver() {
      return isOver;
    },
    get reached() {
      return reached;
    },
    remainingMs: () => timeoutMs - (performance.now() - heardAt),
    stop() {
      clearTimeout(timer);
      own.abort();
    },
    async fetch(input, init) {
      reached = "nothing";
      const response = await fetch(input, init);
      if (!response.ok || response.body === null) return response;
      heard("answer");
      const body = response.body.pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform(chunk, controller) {
            heard("first byte");
            controller.enqueue(chunk);
          },
        }),
      );
      return new Response(body, response);
    },
  };
}
