import { ERRORS, isEarshotError } from "../../domain/errors.ts";

/**
 * How a command ends, for scripts. Outcomes of a request have their own codes, including those of
 * only some kinds of request; errors take theirs from the table of errors.
 */
export const EXIT_CODES = {
  answered: 0,
  approved: 0,
  error: 1,
  usage: 2,
  rejected: 10,
  expired: 11,
  abandoned: 12,
  cancelled: 13,
  assumed: 14,
  endOfInput: 15,
  over: 16,
  repeated: 17,
  responded: 18,
  noTerminal: 69,
  pending: 75,
  interrupted: 130,
} as const;

export function exitCodeOf(error: unknown): number {
  return isEarshotError(error) ? ERRORS[error.code].exit : EXIT_CODES.error;
}
