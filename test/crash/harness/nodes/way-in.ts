import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../../../../src/testing/simulator/random.ts";

/** The way to all running nodes. Calls wait in front of it while there are none. */
export interface NodesWayIn {
  open(url: string): void;
  close(url: string): void;
  /** Sends each attempt to any running node, so a repetition usually goes elsewhere. */
  readonly fetch: typeof fetch;
}

/** Callers that repeat at once would take processor time from the nodes they wait for. */
const PAUSE_MS = 20;

export function createNodesWayIn(random: Random): NodesWayIn {
  const urls = new Set<string>();
  let opened = Promise.withResolvers<void>();

  async function pick(): Promise<string> {
    while (urls.size === 0) await opened.promise;
    return random.pick([...urls]);
  }

  return {
    open(url) {
      urls.add(url);
      opened.resolve();
      opened = Promise.withResolvers<void>();
    },
    close: (url) => void urls.delete(url),
    async fetch(input, init) {
      const { pathname, search } = new URL(String(input));
      const url = await pick();
      try {
        const response = await fetch(new URL(pathname + search, url), init);
        if (response.status >= 500) await pause(PAUSE_MS);
        return response;
      } catch (error) {
        await pause(PAUSE_MS);
        throw error;
      }
    },
  };
}
