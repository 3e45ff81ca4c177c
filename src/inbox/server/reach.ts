import { signal } from "@preact/signals";
import { EarshotError } from "../../domain/errors.ts";

/*
 * Whether the server was away. What says so, or failed because of it, lasts only until the server
 * answers again.
 */

/** How often the server has come back since the page was opened. */
export const returns = signal(0);
let isAway = false;
const failures = new WeakSet<EarshotError>();

/** No server answered: the error that says it. */
export function noAnswer(): EarshotError {
  isAway = true;
  const error = new EarshotError("STORE_UNAVAILABLE", "The server does not answer. Is it running?");
  failures.add(error);
  return error;
}

export function isNoAnswer(error: unknown): boolean {
  return error instanceof EarshotError && failures.has(error);
}

export function noteAnswer(): void {
  if (!isAway) return;
  isAway = false;
  returns.value = returns.peek() + 1;
}

/** What went wrong, until the server is back if that was all. */
export interface Failure {
  readonly words: string;
  readonly during?: number;
}

export function failureOf(error: unknown, words: string): Failure {
  return isNoAnswer(error) ? { words, during: returns.peek() } : { words };
}

/** For a view: undefined once it no longer holds. */
export function wordsOf(failure: Failure | undefined): string | undefined {
  const now = returns.value;
  return failure?.during === undefined || failure.during === now ? failure?.words : undefined;
}
