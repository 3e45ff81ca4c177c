/** The way to the server that is running: calls wait in front of it while there is none. */
export interface WayIn {
  open(url: string): void;
  close(): void;
  /** Sends each attempt to the server that is running when the attempt is let through. */
  readonly fetch: typeof fetch;
}

export function createWayIn(): WayIn {
  let passage = Promise.withResolvers<string>();
  let isOpen = false;
  return {
    open(url) {
      isOpen = true;
      passage.resolve(url);
    },
    close() {
      if (isOpen) passage = Promise.withResolvers<string>();
      isOpen = false;
    },
    async fetch(input, init) {
      const { pathname, search } = new URL(String(input));
      return await fetch(new URL(pathname + search, await passage.promise), init);
    },
  };
}
