import type { PrincipalId, RequestId } from "../../domain/id.ts";

/** What the two halves of the console tell each other. */
export interface Watch {
  /** The request on the screen, and what releases its prompt. */
  current:
    | {
        readonly id: RequestId;
        /** Of what is to be approved: halted, nothing of it can be. */
        readonly agent?: PrincipalId | undefined;
        readonly release: AbortController;
      }
    | undefined;
  arrived(): void;
  /** The operator has asked to see what others decide. */
  isLookWanted: boolean;
  /** Resolves at the next arrival, or at once where one came since the last call. */
  nextArrival(signal: AbortSignal): Promise<void>;
}

export function createWatch(): Watch {
  let hasArrived = true;
  let wake = () => {};
  return {
    current: undefined,
    isLookWanted: false,
    arrived() {
      hasArrived = true;
      wake();
    },
    async nextArrival(signal) {
      if (!hasArrived && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
        await promise;
      }
      hasArrived = false;
    },
  };
}
