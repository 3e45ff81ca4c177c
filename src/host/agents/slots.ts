/** A number of slots that the sessions of all agents share. */
export interface Slots {
  /** Resolves when a slot may be free; takes none. */
  free(signal: AbortSignal): Promise<void>;
  /**
   * Waits for a slot, and returns the function that frees it. Undefined if the signal came first.
   */
  take(signal: AbortSignal): Promise<(() => void) | undefined>;
}

export function createSlots(size: number): Slots {
  let taken = 0;
  const waiting = new Set<(value?: unknown) => void>();

  function wake(): void {
    for (const resolve of waiting) resolve();
    waiting.clear();
  }

  async function free(signal: AbortSignal): Promise<void> {
    while (taken >= size && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      waiting.add(resolve);
      signal.addEventListener("abort", resolve, { once: true });
      await promise;
      signal.removeEventListener("abort", resolve);
      waiting.delete(resolve);
    }
  }

  return {
    free,
    async take(signal) {
      await free(signal);
      if (signal.aborted) return undefined;
      taken += 1;
      let isBack = false;
      return () => {
        if (isBack) return;
        isBack = true;
        taken -= 1;
        wake();
      };
    },
  };
}
