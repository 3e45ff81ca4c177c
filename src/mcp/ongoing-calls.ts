import type { RequestId } from "@modelcontextprotocol/server";

/** What tells a call of the older era from all others. */
export interface CallAddress {
  readonly principal: string;
  readonly session: string;
  readonly id: RequestId;
}

/**
 * The calls under way whose client can withdraw them with a call of its own: over HTTP a client of
 * the older era that gives up leaves its stream open, and an answer sent into it would be lost.
 */
export interface OngoingCalls {
  add(address: CallAddress, end: () => void): void;
  /** Only where it is still this one: a client may have used the number again. */
  remove(address: CallAddress, end: () => void): void;
  /** Ends the wait of what is under way there, if anything is. */
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
