import { setTimeout as pause } from "node:timers/promises";
import { ERRORS, type ErrorCode, isEarshotError } from "../../domain/errors.ts";

const RETRY_MS = 500;
/** A server that is away and has received nothing. */
const AWAY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "UNREACHABLE",
  "SHUTTING_DOWN",
  "STORE_UNAVAILABLE",
]);

export interface Reaching {
  readonly signal: AbortSignal;
  /** Called at each attempt that reached no server. */
  readonly onAway?: () => Promise<void>;
}

/** Repeats a call until a server has taken it; undefined if the signal comes first. */
export async function untilReached<T>(
  { signal, onAway }: Reaching,
  attempt: () => Promise<T>,
): Promise<T | undefined> {
  while (!signal.aborted) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!isEarshotError(error) || !AWAY.has(error.code)) throw error;
      await onAway?.();
      await pause(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}

/** Whether the same call may succeed later. */
export function isForNow(error: unknown): error is Error {
  return isEarshotError(error) && ERRORS[error.code].retry !== "never";
}
