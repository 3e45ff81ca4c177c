/** Lets a loop rest until there is something to do. */
export interface Wake {
  readonly wake: () => void;
  /** Resolves after that time, when woken, or at once where it was woken since the last wait. */
  wait(ms: number): Promise<void>;
}

export function createWake(): Wake {
  let isWoken = false;
  let end = () => {};
  return {
    wake() {
      isWoken = true;
      end();
    },
    async wait(ms) {
      if (!isWoken) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        end = resolve;
        await promise;
        clearTimeout(timer);
      }
      isWoken = false;
    },
  };
}
