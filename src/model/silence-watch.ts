import type { Fetch } from "./language-model.ts";

/** Measures how long a server has sent nothing. */
export interface SilenceWatch {
  /** Ends the requests of this watch: by the caller's wish, by silence, or by `stop`. */
  readonly signal: AbortSignal;
  /** A fetch of which every byte of a good answer starts the time anew. */
  readonly fetch: Fetch;
  /** True once nothing has come for so long that the call was ended. */
  readonly isOver: boolean;
  /** How far the newest request has come. */
  readonly reached: "nothing" | "answer" | "first byte";
  /** Before silence ends the call. */
  remainingMs(): number;
  /** Ends whatever still runs; a stream that nobody reads any more would keep its connection. */
  stop(): void;
}

/**
 * One watch spans all attempts of a call, so that retries do not multiply the time; what a server
 * sends along with an error does not count.
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
