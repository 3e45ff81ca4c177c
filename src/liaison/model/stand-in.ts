import { EarshotError, type ErrorCode, isEarshotError } from "../../domain/errors.ts";

/** Nobody waits for a reading any longer than this, however slowly it comes. */
export const LATEST_MS = 120_000;

export interface StandInOptions {
  /** Hears why a reading failed; the person does not. */
  readonly onFault?: (fault: EarshotError) => void;
  /** Whether the embedded engine stands in for what is missing; true by default. */
  readonly standsIn?: boolean;
}

/**
 * Handles a reader that is away, busy, out of order, used up or wrong; all other errors are thrown
 * on.
 */
const FAULTS: readonly ErrorCode[] = [
  "MODEL_FAILED",
  "RATE_LIMITED",
  "TIMED_OUT",
  "UNREACHABLE",
  "NOT_ALLOWED",
  "NOT_FOUND",
  "BUDGET_SPENT",
];

/** Asks one reader, and another in its place if it fails. */
export function createStandIn({ onFault = () => {}, standsIn = true }: StandInOptions) {
  return async <T>(ask: () => Promise<T>, instead: () => T | Promise<T>): Promise<T> => {
    try {
      return await ask();
    } catch (thrown) {
      const error = asFault(thrown);
      if (!FAULTS.includes(error.code)) throw error;
      onFault(error);
      if (!standsIn) throw error;
      return await instead();
    }
  };
}

/** The end of its time is a fault like any other. */
function asFault(thrown: unknown): EarshotError {
  if (isEarshotError(thrown)) return thrown;
  if (thrown instanceof Error && ["TimeoutError", "AbortError"].includes(thrown.name)) {
    return new EarshotError(
      "TIMED_OUT",
      `What reads people's words gave no answer in ${LATEST_MS / 1_000} s.`,
      { cause: thrown },
    );
  }
  throw thrown;
}
