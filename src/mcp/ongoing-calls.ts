import type { RequestId } from "@modelcontextprotocol/server";

/** Identifies a call of the older era. */
export interface CallAddress {
  readonly principal: string;
  readonly session: string;
  readonly id: RequestId;
}

/**
 * Calls under way that their client can withdraw with another call. Over HTTP, a client of the older era that
 * gives up leaves its stream open, and an answer sent into it would be lost.
 */
export interface OngoingCalls {
  add(address: CallAddress, end: () => void): void;
  /** Removes it only if it is still this call: a client may have reused the number. */
  remove(address: CallAddress, end: () => void): void;
  /** Ends the wait of this call, if it is under way. */
  cancel(address: CallAddress): void;
}

export function createOngoingCalls(): OngoingCalls {
  const calls = new Map<string, () => void>();
  return {
    add: (address, end) => void calls.set(keyOf(address), end),
    remove(address, end) {
      const key = keyOf(address);
      if (calls.get(key) === end) calls.delete(key);
    },
    cancel: (address) => calls.get(keyOf(address))?.(),
  };
}

function keyOf({ principal, session, id }: CallAddress): string {
  return JSON.stringify([principal, session, id]);
}
