import { randomUUID } from "node:crypto";
import type { Cycled } from "../load.ts";

/** What a library does in this process. */
export interface Library {
  /** Resolves once the library says that the question is kept. */
  ask(id: string, text: string): Promise<unknown>;
  /** Resolves once the library says that the answer is kept. */
  answer(id: string, text: string): Promise<unknown>;
}

const waiters = new Map<string, (text: string) => void>();

/** Called by the code that asked, as soon as it has the answer: it is the waiter. */
export function heard(id: string, text: string): void {
  waiters.get(id)?.(text);
  waiters.delete(id);
}

/** The cycle of the bench over a library whose waiter calls `heard`. */
export function cycled({ ask, answer }: Library): Cycled {
  return {
    async ask(text) {
      const id = randomUUID();
      await ask(id, text);
      return id;
    },
    wait: (id) => new Promise((resolve) => waiters.set(id, resolve)),
    async answer(id, text) {
      await answer(id, text);
    },
  };
}
